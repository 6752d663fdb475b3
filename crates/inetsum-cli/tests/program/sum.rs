//! `inetsum sum`.

use std::ffi::OsString;

use crate::frames::ones_complement_sum;
use crate::running::Folder;

#[test]
fn each_file_gets_a_line() {
    let folder = Folder::with("abc", b"abc");
    folder.write("empty", b"");
    folder.write("zeros", &[0; 9]);

    let expected = "3b9d 3 abc\nffff 0 empty\nffff 9 zeros\n";
    folder.inetsum(["sum", "abc", "empty", "zeros"]).assert(0, expected, "");
}

#[test]
fn standard_input_is_a_dash_or_nothing() {
    let folder = Folder::new();
    folder.inetsum_reading(["sum"], b"abc").assert(0, "3b9d 3 -\n", "");
    folder.inetsum_reading(["sum", "-"], b"abc").assert(0, "3b9d 3 -\n", "");
}

#[test]
fn a_file_larger_than_any_buffer_is_summed_to_its_end() {
    let bytes: Vec<u8> =
        (0..3_000_001_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let folder = Folder::with("large", &bytes);

    let checksum = !ones_complement_sum(&bytes);
    let expected = format!("{checksum:04x} 3000001 large\n");
    folder.inetsum(["sum", "large"]).assert(0, &expected, "");
    let expected = format!("{checksum:04x} 3000001 -\n");
    folder.inetsum_reading(["sum"], &bytes).assert(0, &expected, "");
}

#[test]
fn what_cant_be_read_is_told_of_and_the_rest_is_summed() {
    let folder = Folder::with("abc", b"abc");
    folder.inetsum(["sum", "missing", "abc", "."]).assert(
        2,
        "3b9d 3 abc\n",
        "inetsum: missing: byte 0: No such file or directory (os error 2)\n\
         inetsum: .: byte 0: Is a directory (os error 21)\n",
    );
}

fn odd_names() -> Vec<OsString> {
    let mut names: Vec<OsString> = [
        "plain",
        "with space",
        " leading",
        "trailing ",
        "line\nfeed",
        "\n",
        "back\\slash",
        "back\\nslash",
        "\\",
        "colon: OK",
        "tab\tüñí",
        "return\r",
    ]
    .map(OsString::from)
    .into();
    #[cfg(unix)]
    names.push(std::os::unix::ffi::OsStringExt::from_vec(b"not\xff text".to_vec()));
    names
}

/// Files of odd names, and the list of their checksums.
fn folder_with_list() -> Folder {
    let folder = Folder::new();
    for name in odd_names() {
        folder.write(&name, name.as_encoded_bytes());
    }
    let list = folder.inetsum([vec!["sum".into(), "--".into()], odd_names()].concat());
    assert_eq!((list.status, list.stderr.as_str()), (Some(0), ""));
    assert_eq!(list.stdout.iter().filter(|byte| **byte == b'\n').count(), odd_names().len());
    folder.write("list", &list.stdout);
    folder
}

#[test]
fn names_of_any_kind_take_a_line_each_and_can_be_checked() {
    let folder = folder_with_list();
    let run = folder.inetsum(["sum", "--check", "list"]);

    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    let lines: Vec<_> = run.stdout.split(|byte| *byte == b'\n').collect();
    assert_eq!(lines.len(), odd_names().len() + 1);
    assert!(lines[..odd_names().len()].iter().all(|line| line.ends_with(b": OK")));
    assert!(lines.contains(&b"line\\nfeed: OK".as_slice()));
    assert!(lines.contains(&b"back\\\\nslash: OK".as_slice()));
    #[cfg(unix)]
    assert!(lines.contains(&b"not\xff text: OK".as_slice()));

    let list = folder.read("list");
    assert_eq!(folder.inetsum_reading(["sum", "--check"], &list).stdout, run.stdout);
}

#[test]
fn a_file_that_changed_is_found() {
    let folder = folder_with_list();
    folder.write("plain", b"plaim");
    // As a checksum alone would not see.
    folder.write("with space", b"with space\0\0");
    let run = folder.inetsum(["sum", "--check", "list"]);

    assert_eq!((run.status, run.stderr.as_str()), (Some(1), ""));
    let text = String::from_utf8_lossy(&run.stdout);
    let failed: Vec<_> = text.lines().filter(|line| !line.ends_with(": OK")).collect();
    assert_eq!(failed, ["plain: FAILED", "with space: FAILED"]);
}

#[test]
fn a_file_that_is_gone_is_worse_than_one_that_changed() {
    let folder = Folder::with("a", b"a");
    folder.write("b", b"b");
    folder.write("list", b"9eff 1 a\n9eff 1 gone\n9eff 1 b\n");

    folder.inetsum(["sum", "--check", "list"]).assert(
        2,
        "a: OK\ngone: FAILED to read\nb: FAILED\n",
        "inetsum: gone: byte 0: No such file or directory (os error 2)\n",
    );
}

#[test]
fn a_list_that_is_none_is_refused_with_the_line() {
    let folder = Folder::with("a", b"a");
    for line in
        ["", "9eff", "9eff 1", "9efg 1 a", "19eff 1 a", "9eff -1 a", "9eff 1 a\\", "9eff 1 a\\b"]
    {
        folder.write("list", format!("9eff 1 a\n{line}\n").as_bytes());
        folder.inetsum(["sum", "--check", "list"]).assert(
            2,
            "a: OK\n",
            "inetsum: list: line 2: not a line of `inetsum sum`\n",
        );
    }
    folder.write("list", b"");
    folder
        .inetsum(["sum", "--check", "list"])
        .assert_trouble("list: no line of `inetsum sum` in it");
    folder
        .inetsum(["sum", "--check", "missing"])
        .assert_trouble("missing: byte 0: No such file or directory (os error 2)");
}

/// Of one line that does not end.
#[cfg(target_os = "linux")]
#[test]
fn a_list_without_end_is_refused() {
    let run = Folder::new().shell(r#"ulimit -v 500000; "$0" sum --check /dev/zero"#);
    run.assert_trouble("/dev/zero: line 1: not a line of `inetsum sum`");
}
