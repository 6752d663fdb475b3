//! What the reader holds to, on captures built here and on every capture at hand.

mod against_pcap_parser;
mod builder;
mod corpus;
mod damage;
mod oracle;
mod pcap;
mod pcapng;
mod reading;
mod streaming;
mod timestamps;
