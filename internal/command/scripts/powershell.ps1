# Completion of PROGRAM in PowerShell.
Register-ArgumentCompleter -Native -CommandName PROGRAM -ScriptBlock {
    param($typed, $commandLine, $cursor)
    $words = @($commandLine.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
    $program = $words[0]
    $before = @($words | Select-Object -Skip 1)
    # An empty argument would be lost on its way to the program in PowerShell before 7.3.
    $last = if ($typed) { $typed } else { '""' }
    if ($PSVersionTable.PSVersion -ge [version]'7.3') { $last = $typed }
    $lines = @(& $program __complete @before $last 2>$null)
    foreach ($line in $lines) {
        if ($line.StartsWith(':')) { continue } # without words, PowerShell completes names of files
        $word, $about = $line -split "`t", 2
        if (-not $about) { $about = $word }
        [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $about)
    }
}
