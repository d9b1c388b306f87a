#!/usr/bin/env bash
# Faults of the system under the tool: a full disk, a folder that is read-only, too little memory. Each leaves the old file,
# an error, and nothing beside it, or the new file: never half of one, and never another result.
#
#     .ci/faults.sh full_disk|read_only|memory TOOL
#
# The first two mount a small disk, which needs root: exit code 77 says that they cannot be run.
set -euo pipefail

tool=$(realpath "$2")
work=$(mktemp -d)
disk=$work/disk
mkdir "$disk"
trap 'umount "$disk" 2>/dev/null || true; rm -rf "$work"' EXIT

not_run() {
    echo "$1"
    exit 77
}

mount_disk() { # SIZE
    [ "$(id -u)" -eq 0 ] || not_run "to mount a disk needs root"
    mount -t tmpfs -o "size=$1" tmpfs "$disk" 2>/dev/null || not_run "no disk can be mounted here"
}

make_file() { # ELEMENTS
    python3 - "$work/a.npy" "$1" <<'END'
import struct, sys
count = int(sys.argv[2])
head = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d,), }" % count
head = (head + " " * (-(len(head) + 11) % 64) + "\n").encode()
numbers = struct.pack("<%df" % count, *(i * 0.5 for i in range(count)))
open(sys.argv[1], "wb").write(b"\x93NUMPY\x01\0" + struct.pack("<H", len(head)) + head + numbers)
END
}

targets=(x.npy x.npz x.safetensors x.json x.zio x.dect x.meta x.shape)

# Converts on the disk and says how it ended: an error with nothing changed, or a file that reads back as it was.
convert_there() { # TARGET
    local target=$1 status=0 before
    before=$(cd "$disk" && find . -type f ! -name filler -exec sha256sum {} + | sort)
    "$tool" convert "$work/a.npy" "$disk/$target" >"$work/out" 2>&1 || status=$?
    if [ "$status" -eq 0 ]; then
        "$tool" diff "$work/a.npy" "$disk/$target" >"$work/out" 2>&1 || status=$?
        [ "$status" -eq 0 ] || { echo "$target was written, and is another: $(cat "$work/out")" >&2; return 1; }
        echo written
        return
    fi
    [ "$status" -eq 2 ] && grep -q '^error: ' "$work/out" ||
        { echo "$target ended with $status: $(cat "$work/out")" >&2; return 1; }
    if [ "$before" != "$(cd "$disk" && find . -type f ! -name filler -exec sha256sum {} + | sort)" ]; then
        echo "$target failed and changed: $(ls -la "$disk")" >&2
        return 1
    fi
    echo refused
}

full_disk() {
    local target free refused=0 written=0 ended
    mount_disk 256k
    for target in "${targets[@]}"; do
        for free in 0 4 8 12 16 20 24 28 40 72; do
            rm -f "$disk"/*
            # An older file is there.
            printf 'old' >"$disk/$target"
            case $target in x.meta | x.shape) printf 'old' >"$disk/x.bin" ;; esac
            dd if=/dev/zero of="$disk/filler" bs=1024 2>/dev/null || true
            truncate -s "-$((free * 1024))" "$disk/filler"
            ended=$(convert_there "$target")
            [ "$ended" = refused ] && refused=$((refused + 1)) || written=$((written + 1))
        done
    done
    echo "$refused conversions were refused by a full disk, $written were written"
    [ "$refused" -ge ${#targets[@]} ] && [ "$written" -ge ${#targets[@]} ]
}

read_only() {
    local target refused=0
    mount_disk 1m
    for target in "${targets[@]}"; do
        # Each in a folder of its own, where nothing else would be in its way.
        mkdir "$disk/$target.d"
        printf 'old' >"$disk/$target.d/$target"
    done
    mount -o remount,ro "$disk"
    for target in "${targets[@]}"; do
        [ "$(convert_there "$target.d/$target")" = refused ]
        grep -q 'Read-only file system' "$work/out" || { cat "$work/out" >&2; return 1; }
        refused=$((refused + 1))
    done
    [ "$("$tool" convert "$work/a.npy" - --to npz | wc -c)" -gt 16384 ]
    echo "$refused conversions into a read-only folder were refused"
}

# Converts with more and more memory, from what the program alone needs: an error, the end of the program by its own abort,
# or the same file. Below some amount the system cannot let the stack grow, and ends the program with SIGSEGV (139): there is
# no memory left for it to say so. Such ends are counted apart, and their addresses have to lie beside the stack.
memory() {
    local target kilobytes least=1000 status pid right=0 refused=0 aborted=0 ended=0
    until (ulimit -v "$least" && exec "$tool" --version) >/dev/null 2>&1; do least=$((least + 1000)); done 2>/dev/null
    for target in x.npz x.safetensors x.json x.zio; do
        "$tool" convert "$work/a.npy" "$disk/$target" 2>/dev/null
        for kilobytes in $(seq "$least" 200 $((least + 12000))); do
            rm -f "$disk/y"
            status=0
            (ulimit -v "$kilobytes" && exec "$tool" convert "$work/a.npy" "$disk/y" --to "$(to "$target")") \
                >"$work/out" 2>&1 &
            pid=$!
            wait "$pid" 2>/dev/null || status=$?
            case $status in
                0) same "$target" || return 1; right=$((right + 1)) ;;
                2) refused=$((refused + 1)) ;;
                134) aborted=$((aborted + 1)) ;;
                139) beside_stack "$pid" || return 1; ended=$((ended + 1)) ;;
                *) echo "$target in $kilobytes KB ended with $status: $(cat "$work/out")" >&2; return 1 ;;
            esac
            [ "$status" -eq 0 ] || [ ! -e "$disk/y" ] || { echo "$target in $kilobytes KB left a file" >&2; return 1; }
        done
    done
    echo "$right conversions in little memory were right, $refused were refused, $aborted ended the program," \
        "$ended were ended by the system, whose stack could not grow"
    [ "$right" -gt 0 ] && [ $((refused + aborted)) -gt 0 ]
}

# Whether the address that ended the program is within 64 KiB of its stack pointer, by the log of the kernel. Where that
# cannot be read, or says nothing of the program, it is taken to be.
beside_stack() { # PID
    local line at pointer apart
    line=$(dmesg 2>/dev/null | grep -F "[$1]: segfault at " | tail -n 1) || return 0
    at=$(sed 's/.* segfault at \([0-9a-f]*\) .*/\1/' <<<"$line")
    pointer=$(sed 's/.* sp \([0-9a-f]*\) .*/\1/' <<<"$line")
    apart=$((16#$at - 16#$pointer))
    [ "${apart#-}" -le 65536 ] || { echo "a fault away from the stack: $line" >&2; return 1; }
}

to() { # TARGET
    case $1 in x.json) echo vespa ;; x.zio) echo zio ;; *) echo "${1#x.}" ;; esac
}

same() { # TARGET
    if [ "$1" = x.zio ]; then
        # Each message has an id of its own.
        cp "$disk/y" "$work/y.zio" && "$tool" diff "$disk/$1" "$work/y.zio" >/dev/null
    else
        cmp "$disk/$1" "$disk/y"
    fi
}

case $1 in
    full_disk | read_only) make_file 4096 && "$1" ;;
    memory) make_file 262144 && memory ;;
    *) exit 2 ;;
esac
