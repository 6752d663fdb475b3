//! What was typed.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use inetsum_packet::Protocol;

/// Check and repair every Internet checksum in packet captures.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Sum with this kernel instead of the fastest; `inetsum kernels` lists them
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) kernel: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Verify(Verify),
    Fix(Fix),
    Undo(Undo),
    Explain(Explain),
    Sum(Sum),
    Kernels(Kernels),
    Bench(Bench),
}

/// Check every Internet checksum in pcap and pcapng captures.
///
/// Exit status: 0 if all are good, 1 if some are wrong, 2 on trouble (a file that can't be read or
/// is damaged), 3 if some can't be verified and --strict was given.
#[derive(Debug, ClapArgs)]
pub(crate) struct Verify {
    /// Captures, pcap or pcapng, or directories with captures in them; - is standard input
    ///
    /// Of a directory all files are read that are captures, those in its directories too; what is
    /// none is skipped and counted. Then each capture gets a line, and all together one table.
    #[arg(required = true, value_name = "CAPTURE")]
    pub(crate) captures: Vec<PathBuf>,
    /// Print a JSON object a line: each field that is not right, and a summary last
    #[arg(long)]
    pub(crate) json: bool,
    /// With --json, print every field, the right ones too
    #[arg(long, requires = "json")]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) only: Only,
    /// Show at most N wrong fields of each capture [default: 10, of captures in directories none, with
    /// --json all]; more than 1000 come before the table, as they are found
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    /// Show the totals only
    #[arg(long)]
    pub(crate) summary: bool,
    /// Don't count this kind as wrong
    #[arg(long, value_name = "KIND")]
    pub(crate) allow: Vec<Allow>,
    #[command(flatten)]
    pub(crate) reassemble: Reassemble,
    /// Exit with 3 if some fields can't be verified (and none is wrong)
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
}

/// Write a copy of a capture with every wrong checksum put right.
///
/// OUT differs from IN in checksum bytes alone. It appears only when it is complete; what a killed
/// run leaves, if anything, is called .inetsum-*.part. With --in-place, IN itself is changed.
///
/// Exit status: 0 if done, 2 on trouble.
#[derive(Debug, ClapArgs)]
pub(crate) struct Fix {
    /// The capture to read, pcap or pcapng; - is standard input
    #[arg(value_name = "IN")]
    pub(crate) input: PathBuf,
    /// The file to write, which must not exist yet; - is standard output
    #[arg(value_name = "OUT", required_unless_present_any = ["dry_run", "in_place"],
          conflicts_with_all = ["dry_run", "in_place"])]
    pub(crate) output: Option<PathBuf>,
    /// Fix only what the sender left to the network card
    #[arg(long, conflicts_with_all = ["fill_absent", "canonical"])]
    pub(crate) offloaded_only: bool,
    #[command(flatten)]
    pub(crate) only: Only,
    /// Also compute the checksums of UDP datagrams that were sent without one, those around a
    /// tunnelled packet too
    #[arg(long)]
    pub(crate) fill_absent: bool,
    /// Also rewrite 0xffff where a sender would compute 0x0000
    #[arg(long)]
    pub(crate) canonical: bool,
    /// Also fix packets that others quote, ICMP errors above all, as far as they are whole
    #[arg(long)]
    pub(crate) quoted: bool,
    #[command(flatten)]
    pub(crate) reassemble: Reassemble,
    /// Print what would be written, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Write the checksums into IN itself, once it was read to its end without trouble
    ///
    /// A run that is killed leaves each checksum as it was or right; run it again.
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) in_place: bool,
    /// With --in-place, record first in RECORD, which must not exist yet, what is overwritten, so
    /// that `inetsum undo IN RECORD` can put it back
    #[arg(long, value_name = "RECORD", requires = "in_place", conflicts_with = "output")]
    pub(crate) undo: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
}

