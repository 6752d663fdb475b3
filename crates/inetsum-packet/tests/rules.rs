//! The rules of which checksums a frame holds, what each covers and what the awkward cases get: a
//! module each.

mod frames;

mod rules {
    mod addresses;
    mod dccp;
    mod diagnosis;
    mod fields;
    mod fixing;
    mod fragments;
    mod gre;
    mod gre_tunnels;
    mod hip;
    mod icmp;
    mod ieee80211;
    mod layers;
    mod lengths;
    mod limits;
    mod link_types;
    mod links;
    mod minimal_encapsulation;
    mod mobility_header;
    mod mpls;
    mod nhrp;
    mod notes;
    mod ospf;
    mod pgm;
    mod pim;
    mod ppp;
    mod reassembly;
    mod rsvp;
    mod shim6;
    mod speed;
    mod truncation;
    mod tunnels;
    mod udp_lite;
    mod udp_tunnels;
    mod verdicts;
    mod views;
    mod vrrp;
    mod whole_message;
    mod zeros;
}
