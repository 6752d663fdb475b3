#!/usr/bin/env bash
# Licences, duplicates and origins of all dependencies (deny.toml), and dependencies nobody uses.
set -euo pipefail
source .ci/install.sh

install_cargo_tools cargo-deny@0.20.2 cargo-machete@0.9.2
cargo deny --locked check licenses bans sources
cargo machete
