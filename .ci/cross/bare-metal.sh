#!/usr/bin/env bash
# Builds the two crates that need no operating system for a target that has none.
set -euo pipefail
source .ci/cross/toolchain.sh

readonly TARGET=aarch64-unknown-none

use_target "$TARGET"
for crate in inetsum inetsum-packet; do
    "${cargo[@]}" build --locked --target "$TARGET" -p "$crate" --no-default-features
    echo "built: $crate for $TARGET"
done
