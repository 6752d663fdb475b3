//! Where and how a run took place.

use std::fs;
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::clock;

/// Where and how a run took place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Machine {
    /// The CPU's name.
    pub(crate) cpu: String,
    /// Its family, model and stepping: a virtual machine's name for its CPU may say little.
    pub(crate) model: String,
    /// How many of them there are.
    pub(crate) cpus: usize,
    /// Which of the instruction sets that matter here it has.
    pub(crate) features: Vec<String>,
    /// Its caches.
    pub(crate) caches: Vec<String>,
    /// The operating system.
    pub(crate) system: String,
    /// Cycles of its clock a nanosecond, where that can be told.
    pub(crate) gigahertz: Option<f64>,
    /// The compiler.
    pub(crate) rustc: String,
    /// The compiler of the peers in C.
    pub(crate) gcc: String,
    /// When.
    pub(crate) date: String,
    /// What was typed.
    pub(crate) command: String,
    /// Processes that were runnable on average, before and after: 0 is a quiet machine.
    pub(crate) load: [f64; 2],
}

impl Machine {
    /// This machine, now.
    pub(crate) fn this() -> Machine {
        let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let field = |name: &str| {
            let line = info.lines().find(|line| line.starts_with(name));
            line.and_then(|line| Some(line.split_once(':')?.1.trim().to_owned()))
                .unwrap_or_default()
        };
        let flags = field("flags");
        let wanted = ["sse4_1", "adx", "avx2", "avx512bw", "avx512vl", "avx512_vnni", "avx_vnni"];
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        Machine {
            cpu: field("model name"),
            model: format!(
                "family {} model {} stepping {}",
                field("cpu family"),
                field("model\t"),
                field("stepping")
            ),
            cpus: std::thread::available_parallelism().map_or(1, usize::from),
            features: wanted
                .into_iter()
                .filter(|name| flags.split(' ').any(|flag| flag == *name))
                .map(str::to_owned)
                .collect(),
            caches: caches(),
            system: first_line("uname", &["-sm"]),
            gigahertz: clock::gigahertz().map(|clock| (clock * 1000.0).round() / 1000.0),
            rustc: first_line("rustc", &["--version"]),
            gcc: first_line("gcc", &["--version"]),
            date: first_line("date", &["-u", "+%Y-%m-%d"]),
            command: format!("cargo run --release -- {}", arguments.join(" ")),
            load: [load(), 0.0],
        }
    }

    /// Notes how busy the machine is at the end.
    pub(crate) fn note_load(&mut self) {
        self.load[1] = load();
    }
}

/// The average load of the last minute.
fn load() -> f64 {
    let average = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    average.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0.0)
}

/// The data caches of the first CPU, such as `L1 32K`.
fn caches() -> Vec<String> {
    let read = |index: usize, file: &str| {
        let path = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{file}");
        fs::read_to_string(path).ok().map(|text| text.trim().to_owned())
    };
    (0..8)
        .filter(|index| read(*index, "type").is_some_and(|kind| kind != "Instruction"))
        .filter_map(|index| Some(format!("L{} {}", read(index, "level")?, read(index, "size")?)))
        .collect()
}

/// The first line that a program prints; nothing if it is not there.
pub(crate) fn first_line(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.unwrap_or_default().lines().next().unwrap_or_default().trim().to_owned()
}
