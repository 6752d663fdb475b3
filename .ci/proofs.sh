#!/usr/bin/env bash
# Proves the arithmetic of the core for all inputs: see proofs/prove.py.
set -euo pipefail
source .ci/steps.sh
source .ci/install.sh

{ install_packages python3-venv && python3 -m venv "$cache/proofs" &&
    "$cache/proofs/bin/pip" install --quiet --requirement proofs/requirements.txt; } || {
    echo 'not run: z3 cannot be had here'
    exit "$NOT_RUN"
}
"$cache/proofs/bin/python" proofs/prove.py
