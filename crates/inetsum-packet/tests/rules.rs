//! The rules of which checksums a frame holds, what each covers and what the awkward cases get: a
//! module each.

mod frames;

mod rules {
    mod addresses;
    mod fields;
    mod fixing;
    mod fragments;
    mod gre;
    mod icmp;
    mod lengths;
    mod limits;
    mod links;
    mod ospf;
    mod pim;
    mod speed;
    mod truncation;
    mod tunnels;
    mod udp_lite;
    mod verdicts;
    mod vrrp;
    mod zeros;
}
