#!/usr/bin/env bash
# Builds the two crates that need no operating system for targets that have none, with and without
# vector registers.
set -euo pipefail
source .ci/cross/toolchain.sh

use_target aarch64-unknown-none
for target in aarch64-unknown-none aarch64-unknown-none-softfloat x86_64-unknown-none; do
    for crate in inetsum inetsum-packet; do
        "${cargo[@]}" build --locked --target "$target" -p "$crate" --no-default-features
        echo "built: $crate for $target"
    done
done
