
_pioche_arguments() {
    _pioche "$@"
    if [[ "$2" == -* || "$3" == -* ]]; then
        return
    fi
    local word words=""
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        [[ "$word" == -* ]] || words+="${words:+ }$word"
    done
    case "$words" in
CASES    esac
}
complete -F _pioche_arguments -o bashdefault -o default -o nosort pioche 2>/dev/null || complete -F _pioche_arguments -o bashdefault -o default pioche
