# Completion of PROGRAM in fish.
function __PROGRAM_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l lines ($words[1] __complete $words[2..-1] $typed 2>/dev/null)
    test (count $lines) -gt 0; or return
    string match -v ':*' -- $lines
    set -l front (string match -r '^.*=' -- $typed; or echo)
    set -l path (string replace -r '^.*=' '' -- $typed)
    switch $lines[-1]
        case ':files*'
            printf '%s\n' $front(__fish_complete_path $path)
        case ':dirs*'
            printf '%s\n' $front(__fish_complete_directories $path '')
    end
end
complete -c PROGRAM -e
complete -c PROGRAM -f -a '(__PROGRAM_complete)'
