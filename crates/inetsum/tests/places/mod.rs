use crate::faults::{Fields, hex, list, number, text};
use crate::guarded::{Guarded, Side};

/// Lays `data` where the parameters ask for it: at a guard page, at offsets from a 16-byte
/// boundary, before bytes of somebody else.
pub(crate) fn at_each_place(params: &mut Fields, data: &[u8], mut check: impl FnMut(&[u8])) {
    let behind = ["trailing_hex", "after_hex"].map(|key| params.take(key));
    let behind: Vec<u8> = behind.iter().flatten().flat_map(hex).collect();
    if let Some(place) = params.take("place") {
        let side = match text(&place) {
            "page_start" => Side::Start,
            "page_end" => Side::End,
            other => panic!("no place is called {other}"),
        };
        let mut guarded = Guarded::new(data.len());
        let place = guarded.flush(side, data.len());
        let placed = &mut guarded.bytes()[place];
        placed.copy_from_slice(data);
        return check(placed);
    }
    let offsets = params.take("align");
    let offsets = offsets.iter().flat_map(list).map(number);
    for offset in std::iter::once(0).chain(offsets) {
        let mut buffer = vec![0xee; 32];
        buffer.reserve_exact(data.len() + behind.len());
        let start = buffer.as_ptr().align_offset(16) + offset;
        buffer.truncate(start);
        buffer.extend_from_slice(data);
        buffer.extend_from_slice(&behind);
        check(&buffer[start..start + data.len()]);
    }
}
