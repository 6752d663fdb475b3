#!/usr/bin/env bash
# Checks the scripts of CI itself.
set -euo pipefail
source .ci/install.sh

install_packages shellcheck
find .ci bench/c-peers -type f -executable '(' -name '*.sh' -o -name run ')' \
    -exec shellcheck --external-sources --check-sourced {} +