/// Put back what `fix --in-place --undo RECORD` has overwritten.
///
/// Nothing is written if the capture holds anything else at those places than was overwritten or
/// written. What was killed can be run again.
///
/// Exit status: 0 if done, 2 on trouble.
#[derive(Debug, ClapArgs)]
pub(crate) struct Undo {
    /// The capture that was changed
    #[arg(value_name = "CAPTURE")]
    pub(crate) capture: PathBuf,
    /// The record of what was overwritten
    #[arg(value_name = "RECORD")]
    pub(crate) record: PathBuf,
}

/// Show every checksum of one frame: the bytes covered, the pseudo-header, the sum, and why it is
/// wrong.
///
/// Exit status: 0 if all are good, 1 if some are wrong, 2 on trouble.
#[derive(Debug, ClapArgs)]
pub(crate) struct Explain {
    /// A capture, pcap or pcapng; - is standard input
    #[arg(value_name = "CAPTURE")]
    pub(crate) capture: PathBuf,
    /// The number of the frame, from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) frame: u64,
}

/// Print the Internet checksum of files, and check it later.
///
/// Each line holds the checksum (four hexadecimal digits), the number of bytes and the name.
/// Exit status: 0 if all is well, 1 if a checksum differs, 2 on trouble.
#[derive(Debug, ClapArgs)]
pub(crate) struct Sum {
    /// Files; - or none is standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Read lines that this command printed, and check the files they name
    #[arg(long)]
    pub(crate) check: bool,
}

/// Show which kernels this CPU has, which one is used, and how fast each is right now.
///
/// Takes about a second. Exit status: 0.
#[derive(Debug, ClapArgs)]
pub(crate) struct Kernels {}

/// Measure how fast inetsum and each of its kernels are on this machine: sums from 20 bytes to 64 KiB,
/// and a copy.
///
/// They take turns, so that what disturbs one disturbs all. With --kernel, only that kernel is measured,
/// and inetsum uses it.
///
/// Exit status: 0 if done, 2 on trouble.
#[derive(Debug, ClapArgs)]
pub(crate) struct Bench {
    /// Measure for so long, all in all
    #[arg(long, value_name = "N", default_value = "5", value_parser = seconds)]
    pub(crate) seconds: Duration,
    /// Print a JSON object a line instead of the table, for each kernel and length
    ///
    /// Its keys: kernel, a name of `inetsum kernels`, or inetsum for the public functions; used, whether
    /// it is the kernel that those use; what, sum or copy; bytes; nanoseconds a call, the least of all
    /// rounds, and median_nanoseconds; gigabytes_per_second, of the least.
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw the speed over the length into this file, which must not exist yet, as SVG; - is
    /// standard output, instead of the table
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Only {
    /// Look at these protocols only, such as udp,icmpv6
    #[arg(long, value_name = "PROTOCOL,…", value_delimiter = ',', ignore_case = true,
          value_parser = protocol())]
    pub(crate) only: Vec<Protocol>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Reassemble {
    /// Put fragments together and look at the checksums of whole datagrams
    ///
    /// At most 16 MiB of fragments and 4096 datagrams are held; those that wait longest are given
    /// up first. All fragments of a datagram must come within 60 seconds of the first.
    #[arg(long)]
    pub(crate) reassemble: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Jobs {
    /// Work on N frames at a time [default: as many as there are cores, 16 at most]
    ///
    /// What comes out is the same for any number. Fragments that --reassemble puts together are
    /// worked on one by one.
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
}

/// What `--allow` takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Allow {
    /// Checksums left to the network card
    Offloaded,
}

/// Reads a number of seconds, with a fraction or without.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// Reads a protocol as reports name it, in either case.
fn protocol() -> impl TypedValueParser<Value = Protocol> {
    let names = Protocol::WITH_CHECKSUM.map(|protocol| PossibleValue::new(protocol.to_string()));
    PossibleValuesParser::new(names).try_map(|name| {
        let is_named = |protocol: &Protocol| protocol.to_string().eq_ignore_ascii_case(&name);
        Protocol::WITH_CHECKSUM.into_iter().find(is_named).ok_or("no such protocol")
    })
}
