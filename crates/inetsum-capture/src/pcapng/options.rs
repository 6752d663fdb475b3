//! Options: what may follow the fixed fields of a block.

use crate::fields::Fields;
use crate::{Damage, Error};

const END_OF_OPTIONS: u16 = 0;
const HEADER_LEN: usize = 4;

pub(super) struct BlockOption<'a> {
    pub(super) code: u16,
    value: &'a [u8],
    /// Where in its block the option's header is.
    at: usize,
}

impl BlockOption<'_> {
    /// The value of an option of `block` that must be `N` bytes long.
    pub(super) fn value_of_len<const N: usize>(&self, block: Fields<'_>) -> Result<[u8; N], Error> {
        let Self { code, value, at } = *self;
        value.try_into().map_err(|_| {
            block.damaged(at, Damage::OptionLength { code, length: value.len(), expected: N })
        })
    }
}

impl<'a> Fields<'a> {
    /// The options from byte `at` on to the end.
    pub(super) fn options(self, at: usize) -> impl Iterator<Item = Result<BlockOption<'a>, Error>> {
        let mut next = at;
        std::iter::from_fn(move || {
            if next >= self.bytes.len() {
                return None;
            }
            let option = self.option(next).transpose()?;
            next = match &option {
                Ok(option) => next
                    .saturating_add(HEADER_LEN)
                    .saturating_add(option.value.len().next_multiple_of(4)),
                Err(_) => self.bytes.len(),
            };
            Some(option)
        })
    }

    /// The option at byte `at`, unless it is the one that ends them.
    fn option(self, at: usize) -> Result<Option<BlockOption<'a>>, Error> {
        let [header] = self.words(at)?;
        let [code, length] = self.order.halves(header);
        if code == END_OF_OPTIONS {
            return Ok(None);
        }
        let rest = self.bytes.get(at.saturating_add(HEADER_LEN)..).unwrap_or_default();
        match rest.get(..length.into()) {
            Some(value) => Ok(Some(BlockOption { code, value, at })),
            None => Err(self.damaged(at, Damage::OptionOverrun { code, length, room: rest.len() })),
        }
    }
}
