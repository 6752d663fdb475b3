# Compilers, standard libraries and emulators for other targets. Sourced by the scripts beside it.
#
# `use_target TARGET` installs what a target needs and tells cargo how to build, link and run for it,
# through the environment. rustup's toolchain knows one target only; Debian has a second compiler
# (rustc-web) with the library's sources, and the library itself, built for its other architectures.
# shellcheck shell=bash disable=SC2034 # the variables are for the scripts that source this

source .ci/install.sh

readonly BOCHSCPU=0.4.0

# Set by use_target: how to call cargo, what to lint (nothing, or options of clippy), what to test,
# and the name of what runs the tests.
cargo=(cargo)
lint=()
tests=(-p inetsum -p inetsum-packet --lib --tests)
runs_on=

export CARGO_TARGET_DIR=$cache/target
# Small and quick to link. The optimisation is that of the workspace: stated here so that the
# library built for the smoke test serves the workspace too.
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_TEST_OPT_LEVEL=2

# use_target TARGET: a target triple, or x86_64@MODEL for an emulated CPU of Bochs.
use_target() {
    case $1 in
    aarch64-unknown-linux-gnu) use_linux "$1" arm64 aarch64-linux-gnu aarch64 ;;
    i686-unknown-linux-gnu) use_linux "$1" i386 i686-linux-gnu ;;
    powerpc-unknown-linux-gnu) use_linux "$1" powerpc powerpc-linux-gnu ppc ;;
    riscv64gc-unknown-linux-gnu) use_linux "$1" riscv64 riscv64-linux-gnu riscv64 ;;
    s390x-unknown-linux-gnu) use_linux "$1" s390x s390x-linux-gnu s390x ;;
    wasm32-wasip1) use_wasi ;;
    x86_64@*) use_bochs "${1#*@}" ;;
    *-none) use_bare_metal ;;
    *) echo "no recipe for $1" && return 1 ;;
    esac
}

use_debian_compiler() {
    install_packages rustc-web rust-web-src rust-web-clippy
    export RUSTC=/usr/bin/rustc RUSTDOC=/usr/bin/rustdoc
}

# set_cargo TARGET KEY VALUE: cargo's configuration of one target.
set_cargo() {
    local name=CARGO_TARGET_${1^^}_$2
    export "${name//-/_}=$3"
}

# build_library CRATES: where none is to be had built, cargo builds it, by an unstable option.
build_library() {
    export RUSTC_BOOTSTRAP=1
    cargo=(cargo "-Zbuild-std=$1")
}

use_bare_metal() {
    use_debian_compiler
    build_library core,alloc
}

# use_linux TARGET DEBIAN_ARCHITECTURE GNU_TRIPLE [QEMU]: without QEMU this CPU runs it.
use_linux() {
    local target=$1 architecture=$2 gnu=$3 qemu=${4-} flags=
    use_debian_compiler
    install_packages "gcc-$gnu" "libc6-dev-$architecture-cross"
    set_cargo "$target" LINKER "$gnu-gcc"
    if fetch_library "$target" "$architecture"; then
        flags="--sysroot=$(library_folder "$target")"
        lint=(--workspace)
    else
        build_library std
    fi
    if [ -n "$qemu" ]; then
        install_packages qemu-user-static
        set_cargo "$target" RUNNER "qemu-$qemu-static -L /usr/$gnu"
        export INETSUM_TEST_SCALE=small
        runs_on=qemu-$qemu
    else
        flags+=' -Ctarget-feature=+crt-static'
        runs_on='this CPU'
    fi
    set_cargo "$target" RUSTFLAGS "$flags"
}

library_folder() {
    echo "$cache/library/$(rustc_version)/$1/usr"
}

rustc_version() {
    dpkg-query --show --showformat '${source:Upstream-Version}' rustc-web
}

