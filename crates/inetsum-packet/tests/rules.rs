//! The rules of which checksums a frame holds, what each covers and what the awkward cases get: a
//! module each.

mod frames;

mod rules {
    mod addresses;
    mod fields;
    mod fixing;
    mod fragments;
    mod gre;
    mod gre_tunnels;
    mod icmp;
    mod ieee80211;
    mod lengths;
    mod limits;
    mod link_types;
    mod links;
    mod mpls;
    mod ppp;
    mod reassembly;
    mod speed;
    mod truncation;
    mod tunnels;
    mod udp_lite;
    mod udp_tunnels;
    mod verdicts;
    mod zeros;
}
