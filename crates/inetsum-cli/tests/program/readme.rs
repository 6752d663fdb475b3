//! What the README shows is what the program prints.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::running::{program, run};

#[test]
fn the_readme_shows_real_output() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    for args in [
        "verify examples/captures/offloaded.pcapng",
        "explain examples/captures/offloaded.pcapng --frame 4",
    ] {
        let mut command = Command::new(program());
        command.args(args.split(' ')).current_dir(&root);
        let output = run(command);
        assert!(readme.contains(args), "{args}");
        let block = format!("```text\n{}```\n", output.text());
        assert!(readme.contains(&block), "the README does not show what this prints: {args}");
    }
}
