use std::ops::Range;

use crate::Timestamp;

/// The next piece of a capture file: the pcap file header, a pcap record, or a pcapng block.
///
/// # Examples
///
/// ```
/// # let mut capture = Vec::new();
/// # for field in [0xa1b2c3d4, 0x0002_0004, 0, 0, 65535, 1, 0, 0, 2, 2] {
/// #     capture.extend_from_slice(&u32::to_be_bytes(field));
/// # }
/// # capture.extend_from_slice(&[0x12, 0x34]);
/// let mut reader = inetsum_capture::Reader::new(capture.as_slice())?;
/// let mut edited = Vec::new();
/// while let Some(mut block) = reader.next_block()? {
///     if let Some(frame) = block.frame_bytes_mut() {
///         frame.reverse();
///     }
///     edited.extend_from_slice(block.bytes);
/// }
/// assert_eq!(edited[..40], capture[..40]);
/// assert_eq!(edited[40..], [0x34, 0x12]);
/// # Ok::<(), inetsum_capture::Error>(())
/// ```
#[derive(Debug)]
pub struct Block<'a> {
    /// Offset in the file of the first of [`bytes`](Self::bytes).
    pub offset: u64,
    /// Every byte of the block, headers, padding and trailer included.
    pub bytes: &'a mut [u8],
    /// The packet in this block, if it carries one.
    pub frame: Option<Frame>,
}

impl Block<'_> {
    /// The captured bytes of the frame, if the block carries one.
    #[must_use]
    pub fn frame_bytes(&self) -> Option<&[u8]> {
        self.bytes.get(self.frame.as_ref()?.data.clone())
    }

    /// The captured bytes of the frame, to be changed in place.
    #[must_use]
    pub fn frame_bytes_mut(&mut self) -> Option<&mut [u8]> {
        self.bytes.get_mut(self.frame.as_ref()?.data.clone())
    }

    /// The captured bytes of the frame without its frame check sequence, if the block carries one.
    #[must_use]
    pub fn packet_bytes(&self) -> Option<&[u8]> {
        self.bytes.get(self.frame.as_ref()?.packet())
    }

    /// The captured bytes of the frame without its frame check sequence, to be changed in place.
    #[must_use]
    pub fn packet_bytes_mut(&mut self) -> Option<&mut [u8]> {
        self.bytes.get_mut(self.frame.as_ref()?.packet())
    }

    /// Offset in the file of the frame's first byte.
    #[must_use]
    pub fn frame_offset(&self) -> Option<u64> {
        self.offset.checked_add(self.frame.as_ref()?.data.start as u64)
    }
}

/// What a capture file says about one packet in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Position among the frames of the whole file, from 1.
    pub number: u64,
    /// The interface it was captured on, from 0 in each pcapng section; always 0 in pcap.
    pub interface: u32,
    /// Link-layer type: a number from the [LINKTYPE registry], at most 65535.
    ///
    /// [LINKTYPE registry]: https://www.tcpdump.org/linktypes.html
    pub link_type: u32,
    /// When it was captured; `None` in a Simple Packet Block, and where the options of the interface
    /// do not tell what is counted.
    pub timestamp: Option<Timestamp>,
    /// The captured bytes, as a range of [`Block::bytes`].
    pub data: Range<usize>,
    /// Length on the wire in bytes, as the file says: usually at least that of [`data`](Self::data),
    /// but some writers get it wrong and this crate does not judge.
    pub original_len: usize,
    /// Length in bytes of the frame check sequence that ends the packet on the wire, where the
    /// file declares one; `Some(0)` says that there is none, `None` that the file does not tell.
    pub fcs_len: Option<u8>,
    /// Whether the block also stores a hash of the frame (`epb_hash`, `pack_hash`), which goes
    /// stale when the frame is changed.
    pub has_hash: bool,
}

impl Frame {
    /// Length in bytes of the frame on the wire, without its frame check sequence.
    ///
    /// Where the file says that there was less than what was captured, the captured length counts.
    ///
    /// # Examples
    ///
    /// ```
    /// # let mut capture = Vec::new();
    /// // Big-endian pcap, Ethernet, frames that end in a check sequence of 4 bytes.
    /// for field in [0xa1b2c3d4, 0x0002_0004, 0, 0, 65535, 0x2400_0001] {
    ///     capture.extend_from_slice(&u32::to_be_bytes(field));
    /// }
    /// for field in [0, 0, 64, 64] {
    ///     capture.extend_from_slice(&u32::to_be_bytes(field));
    /// }
    /// capture.extend_from_slice(&[0; 64]);
    ///
    /// let mut reader = inetsum_capture::Reader::new(capture.as_slice())?;
    /// reader.next_block()?;
    /// let block = reader.next_block()?.unwrap();
    /// assert_eq!(block.frame.as_ref().map(|frame| frame.packet_len()), Some(60));
    /// assert_eq!(block.packet_bytes().map(<[u8]>::len), Some(60));
    /// # Ok::<(), inetsum_capture::Error>(())
    /// ```
    #[must_use]
    pub fn packet_len(&self) -> usize {
        let check_sequence = usize::from(self.fcs_len.unwrap_or(0));
        self.original_len.max(self.data.len()).saturating_sub(check_sequence)
    }

    /// The captured bytes without the frame check sequence, as a range of [`Block::bytes`].
    #[must_use]
    pub fn packet(&self) -> Range<usize> {
        let captured = self.data.len().min(self.packet_len());
        self.data.start..self.data.start.saturating_add(captured)
    }
}
