//! Where a layer lies in a frame.

use crate::Reason;

/// Where a layer lies in the frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub(crate) at: usize,
    /// Where it ends by the lengths that its headers state; what is beyond is padding.
    pub(crate) end: usize,
    /// Where its bytes end: less than `end` if the capture or an enclosing packet stops earlier,
    /// never more.
    pub(crate) limit: usize,
    /// Whether the layer may end before or behind `end`, which no header states: what is there may
    /// be padding, or the rest of a packet of which this is a part.
    pub(crate) is_loose: bool,
}

impl Span {
    /// The length that the headers state.
    pub(crate) fn len(self) -> usize {
        self.end.saturating_sub(self.at)
    }

    /// The position `bytes` after the start.
    pub(crate) fn offset(self, bytes: usize) -> usize {
        self.at.saturating_add(bytes)
    }

    /// What comes after the first `bytes`.
    pub(crate) fn skip(self, bytes: usize) -> Span {
        Span { at: self.offset(bytes), ..self }
    }

    /// The same without its last `bytes`.
    pub(crate) fn without_last(self, bytes: usize) -> Span {
        let end = self.end.saturating_sub(bytes);
        Span { end, limit: self.limit.min(end), ..self }
    }

    /// The first `bytes`, which may be more than there are.
    pub(crate) fn resize(self, bytes: usize) -> Span {
        let end = self.offset(bytes);
        Span { at: self.at, end, limit: self.limit.min(end), is_loose: false }
    }

    /// What is wrong with a header's statement that it and what belongs to it have this length, of
    /// which its fields alone need `least`.
    pub(crate) fn objection(self, stated: usize, least: usize) -> Option<Reason> {
        (stated < least || stated > self.len()).then_some(Reason::BadLength)
    }

    /// The same, where it may end elsewhere if `is_loose`.
    pub(crate) fn loose_if(self, is_loose: bool) -> Span {
        Span { is_loose: self.is_loose || is_loose, ..self }
    }
}
