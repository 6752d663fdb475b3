//! `inetsum bench`: what it prints and draws; how long anything took is not looked at.

use inetsum::Kernel;

use crate::running::Folder;

/// Sums of six lengths, and a copy.
const WORKS: usize = 7;

fn kernels() -> Vec<&'static str> {
    Kernel::available().map(Kernel::name).collect()
}

#[test]
fn the_table_has_each_kernel_in_both_units() {
    let run = Folder::new().inetsum(["bench", "--seconds", "0"]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    let parts: Vec<&str> = run.text().split("\n\n").collect();
    let [nanoseconds, gigabytes, explanation] = parts[..] else { panic!("{run:?}") };
    for (part, unit) in [(nanoseconds, "ns a call"), (gigabytes, "GB/s")] {
        let mut lines = part.lines();
        assert!(lines.next().is_some_and(|head| head.starts_with(unit)), "{part}");
        let rows: Vec<&str> = lines.collect();
        let names: Vec<_> = rows.iter().filter_map(|row| row.split_whitespace().next()).collect();
        assert_eq!(names, kernels());
        for row in rows {
            let cells = row.split_whitespace().skip(1).filter(|cell| *cell != "*");
            assert_eq!(cells.filter(|cell| cell.parse::<f64>().is_ok()).count(), WORKS, "{row}");
            let is_used = row.starts_with(Kernel::detected().name()) && row.contains(" * ");
            assert_eq!(is_used, row.contains('*'), "{row}");
        }
    }
    assert!(explanation.starts_with("* is the one that is used"));
}

#[test]
fn the_json_has_an_object_a_line_for_each_kernel_and_length() {
    let run = Folder::new().inetsum(["bench", "--seconds", "0.01", "--json"]);
    let objects = run.json();
    assert_eq!(objects.len(), WORKS * kernels().len());
    for (object, at) in objects.iter().zip(0..) {
        assert_eq!(object["kernel"], kernels()[at / WORKS]);
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
        assert!(object["nanoseconds"].as_f64().is_some_and(|time| time > 0.0), "{object}");
        assert!(object["gigabytes_per_second"].is_f64(), "{object}");
    }
}

#[test]
fn the_picture_names_each_kernel_and_goes_where_it_is_asked_to() {
    let folder = Folder::new();
    let run = folder.inetsum(["bench", "--seconds", "0", "--plot", "speed.svg"]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    assert!(run.text().starts_with("ns a call"));
    let in_file = String::from_utf8(folder.read("speed.svg")).unwrap();
    let run = folder.inetsum(["bench", "--seconds", "0", "--plot", "-"]);
    for picture in [in_file.as_str(), run.text()] {
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
        for kernel in kernels() {
            assert!(picture.contains(&format!(">{kernel}</text>")), "{kernel}");
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
fn a_time_that_is_none_is_refused() {
    for seconds in ["-1", "nan", "inf", "soon"] {
        let run = Folder::new().inetsum(["bench", &format!("--seconds={seconds}")]);
        assert_eq!(run.status, Some(2), "{run:?}");
        assert!(run.stderr.contains("--seconds"), "{run:?}");
    }
}
