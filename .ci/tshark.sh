#!/usr/bin/env bash
# Compares the verdicts of inetsum with those of tshark: in the captures of this repository, and in
# public ones where they are at hand.
set -euo pipefail
source .ci/install.sh

install_packages tshark python3
cargo build --release --quiet -p inetsum-cli --locked
.ci/tshark/compare.py
