#!/usr/bin/env bash
# Licences, duplicates and origins of all dependencies (deny.toml), and dependencies nobody uses.
set -euo pipefail
source .ci/install.sh

install_cargo_tools cargo-deny@0.20.2 cargo-machete@0.9.2
for manifest in Cargo.toml fuzz/Cargo.toml; do
    cargo deny --config deny.toml --manifest-path "$manifest" --locked check licenses bans sources
done
cargo machete
