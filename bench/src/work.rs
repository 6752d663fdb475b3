//! WORK: what is timed, the same inputs in the same order for every subject.

use crate::random::Random;
use crate::results::{Group, Label};

/// Calls in a sequence of varying ones: too many for a branch predictor to learn.
const SEQUENCE: usize = 1 << 16;
/// The pool of the work that is not in the first cache.
const POOL: usize = 8 << 20;

/// Something to be timed.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    /// What it is called.
    pub(crate) label: Label,
    /// The inputs.
    pub(crate) inputs: Inputs,
}

/// The inputs of a work.
#[derive(Clone, Debug)]
pub(crate) enum Inputs {
    /// The same place and length in each call.
    Same(Place),
    /// The same, but each call's address depends on the last result.
    Chained(Place),
    /// One after the other.
    Varying(Vec<Place>),
    /// A copy of that length, then its sum.
    Copied(Place),
    /// One 16-bit field of a message.
    Field,
    /// Headers of 20 bytes, that many in a row.
    Headers(usize),
    /// A datagram of that length.
    Datagram(usize),
}

impl Inputs {
    /// How much memory they reach into, from a page boundary.
    pub(crate) fn end(&self) -> usize {
        match self {
            Inputs::Same(place) | Inputs::Chained(place) | Inputs::Copied(place) => place.end(),
            Inputs::Varying(places) => places.iter().map(|place| place.end()).max().unwrap_or(0),
            Inputs::Field => 2,
            Inputs::Headers(count) => 20 * count,
            Inputs::Datagram(len) => *len,
        }
    }
}

/// A piece of memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Where it starts, from a page boundary.
    pub(crate) offset: usize,
    /// How many bytes it has.
    pub(crate) len: usize,
}

impl Place {
    fn end(&self) -> usize {
        self.offset + self.len
    }
}

/// All work that there is.
pub(crate) fn all() -> Vec<Work> {
    const SIZES: [usize; 22] = [
        8,
        20,
        40,
        64,
        85,
        128,
        256,
        512,
        576,
        1024,
        1400,
        1500,
        2048,
        4096,
        8192,
        9000,
        16384,
        32768,
        65536,
        1 << 20,
        8 << 20,
        64 << 20,
    ];
    let mut works = Vec::new();
    for offset in [0, 1] {
        for len in SIZES {
            let place = Place { offset, len };
            works.push(work(
                Group::Size,
                format!("size/{len}+{offset}"),
                place,
                Inputs::Same(place),
            ));
        }
        for len in SIZES.into_iter().filter(|len| *len <= 65536) {
            let (name, place) = (format!("chain/{len}+{offset}"), Place { offset, len });
            works.push(work(Group::Chain, name, place, Inputs::Chained(place)));
        }
    }
    for len in (0..=9).chain(1024..=1033) {
        let place = Place { offset: 0, len };
        works.push(work(Group::Step, format!("step/{len}"), place, Inputs::Same(place)));
    }
    works.extend(mixes());
    for len in [0, 1, 2, 4, 8, 20, 40, 128, 576, 1024, 1500, 9000, 65536, 1 << 20] {
        let place = Place { offset: 0, len };
        works.push(work(Group::Copy, format!("copy/{len}"), place, Inputs::Copied(place)));
    }
    let field = Place { offset: 0, len: 2 };
    works.push(work(Group::Update, "update/word".into(), field, Inputs::Field));
    let header = Place { offset: 0, len: 20 };
    works.push(work(Group::Header, "header/20".into(), header, Inputs::Headers(64)));
    for len in [85, 1200] {
        let place = Place { offset: 0, len };
        works.push(work(Group::Udp, format!("udp/{len}"), place, Inputs::Datagram(len)));
    }
    works
}

fn work(group: Group, name: String, place: Place, inputs: Inputs) -> Work {
    let Place { offset, len } = place;
    Work { label: Label { group, name, bytes: len as f64, longest: len, offset }, inputs }
}

/// Lengths and places that vary from call to call.
fn mixes() -> Vec<Work> {
    let between = |first: usize, last: usize| {
        move |random: &mut Random| first + random.below(last - first + 1)
    };
    let of_the_internet = |random: &mut Random| [40, 40, 40, 576, 1500, 1500][random.below(6)];
    vec![
        mix("mix/1-128", 64, between(1, 128)),
        mix("mix/20-128", 64, between(20, 128)),
        mix("mix/20-1500", 64, between(20, 1500)),
        mix("mix/40,576,1500", 64, of_the_internet),
        mix("mix/20-1500 in 8 MiB", POOL, between(20, 1500)),
    ]
}

fn mix(name: &str, offsets: usize, length: impl Fn(&mut Random) -> usize) -> Work {
    let mut random = Random::new(offsets as u64);
    let places: Vec<Place> = (0..SEQUENCE)
        .map(|_| Place { offset: random.below(offsets), len: length(&mut random) })
        .collect();
    let bytes = places.iter().map(|place| place.len).sum::<usize>() as f64 / SEQUENCE as f64;
    let longest = places.iter().map(|place| place.len).max().unwrap_or(0);
    let label = Label { group: Group::Mix, name: name.into(), bytes, longest, offset: 0 };
    Work { label, inputs: Inputs::Varying(places) }
}
