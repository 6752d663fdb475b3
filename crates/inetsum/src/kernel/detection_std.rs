//! What this x86-64 CPU has and the operating system supports, as the standard library tells.

use std::arch::is_x86_feature_detected;

pub(crate) fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
}

/// AVX2 and the VNNI instructions that need no AVX-512.
pub(crate) fn has_avxvnni() -> bool {
    has_avx2() && is_x86_feature_detected!("avxvnni")
}

/// AVX-512 F and BW.
pub(crate) fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
}

/// [`has_avx512`] and VNNI.
pub(crate) fn has_avx512vnni() -> bool {
    has_avx512() && is_x86_feature_detected!("avx512vnni")
}
