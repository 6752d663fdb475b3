//! `inetsum kernels` and `--kernel`.

use inetsum::Kernel;

use crate::running::Folder;

#[test]
fn every_kernel_of_this_cpu_is_listed_and_the_used_one_marked() {
    let run = Folder::new().inetsum(["kernels"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    let rows: Vec<&str> = run.text().lines().skip(1).take_while(|line| !line.is_empty()).collect();
    let names: Vec<_> = rows.iter().filter_map(|row| row.split_whitespace().next()).collect();
    assert_eq!(names, Kernel::available().map(Kernel::name).collect::<Vec<_>>());
    let marked: Vec<_> = rows.iter().filter(|row| row.contains(" * ")).collect();
    assert_eq!(marked.len(), 1);
    assert!(marked[0].starts_with(Kernel::detected().name()), "{marked:?}");
}

#[test]
fn every_kernel_can_be_forced_and_gives_the_same_sum() {
    let folder = Folder::with("bytes", &[0xff; 1501]);
    for kernel in Kernel::available() {
        let run = folder.inetsum(["--kernel", kernel.name(), "sum", "bytes"]);
        run.assert(0, "00ff 1501 bytes\n", "");
    }
}

#[test]
fn a_kernel_that_the_cpu_lacks_is_refused_with_those_it_has() {
    let names: Vec<_> = Kernel::available().map(Kernel::name).collect();
    let complaint = format!("--kernel abacus: this CPU has {}", names.join(", "));
    Folder::new().inetsum(["sum", "--kernel", "abacus"]).assert_trouble(&complaint);
}
