//! Runs the program, in a folder that goes away with the test.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// Far longer than any run takes, so that one that hangs fails.
const TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_inetsum"))
}

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Run {
    /// `None` if a signal ended it.
    pub(crate) status: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Run {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }

    pub(crate) fn has_line(&self, line: &str) -> bool {
        self.text().lines().any(|other| other == line)
    }

    /// What `verify --json` printed, a value a line.
    pub(crate) fn json(&self) -> Vec<Value> {
        self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The same, the summary split off.
    pub(crate) fn fields_and_summary(&self) -> (Vec<Value>, Value) {
        let mut lines = self.json();
        let mut last = lines.pop().expect("no summary");
        (lines, last["summary"].take())
    }

    #[track_caller]
    pub(crate) fn assert(&self, status: i32, stdout: &str, stderr: &str) {
        assert_eq!(self.status, Some(status), "{self:?}");
        assert_eq!(String::from_utf8_lossy(&self.stdout), stdout);
        assert_eq!(self.stderr, stderr);
    }

    /// Trouble, told in this line, with nothing on standard output.
    #[track_caller]
    pub(crate) fn assert_trouble(&self, line: &str) {
        self.assert(2, "", &format!("inetsum: {line}\n"));
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        let stderr = String::from_utf8(output.stderr).unwrap();
        Run { status: output.status.code(), stdout: output.stdout, stderr }
    }
}

/// Runs a command that needs no input to its end.
pub(crate) fn run(command: Command) -> Run {
    let mut command = assert_cmd::Command::from_std(command);
    command.timeout(TIMEOUT).output().unwrap().into()
}

/// A place to work in, where the program is started too.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    /// One with a file in it.
    pub(crate) fn with(name: &str, bytes: &[u8]) -> Folder {
        let folder = Folder::new();
        folder.write(name, bytes);
        folder
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: impl AsRef<Path>, bytes: &[u8]) {
        fs::write(self.path(name), bytes).unwrap();
    }

    pub(crate) fn read(&self, name: impl AsRef<Path>) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// All that is in it, hidden files too.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn inetsum<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Run {
        self.inetsum_reading(args, &[])
    }

    /// Runs the program with this on its standard input.
    pub(crate) fn inetsum_reading<A: AsRef<OsStr>>(
        &self,
        args: impl IntoIterator<Item = A>,
        stdin: &[u8],
    ) -> Run {
        let mut command = assert_cmd::Command::from_std(self.command(program(), args));
        command.timeout(TIMEOUT).write_stdin(stdin).output().unwrap().into()
    }

    /// Runs a line of shell, in which `"$0"` is the program.
    #[cfg(unix)]
    pub(crate) fn shell(&self, line: &str) -> Run {
        let args = [OsStr::new("-c"), OsStr::new(line), program().as_os_str()];
        run(self.command(Path::new("sh"), args))
    }

    pub(crate) fn command<A: AsRef<OsStr>>(
        &self,
        program: &Path,
        args: impl IntoIterator<Item = A>,
    ) -> Command {
        let mut command = Command::new(program);
        command.args(args).current_dir(self.0.path());
        command
    }
}
