//! Writes the example captures: `cargo run -p inetsum-cli --example generate_captures -- DIR`.
//!
//! They are the same bytes on every host and in every run.

use std::path::PathBuf;
use std::{env, fs, process};

mod captures;

fn main() -> std::io::Result<()> {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: generate_captures DIR");
        process::exit(2);
    };
    fs::create_dir_all(&folder)?;
    for (name, bytes) in captures::all() {
        fs::write(folder.join(name), bytes)?;
    }
    Ok(())
}
