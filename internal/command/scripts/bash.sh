# Completion of PROGRAM in bash. The words are put together from the line, as bash takes them apart at = and : too.
_PROGRAM_complete() {
  local rest=${COMP_LINE:0:COMP_POINT} part i
  local -a words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    part=${COMP_WORDS[i]}
    if [[ $rest == [[:space:]]* || $i == 0 ]]; then
      rest=${rest#"${rest%%[![:space:]]*}"}
      words+=("")
    fi
    [[ ${#part} -gt ${#rest} || $i == "$COMP_CWORD" ]] && part=$rest
    words[${#words[@]}-1]+=$part
    rest=${rest#"$part"}
  done
  # What bash replaces is the last part only.
  local typed=${words[${#words[@]}-1]}
  case $part in = | :) part= ;; esac
  local kept=${typed%"$part"} line
  local directive=
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :*) directive=${line#:} ;;
      *) line=${line%%$'\t'*} COMPREPLY+=("${line#"$kept"}") ;;
    esac
  done < <("${words[0]/#\~/$HOME}" __complete "${words[@]:1}" 2>/dev/null)
  type compopt &>/dev/null || return 0 # bash before 4
  case $directive in
    files*) ;;
    dirs*) compopt +o default -o dirnames ;;
    *) compopt +o default ;;
  esac
  case $directive in *nospace) compopt -o nospace ;; esac
}
complete -o default -F _PROGRAM_complete PROGRAM
