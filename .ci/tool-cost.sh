#!/usr/bin/env bash
# What features of the tool cost: `tool-cost.sh FEATURE...` prints crates, seconds of processors to build it for release,
# and bytes of the program, for the tool without them and with each.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export CARGO_TARGET_DIR=$folder CARGO_INCREMENTAL=0
TIMEFORMAT=%U

cost() { # FEATURE, or nothing
    local crates seconds
    crates=$(cargo tree -p tensor-format-cli -e normal --prefix none --no-dedupe --features "$1" | sort -u | wc -l)
    rm -rf "${folder:?}"/*
    seconds=$({ time cargo build --quiet --release -p tensor-format-cli --features "$1" >&2; } 2>&1 | tail -n 1)
    printf '| %-8s | %6s | %8.0f | %9s |\n' "${1:-none}" "$crates" "$seconds" "$(stat -c %s "$folder/release/tensor-format")"
}

echo "| features | crates | seconds  | bytes     |"
echo "| -------- | ------ | -------- | --------- |"
for feature in '' "$@"; do
    cost "$feature"
done
