//! The headers that are to be read.

use crate::span::Span;
use crate::walk::Next;

/// What surrounds a header.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    /// The number of IP packets around it.
    pub(crate) depth: u8,
    pub(crate) quoted: bool,
    /// Whether a UDP port is what tells that it is there.
    pub(crate) by_port: bool,
    pub(crate) path_len: u8,
    /// Where the innermost IP header around it starts.
    pub(crate) ip_at: Option<usize>,
}

impl Place {
    pub(crate) const OUTERMOST: Place =
        Place { depth: 0, quoted: false, by_port: false, path_len: 0, ip_at: None };

    /// The same in bytes that the IP header is not a part of.
    pub(crate) fn outside_of_frame(self) -> Place {
        Place { ip_at: None, ..self }
    }
}

/// Headers to be read, the next one last.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stack {
    /// An aggregate of 802.11 stands below the frame that is read from it and holds no other; of
    /// that, an ICMP error adds two (its extension and its quote) and the extension nothing.
    pending: [Pending; 3],
    count: u8,
}

/// A header that is to be read.
///
/// It is read just after it was written, and a processor waits where a read spans several writes.
/// So what is written as one word is read as one, and no two words that are read together lie
/// beside each other.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct Pending {
    at: usize,
    pub(crate) next: Next,
    end: usize,
    /// The depth, whether it is quoted, whether a port tells of it, the length of the path.
    place: u32,
    limit: usize,
    is_loose: bool,
    ip_at: usize,
}

const NO_IP_HEADER: usize = usize::MAX;

impl Stack {
    pub(crate) const EMPTY: Stack = Stack { pending: [Pending::NOTHING; 3], count: 0 };

    pub(crate) fn push(&mut self, pending: Pending) {
        if let Some(free) = self.pending.get_mut(usize::from(self.count)) {
            *free = pending;
            self.count = self.count.saturating_add(1);
        }
    }

    pub(crate) fn pop(&mut self) -> Option<Pending> {
        let count = self.count.checked_sub(1)?;
        let pending = self.pending.get(usize::from(count))?;
        self.count = count;
        Some(*pending)
    }

    /// Those that `is_wanted` picks by where they start.
    pub(crate) fn filtered(&self, is_wanted: impl Fn(usize) -> bool) -> Stack {
        let mut wanted = Stack::EMPTY;
        let all = self.pending.get(..self.count.into()).unwrap_or_default();
        for pending in all.iter().filter(|pending| is_wanted(pending.at)) {
            wanted.push(*pending);
        }
        wanted
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl Pending {
    const NOTHING: Pending = Pending {
        at: 0,
        next: Next::Ip,
        end: 0,
        place: 0,
        limit: 0,
        is_loose: false,
        ip_at: NO_IP_HEADER,
    };

    #[inline]
    pub(crate) fn new(next: Next, span: Span, place: Place) -> Pending {
        let Place { depth, quoted, by_port, path_len, ip_at } = place;
        Pending {
            at: span.at,
            next,
            end: span.end,
            place: u32::from_ne_bytes([depth, quoted.into(), by_port.into(), path_len]),
            limit: span.limit,
            is_loose: span.is_loose,
            ip_at: ip_at.unwrap_or(NO_IP_HEADER),
        }
    }

    #[inline]
    pub(crate) fn span(&self) -> Span {
        Span { at: self.at, end: self.end, limit: self.limit, is_loose: self.is_loose }
    }

    #[inline]
    pub(crate) fn place(&self) -> Place {
        let [depth, quoted, by_port, path_len] = self.place.to_ne_bytes();
        let ip_at = Some(self.ip_at).filter(|&at| at != NO_IP_HEADER);
        Place { depth, quoted: quoted != 0, by_port: by_port != 0, path_len, ip_at }
    }
}
