#!/usr/bin/env bash
# The README's section on the tool, its output real: `tool-section.sh TOOL` prints it, `tool-section.sh TOOL README.md`
# fails unless the file holds it.
set -euo pipefail
tool=$(realpath "$1")
root=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/files"
ln -s "$tool" "$work/bin/tensor-format"
export PATH="$work/bin:$PATH"
cp "$root"/tests/files/{plain.npy,line.npy,all.npz} "$root"/examples/assets/picture.png "$work/files"
cd "$work/files"
# A model with an input x, f32 [batch, 3], and an output y, i64 [].
printf '\072\047\132\030\012\001\170\022\023\012\021\010\001\022\015\012\007\022\005\142\141\164\143\150\012\002\010\003\142\013\012\001\171\022\006\012\004\010\007\022\000' >model.onnx

section() { # each command as a person types it, and what it prints
    local command
    echo '```text'
    while read -r command; do
        echo "\$ $command"
        bash -c "$command" 2>&1 || echo "(exit code $?)"
    done <<'END'
tensor-format inspect plain.npy
tensor-format convert plain.npy plain.dect
tensor-format diff plain.npy plain.dect
tensor-format convert all.npz all.dect
tensor-format rules plain.npy > rules.json; cat rules.json
tensor-format validate plain.npy --rules rules.json
tensor-format validate line.npy --rules rules.json
sed 's/\[2,/[-1,/' rules.json > wider.json
tensor-format rules-diff rules.json wider.json
tensor-format rules --text model.onnx
tensor-format inspect --header picture.png
head -c 132 plain.npy | tensor-format inspect --hex -
tensor-format completions bash | head -n 1
END
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
