# The cache folder, and how a part gets its tools. Sourced by the parts.
# shellcheck shell=bash

cache=${XDG_CACHE_HOME:-$HOME/.cache}/inetsum-ci
mkdir -p "$cache"

# install_packages PACKAGE...: Debian's, where they are missing.
install_packages() {
    dpkg -s "$@" >/dev/null 2>&1 && return
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        -o Dpkg::Options::=--force-unsafe-io "$@" >"$cache/apt.log" 2>&1 || {
        tail -n 20 "$cache/apt.log"
        return 1
    }
}

# install_cargo_tools NAME@VERSION...: from crates.io, into $cache/tools, which is put into PATH.
install_cargo_tools() {
    # Not optimised: that builds in half the time, and they run for a second.
    CARGO_TARGET_DIR=$cache/tools/target \
        cargo install --quiet --locked --debug --root "$cache/tools" "$@"
    rm -rf "$cache/tools/target"
    PATH=$cache/tools/bin:$PATH
}
