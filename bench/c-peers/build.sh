#!/usr/bin/env bash
# Builds a peer in C, from what is installed on this machine, into a shared object.
#
# usage: build.sh PEER BUILD OBJECT
#
# PEER is dpdk, linux or linux-generic, BUILD is baseline, native or size. Ends with one line on
# standard error and status 1 where the peer is not installed.
set -euo pipefail

readonly LINUX=linux-source-6.12
readonly LINUX_FILES=(
    arch/x86/include/asm/checksum.h
    arch/x86/include/asm/checksum_64.h
    arch/x86/lib/csum-copy_64.S
    arch/x86/lib/csum-partial_64.c
    include/asm-generic/checksum.h
    include/net/checksum.h
    lib/checksum.c
)
# What those files include and linux.h stands for.
readonly LINUX_HEADERS=(
    asm/asm.h asm/byteorder.h asm/errno.h asm/types.h asm/word-at-a-time.h
    linux/bitops.h linux/compiler.h linux/errno.h linux/export.h linux/linkage.h
)

main() {
    local peer=$1 build=$2 object=$3
    here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
    mkdir -p "$(dirname "$object")"
    case $build in
    baseline) optimise=(-O2) ;;
    native) optimise=(-O3 -march=native) ;;
    size) optimise=(-Os) ;;
    esac
    command -v gcc >/dev/null || missing 'no gcc'
    case $peer in
    dpdk) build_dpdk "$object" ;;
    linux) build_linux "$object" ;;
    linux-generic) build_linux "$object" -DCONFIG_GENERIC_CSUM ;;
    esac
}

missing() {
    echo "$1, see README" >&2
    exit 1
}

compile() {
    gcc -std=gnu11 -shared -fPIC -fvisibility=hidden -Wall "${optimise[@]}" -I "$here" "$@"
}

build_dpdk() {
    local flags
    pkg-config --exists libdpdk 2>/dev/null || missing 'no libdpdk-dev, or no pkg-config'
    # Without the CPU and the libraries that pkg-config names: there is nothing to link.
    read -ra flags < <(pkg-config --cflags-only-I libdpdk)
    compile -include rte_config.h "${flags[@]}" -o "$1" "$here/dpdk.c"
}

build_linux() {
    local object=$1 source
    shift
    [ "$(uname -m)" = x86_64 ] || missing 'for x86-64 only'
    source=$(dirname "$object")/../$LINUX
    unpack_linux "$source"
    # Two of the flags that the kernel itself is built with.
    local flags=(-fno-strict-aliasing -fwrapv -include "$here/linux.h" -I "$source"
        -I "$source/stand-ins" -I "$source/arch/x86/include" -I "$source/include" "$@")
    compile "${flags[@]}" -Wno-unused-function -o "$object" "$here/linux.c" \
        "$source/arch/x86/lib/csum-copy_64.S"
}

unpack_linux() {
    local folder=$1 archive=/usr/src/$LINUX.tar.xz header
    [ -f "$folder/complete" ] && return
    [ -f "$archive" ] || missing "no $LINUX"
    mkdir -p "$folder"
    tar -C "$folder" --strip-components=1 --occurrence=1 -xJf "$archive" \
        "${LINUX_FILES[@]/#/$LINUX/}"
    for header in "${LINUX_HEADERS[@]}"; do
        mkdir -p "$folder/stand-ins/$(dirname "$header")"
        : >"$folder/stand-ins/$header"
    done
    : >"$folder/complete"
}

main "$@"
