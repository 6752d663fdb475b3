//! OBJECTS: the shared objects that are built as the benchmark runs, each in several ways.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::machine::first_line;
use crate::subject::Build;

/// A shared object with a table of implementations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Object {
    /// inetsum itself.
    Inetsum,
    /// The peers from crates.io.
    CratesIo,
    /// A peer in C, by the name that `c-peers/build.sh` has for it.
    C(&'static str),
}

impl Object {
    /// The objects with somebody else's code.
    pub(crate) const PEERS: [Object; 4] =
        [Object::CratesIo, Object::C("dpdk"), Object::C("linux"), Object::C("linux-generic")];

    /// What to call it where it can't be had.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Object::Inetsum => "inetsum",
            Object::CratesIo => "peers from crates.io",
            Object::C("dpdk") => "DPDK",
            Object::C(_) => "Linux",
        }
    }

    /// What builds it, with its version.
    pub(crate) fn compiler(self) -> String {
        match self {
            Object::C(_) => first_line("gcc", &["--version"]),
            Object::Inetsum | Object::CratesIo => first_line("rustc", &["--version"]),
        }
    }

    /// Builds the object and returns its path.
    pub(crate) fn build(self, build: Build) -> anyhow::Result<PathBuf> {
        match self {
            Object::Inetsum => {
                build_package("bench-inetsum", build)?;
                Ok(cargo_folder(build).join(library_name("bench_inetsum")))
            }
            Object::CratesIo => {
                build_package("bench-peers", build)?;
                Ok(cargo_folder(build).join(library_name("bench_peers")))
            }
            Object::C(peer) => build_c(peer, build),
        }
    }
}

/// Builds a package of this workspace as `build` says.
pub(crate) fn build_package(package: &str, build: Build) -> anyhow::Result<PathBuf> {
    let status = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
        .current_dir(workspace())
        .args(["build", "--quiet", "--locked", "--package", package])
        .args(["--profile", profile(build)])
        .arg("--target-dir")
        .arg(target(build))
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env("RUSTFLAGS", if build == Build::Native { "-Ctarget-cpu=native" } else { "" })
        .status()
        .context("cannot start cargo")?;
    if !status.success() {
        bail!("cargo could not build {package}");
    }
    Ok(cargo_folder(build).join(package))
}

/// Builds a peer in C. The script's last line says what is missing.
fn build_c(peer: &str, build: Build) -> anyhow::Result<PathBuf> {
    let object = target(build).join("c").join(format!("{peer}.so"));
    let output = Command::new(workspace().join("c-peers/build.sh"))
        .args([peer, name(build)])
        .arg(&object)
        .output()
        .context("cannot start c-peers/build.sh")?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        bail!("{}", messages.lines().last().unwrap_or("no word from c-peers/build.sh"));
    }
    Ok(object)
}

/// The folder of the benchmark's workspace.
pub(crate) fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn target(build: Build) -> PathBuf {
    workspace().join("target").join(name(build))
}

fn cargo_folder(build: Build) -> PathBuf {
    target(build).join(profile(build))
}

fn profile(build: Build) -> &'static str {
    if build == Build::Size { "size" } else { "release" }
}

fn name(build: Build) -> &'static str {
    match build {
        Build::Baseline => "baseline",
        Build::Native => "native",
        Build::Size => "size",
    }
}

fn library_name(crate_name: &str) -> String {
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    format!("{prefix}{crate_name}{suffix}")
}
