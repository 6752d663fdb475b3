//! The rules of which checksums a frame holds, what each covers and what the awkward cases get: a
//! module each.

mod frames;

mod rules {
    mod addresses;
    mod dccp;
    mod fields;
    mod fixing;
    mod fragments;
    mod gre;
    mod hip;
    mod icmp;
    mod lengths;
    mod limits;
    mod links;
    mod minimal_encapsulation;
    mod mobility_header;
    mod nhrp;
    mod ospf;
    mod pgm;
    mod pim;
    mod rsvp;
    mod shim6;
    mod speed;
    mod truncation;
    mod tunnels;
    mod udp_lite;
    mod verdicts;
    mod vrrp;
    mod whole_message;
    mod zeros;
}
