use crate::{Damage, Error};

/// The byte order of a pcap file or a pcapng section: that of the machine that wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    /// The order in which `bytes`, read as a number, satisfy `is_magic`.
    pub(crate) fn detect(bytes: [u8; 4], is_magic: impl Fn(u32) -> bool) -> Option<Self> {
        [Self::Little, Self::Big].into_iter().find(|order| is_magic(order.word(bytes)))
    }

    pub(crate) fn word(self, bytes: [u8; 4]) -> u32 {
        match self {
            Self::Little => u32::from_le_bytes(bytes),
            Self::Big => u32::from_be_bytes(bytes),
        }
    }

    /// A 64-bit field.
    pub(crate) fn long(self, bytes: [u8; 8]) -> u64 {
        match self {
            Self::Little => u64::from_le_bytes(bytes),
            Self::Big => u64::from_be_bytes(bytes),
        }
    }

    /// The two 16-bit fields that were read as one word, in the order of the file.
    pub(crate) fn halves(self, word: u32) -> [u16; 2] {
        let [high, low] = [(word >> 16) as u16, word as u16];
        match self {
            Self::Little => [low, high],
            Self::Big => [high, low],
        }
    }
}

/// The bytes of a block or of its first part, and what it takes to read fields from them: both
/// formats keep all their fixed fields in aligned 32-bit words.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) order: ByteOrder,
    /// Offset in the file of `bytes`.
    pub(crate) offset: u64,
}

impl Fields<'_> {
    /// The `N` consecutive words from byte `at` on. Only a pcapng block can lack them: the headers of
    /// pcap have one length and are there whole.
    #[inline]
    pub(crate) fn words<const N: usize>(&self, at: usize) -> Result<[u32; N], Error> {
        let bytes = self.bytes.get(at..).unwrap_or_default();
        match bytes.as_chunks().0.first_chunk() {
            Some(words) => Ok(words.map(|word| self.order.word(word))),
            None => Err(self.too_short()),
        }
    }

    /// That the block's length, which is its second word, cannot be right.
    #[cold]
    pub(crate) fn too_short(&self) -> Error {
        self.damaged(4, Damage::BlockTooShort)
    }

    /// That the field at byte `at` cannot be right.
    #[cold]
    pub(crate) fn damaged(&self, at: usize, reason: Damage) -> Error {
        Error::Damaged { offset: self.offset_of(at), reason }
    }

    /// Offset in the file of byte `at`.
    pub(crate) fn offset_of(&self, at: usize) -> u64 {
        self.offset.saturating_add(at as u64)
    }
}