# fetch_library TARGET DEBIAN_ARCHITECTURE: the library that Debian's next release has for an
# architecture, if the same version of the compiler built it. Unpacked, not installed.
fetch_library() {
    local target=$1 architecture=$2 folder package
    folder=$(library_folder "$target")
    [ -d "$folder/lib/rustlib/$target" ] && return
    package=$(download_package trixie "$architecture" libstd-rust-web-dev) || return
    [ "$(dpkg-deb --field "$package" Version | sed 's/-[^-]*$//')" = "$(rustc_version)" ] || return
    dpkg-deb --extract "$package" "${folder%/usr}" && rm -r "$(dirname "$package")"
}

# download_package SUITE ARCHITECTURE NAME: prints where the .deb lies. From the mirror this machine
# uses, with package lists and settings apart from the machine's own.
download_package() {
    local suite=$1 architecture=$2 name=$3 folder release mirror
    folder=$(mktemp -d "$cache/apt.XXXXXX")
    mkdir -p "$folder"/{lists,cache/archives}/partial
    release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    # shellcheck disable=SC2016 # the placeholder is apt's
    mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $release" | sed -n 1p)
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" \
        >"$folder/sources.list"
    local apt=(apt-get -qq -o "APT::Architecture=$architecture" -o "APT::Architectures=$architecture"
        -o "Dir::State::Lists=$folder/lists" -o Dir::State::status=/dev/null
        -o "Dir::Cache=$folder/cache" -o "Dir::Etc::sourcelist=$folder/sources.list"
        -o Dir::Etc::sourceparts=- -o APT::Sandbox::User=root)
    "${apt[@]}" update >&2 && (cd "$folder" && "${apt[@]}" download "$name" >&2) || return
    rm -rf "$folder"/{lists,cache}
    echo "$folder"/*.deb
}

# WebAssembly in Node. Debian's wasi-libc lacks pthread_join and pthread_detach, which the library
# names but never calls where there are no threads: they may stay unresolved.
use_wasi() {
    local libc=/usr/lib/wasm32-wasi linker
    linker=$(rustc --print sysroot)/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld
    use_debian_compiler
    install_packages wasi-libc
    build_library std,panic_abort
    set_cargo wasm32-wasip1 LINKER "$linker"
    set_cargo wasm32-wasip1 RUNNER "node --no-warnings $PWD/.ci/cross/wasi-run.mjs"
    set_cargo wasm32-wasip1 RUSTFLAGS "-Ctarget-feature=+simd128 -Clink-self-contained=no -L$libc \
-Clink-arg=$libc/crt1-command.o -Clink-arg=--unresolved-symbols=ignore-all"
    export INETSUM_TEST_SCALE=small
    lint=(-p inetsum -p inetsum-packet)
    runs_on="Node $(node --version), simd128"
}

# A CPU model of Bochs, with rustup's own toolchain: x86emu.py loads static programs.
use_bochs() {
    local folder=$cache/x86emu-$BOCHSCPU
    if ! [ -x "$folder/bin/python3" ]; then
        python3 -m venv "$folder"
    fi
    "$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps "bochscpu-python==$BOCHSCPU"
    gcc -shared -fPIC -O1 -Wall -Wextra -o "$folder/cpu.so" .ci/cross/x86emu-cpu.c -ldl
    set_cargo x86_64-unknown-linux-gnu RUSTFLAGS -Ctarget-feature=+crt-static
    set_cargo x86_64-unknown-linux-gnu RUNNER \
        "env LD_PRELOAD=$folder/cpu.so $folder/bin/python3 $PWD/.ci/cross/x86emu.py"
    export X86EMU_CPU=$1 INETSUM_TEST_SCALE=small RUST_TEST_THREADS=1
    # All that depends on the kernel. The other tests run on this CPU, and hundreds of times faster.
    tests=(-p inetsum --lib --test kernels --test forced_kernel --test splits --test constants)
    runs_on=Bochs
}
