//! `inetsum bench`: what it prints and draws; how long anything took is not looked at.

use inetsum::Kernel;

use crate::running::Folder;

/// Sums of six lengths, and a copy.
const WORKS: usize = 7;

/// The public functions, and each kernel.
fn rows() -> Vec<&'static str> {
    ["inetsum"].into_iter().chain(Kernel::available().map(Kernel::name)).collect()
}

/// The first column of a part of the table, below its heading, and the names with a mark.
fn names(part: &str) -> (Vec<&str>, Vec<&str>) {
    let rows = || part.lines().skip(1);
    let name = |row| str::split_whitespace(row).next();
    (
        rows().filter_map(name).collect(),
        rows().filter(|row| row.contains(" * ")).filter_map(name).collect(),
    )
}

#[test]
fn the_table_has_each_kernel_in_each_unit() {
    let run = Folder::new().inetsum(["bench", "--seconds", "0"]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    let parts: Vec<&str> = run.text().split("\n\n").collect();
    let [least, median, gigabytes, explanation] = parts[..] else { panic!("{run:?}") };
    for (part, unit) in [(least, "least ns"), (median, "median ns"), (gigabytes, "GB/s")] {
        assert!(part.starts_with(unit), "{part}");
        assert_eq!(names(part), (rows(), vec![Kernel::detected().name()]));
        for row in part.lines().skip(1) {
            let cells = row.split_whitespace().skip(1).filter(|cell| *cell != "*");
            assert_eq!(cells.filter(|cell| cell.parse::<f64>().is_ok()).count(), WORKS, "{row}");
        }
    }
    assert!(explanation.contains("from 65 bytes on"));
}

#[test]
fn the_table_fits_a_terminal_of_80_columns() {
    let run = Folder::new().inetsum(["bench", "--seconds", "0"]);
    for line in run.text().lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn a_forced_kernel_is_the_only_one_and_the_used_one() {
    for kernel in Kernel::available() {
        let run = Folder::new().inetsum(["--kernel", kernel.name(), "bench", "--seconds", "0"]);
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{run:?}");
        for part in run.text().split("\n\n").take(3) {
            assert_eq!(names(part), (vec!["inetsum", kernel.name()], vec![kernel.name()]));
        }
    }
}

#[test]
fn the_json_has_an_object_a_line_for_each_kernel_and_length() {
    let run = Folder::new().inetsum(["bench", "--seconds", "0.01", "--json"]);
    let objects = run.json();
    assert_eq!(objects.len(), WORKS * rows().len());
    for (object, at) in objects.iter().zip(0..) {
        let keys: Vec<&String> = object.as_object().unwrap().keys().collect();
        assert_eq!(keys.len(), 7, "{keys:?}");
        assert_eq!(object["kernel"], rows()[at / WORKS]);
        assert_eq!(object["used"], object["kernel"] == Kernel::detected().name());
        let (what, bytes) = [
            ("sum", 20),
            ("sum", 64),
            ("sum", 256),
            ("sum", 1500),
            ("sum", 9000),
            ("sum", 65_536),
            ("copy", 1500),
        ][at % WORKS];
        assert_eq!((&object["what"], &object["bytes"]), (&what.into(), &bytes.into()));
        let number = |key: &str| object[key].as_f64().unwrap_or_else(|| panic!("{key}: {object}"));
        assert!(number("nanoseconds") > 0.0, "{object}");
        assert!(number("nanoseconds") <= number("median_nanoseconds"), "{object}");
        assert!(number("gigabytes_per_second") >= 0.0, "{object}");
    }
}

#[test]
fn the_picture_names_each_kernel_and_goes_where_it_is_asked_to() {
    let folder = Folder::new();
    let run = folder.inetsum(["bench", "--seconds", "0", "--plot", "speed.svg"]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    assert!(run.text().starts_with("least ns"));
    let in_file = String::from_utf8(folder.read("speed.svg")).unwrap();
    let run = folder.inetsum(["bench", "--seconds", "0", "--plot", "-"]);
    for picture in [in_file.as_str(), run.text()] {
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
        for name in rows() {
            assert!(picture.contains(&format!(">{name}</text>")), "{name}");
        }
    }
}

#[test]
fn a_file_that_is_there_is_left_alone() {
    let folder = Folder::with("speed.svg", b"mine");
    let run = folder.inetsum(["bench", "--seconds", "0", "--plot", "speed.svg"]);
    assert_eq!((run.status, run.stdout.as_slice()), (Some(2), &b""[..]), "{run:?}");
    assert_eq!(folder.read("speed.svg"), b"mine");
}

#[test]
fn a_picture_that_cannot_be_written_is_trouble_before_anything_is_measured() {
    let folder = Folder::with("file", b"");
    for place in ["missing/speed.svg", "file/speed.svg"] {
        let run = folder.inetsum(["bench", "--plot", place]);
        assert_eq!((run.status, run.stdout.as_slice()), (Some(2), &b""[..]), "{run:?}");
        assert!(run.stderr.starts_with(&format!("inetsum: {place}: ")), "{run:?}");
    }
    assert_eq!(folder.names(), ["file"]);
}

#[test]
fn a_time_that_is_none_is_refused() {
    for seconds in ["-1", "nan", "inf", "soon"] {
        let run = Folder::new().inetsum(["bench", &format!("--seconds={seconds}")]);
        assert_eq!(run.status, Some(2), "{run:?}");
        assert!(run.stderr.contains("--seconds"), "{run:?}");
    }
}
