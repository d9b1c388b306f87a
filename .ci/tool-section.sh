#!/usr/bin/env bash
# The README's section on the tool, its output real: `tool-section.sh TOOL` prints it, `tool-section.sh TOOL README.md`
# fails unless the file holds it.
set -euo pipefail
tool=$(realpath "$1")
root=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$root"/tests/files/{plain.npy,all.npz} "$root"/examples/assets/picture.png "$root"/tests/defs/classifier.json "$work"
cd "$work"

show() { # ARGUMENTS: the command as a person types it, and what it prints
    echo "\$ tensor-format $*"
    "$tool" "$@" 2>&1 || echo "(exit code $?)"
}

section() {
    echo '```text'
    show inspect plain.npy
    show convert plain.npy plain.dect
    show diff plain.npy plain.dect
    show convert all.npz all.dect
    show rules plain.npy
    show validate plain.npy --rules classifier.json
    show rules-diff classifier.json classifier.json
    show inspect --header picture.png
    echo '```'
}

if [ $# -lt 2 ]; then
    section
else
    expected=$(section)
    if [[ $(<"$root/$2") != *"$expected"* ]]; then
        echo "$2 does not show what the tool prints:" >&2
        echo "$expected" >&2
        exit 1
    fi
fi
