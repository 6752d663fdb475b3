//! SUBJECTS: everything that can be timed on this machine.

mod kernels;
mod limits;
mod vector_loads;

use anyhow::Context;
use bench_abi::Entry;
pub(crate) use limits::{LOAD_ONLY, MEMCPY};

use crate::objects::Object;
use crate::subject::{Build, Role, Subject};

/// What there is to time, and what there is not.
#[derive(Debug)]
pub(crate) struct Subjects {
    /// inetsum first, its kernels, the peers, the limits last.
    pub(crate) here: Vec<Subject>,
    /// The name of what is missing and the reason.
    pub(crate) not_here: Vec<(String, String)>,
}

/// Builds and loads everything that `wanted` lets through, by its name.
pub(crate) fn gather(wanted: impl Fn(&str) -> bool) -> Subjects {
    let (mut here, mut not_here) = (Vec::new(), Vec::new());
    let mut add = |entry: Entry, role, build| {
        // SAFETY: the entries are made by `bench_abi`, and no object is ever unloaded.
        let subject = unsafe { Subject::new(entry, role, build) };
        if role == Role::Limit || wanted(&subject.name) {
            here.push(subject);
        }
    };
    add(bench_inetsum::ENTRY, Role::Public, None);
    kernels::entries().into_iter().for_each(|entry| add(entry, Role::Kernel, None));
    add(bench_inetsum::MEMCPY_THEN_SUM, Role::Kernel, None);
    for build in [Build::Native, Build::Baseline] {
        for object in Object::PEERS {
            match load(object, build) {
                Ok(entries) => {
                    entries.iter().for_each(|entry| add(*entry, Role::Peer, Some(build)));
                }
                Err(error) => {
                    let missing = (object.title().to_owned(), format!("{error:#}"));
                    if !not_here.contains(&missing) {
                        not_here.push(missing);
                    }
                }
            }
        }
    }
    limits::entries().into_iter().for_each(|entry| add(entry, Role::Limit, None));
    Subjects { here, not_here }
}

/// Builds an object and loads it for good.
fn load(object: Object, build: Build) -> anyhow::Result<&'static [Entry]> {
    let path = object.build(build)?;
    // SAFETY: it has just been built from this workspace.
    let entries = unsafe { bench_abi::load(&path) };
    entries.with_context(|| format!("cannot load {}", path.display()))
}
