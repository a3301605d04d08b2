#compdef PROGRAM
# Completion of PROGRAM in zsh.
_PROGRAM() {
  local line directive
  local -a described
  words[CURRENT]=$PREFIX
  for line in ${(f)"$("${(Q)words[1]}" __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)"}; do
    case $line in
      :*) directive=${line#:} ;;
      *) line=${line//:/\\:}; described+=("${line/$'\t'/:}") ;;
    esac
  done
  local -a suffix
  [[ $directive == *nospace ]] && suffix=(-S '')
  (( $#described )) && _describe -t words PROGRAM described "${suffix[@]}"
  if [[ $directive == (files|dirs)* ]]; then
    compset -P '*='
    if [[ $directive == dirs ]]; then _path_files -/; else _files "${suffix[@]}"; fi
  fi
}
if [[ $funcstack[1] == _PROGRAM ]]; then _PROGRAM "$@"; else compdef _PROGRAM PROGRAM; fi
