//! The rules of which checksums a frame holds, what each covers and what the awkward cases get: a
//! module each.

mod frames;

mod rules {
    mod addresses;
    mod diagnosis;
    mod fields;
    mod fixing;
    mod fragments;
    mod gre;
    mod gre_tunnels;
    mod icmp;
    mod layers;
    mod lengths;
    mod limits;
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
    mod views;
    mod zeros;
}
