//! What this x86-64 CPU has and the operating system supports, as CPUID and XGETBV tell (Intel SDM
//! volume 1 § 13.3 and § 14.3).

use core::arch::x86_64::{__cpuid_count, _xgetbv, CpuidResult};

/// Leaf 1, ECX: the operating system has enabled XGETBV.
const OSXSAVE: u32 = 1 << 27;
/// Leaf 7, EBX.
const AVX2: u32 = 1 << 5;
const AVX512F: u32 = 1 << 16;
const AVX512BW: u32 = 1 << 30;
/// Leaf 7, ECX.
const AVX512_VNNI: u32 = 1 << 11;
/// Leaf 7, part 1, EAX.
const AVX_VNNI: u32 = 1 << 4;

/// XCR0: the operating system keeps XMM and YMM registers.
const YMM_STATE: u64 = 0b110;
/// XCR0: and the mask registers and all of the ZMM registers.
const ZMM_STATE: u64 = 0b1110_0110;

pub(crate) fn has_avx2() -> bool {
    let features = Features::read();
    features.ebx & AVX2 != 0 && features.keeps(YMM_STATE)
}

/// AVX2 and the VNNI instructions that need no AVX-512.
pub(crate) fn has_avxvnni() -> bool {
    has_avx2() && Features::read().eax_7_1 & AVX_VNNI != 0
}

/// AVX-512 F and BW.
pub(crate) fn has_avx512() -> bool {
    let (features, wanted) = (Features::read(), AVX512F | AVX512BW);
    features.ebx & wanted == wanted && features.keeps(ZMM_STATE)
}

/// [`has_avx512`] and VNNI.
pub(crate) fn has_avx512vnni() -> bool {
    has_avx512() && Features::read().ecx & AVX512_VNNI != 0
}

/// Leaf 7, its part 1 and XCR0; zeros where the CPU has none.
#[derive(Default)]
struct Features {
    ebx: u32,
    ecx: u32,
    eax_7_1: u32,
    xcr0: u64,
}

impl Features {
    fn read() -> Features {
        if cpuid(0, 0).eax < 7 || cpuid(1, 0).ecx & OSXSAVE == 0 {
            return Features::default();
        }
        let leaf_7 = cpuid(7, 0);
        // EAX of part 0 is the number of the last part.
        let eax_7_1 = if leaf_7.eax < 1 { 0 } else { cpuid(7, 1).eax };
        // SAFETY: OSXSAVE tells that the CPU has XGETBV and that the operating system has enabled
        // it.
        let xcr0 = unsafe { read_xcr0() };
        Features { ebx: leaf_7.ebx, ecx: leaf_7.ecx, eax_7_1, xcr0 }
    }

    fn keeps(&self, state: u64) -> bool {
        self.xcr0 & state == state
    }
}

/// Reads a part of a leaf.
fn cpuid(leaf: u32, part: u32) -> CpuidResult {
    // Newer compilers call it safe.
    #[allow(unused_unsafe)]
    // SAFETY: every x86-64 CPU has the instruction.
    unsafe {
        __cpuid_count(leaf, part)
    }
}

/// Reads XCR0.
///
/// # Safety
///
/// The CPU has XGETBV, and the operating system has enabled it.
#[target_feature(enable = "xsave")]
unsafe fn read_xcr0() -> u64 {
    // SAFETY: enabled, as the caller promises, and XCR0 exists wherever it is.
    unsafe { _xgetbv(0) }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::{has_avx2, has_avx512, has_avx512vnni, has_avxvnni};

    #[test]
    fn agrees_with_the_standard_library() {
        use std::arch::is_x86_feature_detected as detected;
        let avx512 = detected!("avx512f") && detected!("avx512bw");
        assert_eq!(has_avx2(), detected!("avx2"));
        assert_eq!(has_avxvnni(), detected!("avx2") && detected!("avxvnni"));
        assert_eq!(has_avx512(), avx512);
        assert_eq!(has_avx512vnni(), avx512 && detected!("avx512vnni"));
    }
}
