//! Which checksums a command looks at.

use inetsum_packet::Protocol;

use crate::args::Only;

/// The protocols chosen with `--only`; all of them if none was.
#[derive(Debug, Clone)]
pub(crate) struct Selection(Vec<Protocol>);

impl From<&Only> for Selection {
    fn from(only: &Only) -> Selection {
        Selection(only.only.clone())
    }
}

impl Selection {
    pub(crate) fn contains(&self, protocol: Protocol) -> bool {
        self.0.is_empty() || self.0.contains(&protocol)
    }
}
