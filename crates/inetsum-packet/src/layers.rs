//! Where the layers of a frame lie.

use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, LinkType};

/// A layer of a frame and where it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LayerSpan {
    /// The layer.
    pub layer: Layer,
    /// Where its header starts, in bytes from the start of the frame. A header that is read as one with
    /// another starts where that does: a switch's tag in an Ethernet header, 802.11 behind radiotap,
    /// Prism or AVS, LLC behind a SunATM header.
    pub at: usize,
    /// Where its content ends by the headers before it, which may be beyond what was captured. Its
    /// own header may state an earlier end, as in a padded frame.
    pub end: usize,
    /// How many IP packets lie around it: 0 for the outermost, at most 16.
    pub depth: u8,
    /// Whether it belongs to a packet that an ICMP error quotes.
    pub quoted: bool,
}

/// Gives each layer of a frame, those without a checksum too, in the order in which they are read:
/// from the outside in, and the extension of an ICMP error before the packet that it quotes. Of more
/// than 40 layers in one another, the first 40.
///
/// The parameters are those of [`checksum_fields`](crate::checksum_fields).
///
/// # Examples
///
/// ```
/// use inetsum_packet::{Layer, LinkType, layers};
///
/// let packet = b"\x45\0\0\x20\0\0\0\0\x40\x11\0\0\xc0\0\x02\x01\xc6\x33\x64\x02\
///     \xc0\x01\0\x35\0\x0c\0\0data";
/// let found: Vec<_> = layers(packet, LinkType::RAW, packet.len())
///     .map(|layer| (layer.layer, layer.at..layer.end))
///     .collect();
/// assert_eq!(found, [(Layer::Ipv4, 0..32), (Layer::Udp, 20..32)]);
/// ```
pub fn layers(
    frame: &[u8],
    link: LinkType,
    original_len: usize,
) -> impl Iterator<Item = LayerSpan> {
    Layers {
        walk: Walk::new(frame, link, original_len),
        span: Span { at: 0, end: 0, limit: 0, is_loose: false },
        depth: 0,
        quoted: false,
        known: 0,
    }
}

struct Layers<'f> {
    walk: Walk<'f>,
    /// What was read last.
    span: Span,
    depth: u8,
    quoted: bool,
    /// How many layers of the path were given.
    known: usize,
}

impl Iterator for Layers<'_> {
    type Item = LayerSpan;

    fn next(&mut self) -> Option<LayerSpan> {
        loop {
            if let Some(&layer) = self.walk.path().layers().get(self.known) {
                self.known = self.known.saturating_add(1);
                let Layers { span, depth, quoted, .. } = *self;
                return Some(LayerSpan { layer, at: span.at, end: span.end, depth, quoted });
            }
            let pending = self.walk.pop()?;
            let place = pending.place();
            self.span = pending.span();
            self.depth = place.depth;
            self.quoted = place.quoted;
            self.known = place.path_len.into();
            self.walk.read(pending);
        }
    }
}
