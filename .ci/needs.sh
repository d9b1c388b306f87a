# What the gates install by name, for `source`.

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

need_package() { # PACKAGE: from Debian
    as_root apt-get update -qq && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1"
}

need_command() { # COMMAND PACKAGE
    command -v "$1" >/dev/null || need_package "$2"
}

need_cargo() { # COMMAND: from crates.io, not optimised, since it is run once or twice
    cargo "$1" --version >/dev/null 2>&1 || cargo install --locked --debug "cargo-$1"
}

need_python() { # PACKAGE...: from PyPI, for the interpreter $python
    python=$PWD/target/python/bin/python
    python3 -c 'import ensurepip' 2>/dev/null || need_package python3-venv
    [ -x "$python" ] || python3 -m venv target/python
    "$python" -m pip install --quiet "$@"
}
