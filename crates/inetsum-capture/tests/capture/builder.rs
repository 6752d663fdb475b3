//! Builds small captures, in either byte order, whole or faulty as the test needs them.

// Not every program that tests uses all of it.
#![allow(dead_code)]

#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    Little,
    Big,
}

pub(crate) const ORDERS: [Order; 2] = [Order::Little, Order::Big];

impl Order {
    pub(crate) fn u16(self, value: u16) -> [u8; 2] {
        match self {
            Self::Little => value.to_le_bytes(),
            Self::Big => value.to_be_bytes(),
        }
    }

    pub(crate) fn u32(self, value: u32) -> [u8; 4] {
        match self {
            Self::Little => value.to_le_bytes(),
            Self::Big => value.to_be_bytes(),
        }
    }

    fn words(self, words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|&word| self.u32(word)).collect()
    }
}

pub(crate) const MICROSECONDS: u32 = 0xa1b2c3d4;
pub(crate) const NANOSECONDS: u32 = 0xa1b23c4d;
pub(crate) const MODIFIED: u32 = 0xa1b2cd34;

pub(crate) struct Pcap {
    order: Order,
    modified: bool,
    pub(crate) bytes: Vec<u8>,
}

impl Pcap {
    pub(crate) fn new(order: Order, magic: u32, link_type: u32) -> Self {
        Self::with_version(order, magic, [2, 4], link_type)
    }

    pub(crate) fn with_version(
        order: Order,
        magic: u32,
        version: [u16; 2],
        link_type: u32,
    ) -> Self {
        let mut bytes = order.u32(magic).to_vec();
        bytes.extend(version.map(|number| order.u16(number)).concat());
        bytes.extend(order.words(&[0, 0, 65535, link_type]));
        Self { order, modified: magic == MODIFIED, bytes }
    }

    pub(crate) fn record(self, data: &[u8], original: u32) -> Self {
        let captured = data.len() as u32;
        self.record_with_lengths([captured, original], data)
    }

    pub(crate) fn record_with_lengths(mut self, lengths: [u32; 2], data: &[u8]) -> Self {
        self.bytes.extend(self.order.words(&[1_700_000_000, 999_999, lengths[0], lengths[1]]));
        if self.modified {
            self.bytes.extend(self.order.words(&[2, 0x0800_0000]));
        }
        self.bytes.extend(data);
        self
    }
}

/// An option: code and value.
pub(crate) type Opt<'a> = (u16, &'a [u8]);

pub(crate) struct Pcapng {
    order: Order,
    pub(crate) bytes: Vec<u8>,
}

impl Pcapng {
    /// A capture that begins with a section in this byte order.
    pub(crate) fn new(order: Order) -> Self {
        Self { order, bytes: Vec::new() }.section(order)
    }

    pub(crate) fn section(self, order: Order) -> Self {
        self.section_with_version(order, [1, 0], &[])
    }

    pub(crate) fn section_with_version(
        mut self,
        order: Order,
        version: [u16; 2],
        options: &[Opt<'_>],
    ) -> Self {
        self.order = order;
        let mut body = order.u32(0x1a2b3c4d).to_vec();
        body.extend(version.map(|number| order.u16(number)).concat());
        body.extend([0xff; 8]);
        body.extend(self.options(options));
        self.block(0x0a0d0d0a, &body)
    }

    pub(crate) fn interface(self, link_type: u16, snaplen: u32, options: &[Opt<'_>]) -> Self {
        let mut body = [self.order.u16(link_type), [0, 0]].concat();
        body.extend(self.order.u32(snaplen));
        body.extend(self.options(options));
        self.block(1, &body)
    }

    pub(crate) fn enhanced(
        self,
        interface: u32,
        data: &[u8],
        original: u32,
        options: &[Opt<'_>],
    ) -> Self {
        let mut body = self.order.words(&[interface, 0, 0, data.len() as u32, original]);
        body.extend(padded(data));
        body.extend(self.options(options));
        self.block(6, &body)
    }

    pub(crate) fn obsolete(
        self,
        interface: u16,
        data: &[u8],
        original: u32,
        options: &[Opt<'_>],
    ) -> Self {
        let drops = 0xd0d0;
        let mut body = [self.order.u16(interface), self.order.u16(drops)].concat();
        body.extend(self.order.words(&[0, 0, data.len() as u32, original]));
        body.extend(padded(data));
        body.extend(self.options(options));
        self.block(2, &body)
    }

    pub(crate) fn simple(self, data: &[u8], original: u32) -> Self {
        let mut body = self.order.u32(original).to_vec();
        body.extend(padded(data));
        self.block(3, &body)
    }

    pub(crate) fn block(self, block_type: u32, body: &[u8]) -> Self {
        let length = body.len() as u32 + 12;
        self.block_with_lengths(block_type, [length, length], body)
    }

    pub(crate) fn block_with_lengths(
        mut self,
        block_type: u32,
        [leading, trailing]: [u32; 2],
        body: &[u8],
    ) -> Self {
        self.bytes.extend(self.order.words(&[block_type, leading]));
        self.bytes.extend(body);
        self.bytes.extend(self.order.u32(trailing));
        self
    }

    fn options(&self, options: &[Opt<'_>]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (code, value) in options {
            bytes.extend(self.order.u16(*code));
            bytes.extend(self.order.u16(value.len() as u16));
            bytes.extend(padded(value));
        }
        if !options.is_empty() {
            bytes.extend([0; 4]);
        }
        bytes
    }
}

fn padded(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes.resize(bytes.len().next_multiple_of(4), 0xee);
    bytes
}
