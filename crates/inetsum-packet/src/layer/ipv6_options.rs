//! The extension headers that hold options (RFC 8200 § 4.2), and what all of them share: next
//! header, then the length in units of 8 bytes, the first not counted.

use crate::span::Span;
use crate::walk::Walk;
use crate::{Protocol, Reason};

const PAD_1: u8 = 0;

/// An extension header: its bytes, the first two included.
#[derive(Clone, Copy)]
pub(crate) struct ExtensionHeader<'f> {
    pub(crate) next_header: u8,
    pub(crate) bytes: &'f [u8],
}

/// Reads the extension header at the start of `span`, or says why that can't be done.
pub(crate) fn read<'f>(walk: &Walk<'f>, span: Span) -> Result<ExtensionHeader<'f>, Reason> {
    let [next_header, len] = *walk.array(span, span.at).ok_or(Reason::Truncated)?;
    let len = usize::from(len).saturating_add(1).saturating_mul(8);
    if len > span.len() {
        return Err(Reason::BadLength);
    }
    let bytes = walk.bytes(span, span.at, span.offset(len)).ok_or(Reason::Truncated)?;
    Ok(ExtensionHeader { next_header, bytes })
}

impl<'f> ExtensionHeader<'f> {
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The protocol that stands in a report when the header can't be read.
    pub(crate) const PROTOCOL: Protocol = Protocol::Ipv6;

    /// The data of the first option of this type.
    pub(crate) fn option(&self, wanted: u8) -> Option<&'f [u8]> {
        let mut options = self.bytes.get(2..)?;
        loop {
            match *options {
                [PAD_1, ref rest @ ..] => options = rest,
                [kind, len, ref rest @ ..] => {
                    let (data, rest) = rest.split_at_checked(len.into())?;
                    if kind == wanted {
                        return Some(data);
                    }
                    options = rest;
                }
                [] | [_] => return None,
            }
        }
    }
}
