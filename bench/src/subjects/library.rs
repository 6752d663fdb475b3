//! The shared object of the peers from crates.io, which cargo builds once for any CPU and once for
//! this one.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use bench_abi::{Entry, TABLE_SYMBOL, TableFn};
use libloading::Library;

use crate::subject::Build;

/// What to call the object where it can't be had.
pub(super) fn title(build: Build) -> String {
    format!("peers from crates.io, {}", directory(build))
}

/// Builds the object and loads it for good.
pub(super) fn load(build: Build) -> anyhow::Result<&'static [Entry]> {
    let object = build_crates(build)?;
    open(&object).with_context(|| format!("cannot load {}", object.display()))
}

fn directory(build: Build) -> &'static str {
    match build {
        Build::Baseline => "baseline",
        Build::Native => "native",
    }
}

fn target() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target")
}

/// Builds the peers from crates.io and returns the object's path.
fn build_crates(build: Build) -> anyhow::Result<PathBuf> {
    let target = target().join(directory(build));
    let flags = match build {
        Build::Baseline => "",
        Build::Native => "-Ctarget-cpu=native",
    };
    let status = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["build", "--quiet", "--release", "--locked", "--package", "bench-peers"])
        .arg("--target-dir")
        .arg(&target)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env("RUSTFLAGS", flags)
        .status()
        .context("cannot start cargo")?;
    if !status.success() {
        bail!("cargo could not build them");
    }
    Ok(target.join("release").join(libloading::library_filename("bench_peers")))
}

/// Loads an object and reads its table.
fn open(object: &Path) -> anyhow::Result<&'static [Entry]> {
    // SAFETY: these are objects that this workspace built; they have no initialisers of note.
    let library = unsafe { Library::new(object) }?;
    let library: &'static Library = Box::leak(Box::new(library));
    // SAFETY: both sides take the type from `bench_abi`.
    let function = unsafe { library.get::<TableFn>(TABLE_SYMBOL) }?;
    let table = function();
    // SAFETY: the table's entries live as long as the object, which is never unloaded.
    Ok(unsafe { std::slice::from_raw_parts(table.entries, table.len) })
}
