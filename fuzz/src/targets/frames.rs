//! Any frame: what is claimed of every frame, what the rest of the crate says of it, and etherparse.

mod against_etherparse;
mod input;
mod other_readings;

use inetsum_packet::fix;

use crate::claims;
use input::Input;

/// Makes a frame of the input and asserts all that holds for it.
pub fn run(input: &[u8]) {
    let Ok(input) = Input::from(input) else { return };
    let captured = match &input {
        Input::Any(captured) => captured,
        Input::Right { captured, which, how } => {
            claims::check_right(captured);
            claims::check_made_right(captured, *which, *how);
            captured
        }
    };
    let fields = claims::check(captured);
    other_readings::check(captured, &fields);

    let mut fixed = captured.clone();
    fix(&mut fixed.bytes, fixed.link, fixed.original_len);
    against_etherparse::check(&fixed);
}
