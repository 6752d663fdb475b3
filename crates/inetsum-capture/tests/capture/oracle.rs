//! The same captures read by pcap-parser, which knows no obsolete Packet Blocks, no snaplen in
//! Simple Packet Blocks and no big-endian "modified" pcap.

use inetsum_capture::Frame;
use pcap_parser::pcapng::Block as NgBlock;
use pcap_parser::traits::PcapNGPacketBlock;
use pcap_parser::{PcapBlockOwned, PcapError, PcapNGOption, create_reader};

use crate::reading::ReadFrame;

pub(crate) const IF_FCSLEN: u16 = 13;
const EPB_HASH: u16 = 3;
const END_OF_OPTIONS: u16 = 0;

pub(crate) struct OracleReading {
    pub(crate) frames: Vec<ReadFrame>,
    /// Whether it came to the end of the file without a complaint.
    pub(crate) whole: bool,
}

/// Reads `file` with pcap-parser, as far as that goes.
pub(crate) fn read_with_oracle(file: &[u8]) -> OracleReading {
    let mut frames = Frames::default();
    let whole = read_blocks(file, |place, len, block| frames.note(place, len, block)).is_some();
    OracleReading { frames: frames.seen, whole }
}

fn read_blocks(file: &[u8], mut note: impl FnMut(u64, usize, PcapBlockOwned<'_>)) -> Option<()> {
    let mut reader = create_reader(file.len() + 1024, file).ok()?;
    loop {
        let place = reader.consumed() as u64;
        match reader.next() {
            Ok((len, block)) => {
                note(place, len, block);
                reader.consume(len);
            }
            Err(PcapError::Incomplete(_)) => reader.refill().ok()?,
            Err(PcapError::Eof) => return Some(()),
            Err(_) => return None,
        }
    }
}

/// The first option of this code; what stands behind the end of the options is none, although
/// pcap-parser gives it.
fn option<'o>(options: &'o [PcapNGOption<'o>], code: u16) -> Option<&'o PcapNGOption<'o>> {
    options
        .iter()
        .take_while(|option| option.code.0 != END_OF_OPTIONS)
        .find(|option| option.code.0 == code)
}

#[derive(Default)]
struct Frames {
    /// Link type and FCS length of each interface of the section.
    interfaces: Vec<(u32, Option<u8>)>,
    seen: Vec<ReadFrame>,
}

impl Frames {
    fn note(&mut self, place: u64, len: usize, block: PcapBlockOwned<'_>) {
        match block {
            PcapBlockOwned::LegacyHeader(header) => {
                let field = header.network.0 as u32;
                let fcs_len = (field & 1 << 26 != 0).then_some((field >> 28) as u8 * 2);
                self.interfaces = vec![(field & 0xffff, fcs_len)];
            }
            PcapBlockOwned::Legacy(record) => {
                let at = len - record.data.len();
                self.push(place, at, record.data, 0, record.origlen, false);
            }
            PcapBlockOwned::NG(NgBlock::SectionHeader(_)) => self.interfaces.clear(),
            PcapBlockOwned::NG(NgBlock::InterfaceDescription(interface)) => {
                let fcs_len = option(&interface.options, IF_FCSLEN);
                let fcs_len = fcs_len.map(|option| option.value()[0]);
                self.interfaces.push((interface.linktype.0 as u32, fcs_len));
            }
            PcapBlockOwned::NG(NgBlock::EnhancedPacket(packet)) => {
                let has_hash = option(&packet.options, EPB_HASH).is_some();
                let data = packet.packet_data();
                self.push(place, 28, data, packet.if_id, packet.origlen, has_hash);
            }
            PcapBlockOwned::NG(NgBlock::SimplePacket(packet)) => {
                self.push(place, 12, packet.packet_data(), 0, packet.origlen, false);
            }
            PcapBlockOwned::NG(_) => {}
        }
    }

    fn push(
        &mut self,
        place: u64,
        at: usize,
        data: &[u8],
        interface: u32,
        original_len: u32,
        has_hash: bool,
    ) {
        let (link_type, fcs_len) = self.interfaces[interface as usize];
        self.seen.push(ReadFrame {
            about: Frame {
                number: self.seen.len() as u64 + 1,
                interface,
                link_type,
                data: at..at + data.len(),
                original_len: original_len as usize,
                timestamp: None,
                fcs_len,
                has_hash,
            },
            offset: place + at as u64,
            bytes: data.to_vec(),
        });
    }
}
