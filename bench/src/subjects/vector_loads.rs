//! The load limit: reads every byte once, with the widest registers of the CPU, and does nothing
//! else. In inline assembly, since a compiler would leave it out.
//!
//! ```text
//! blocks of eight registers; then single registers; then the last register's width again, ending
//! with the last byte (an input shorter than a register: one byte at each end)
//! ```

use bench_abi::ChecksumFn;

/// The widest loop that this CPU can run.
pub(super) fn widest() -> ChecksumFn {
    #[cfg(target_arch = "x86_64")]
    {
        if std::is_x86_feature_detected!("avx512f") {
            return avx512;
        }
        if std::is_x86_feature_detected!("avx2") {
            return avx2;
        }
    }
    words
}

/// The loop in assembly, for one width of register.
#[cfg(target_arch = "x86_64")]
macro_rules! load_loop {
    ($name:ident, $width:literal, $load:literal, $registers:literal, $after:literal) => {
        /// Loads `len` bytes at `data`.
        ///
        /// # Safety
        ///
        /// They must be readable, and the CPU must have the registers.
        unsafe extern "C" fn $name(data: *const u8, len: usize) -> u16 {
            if len < $width {
                // SAFETY: as this function demands.
                return unsafe { words(data, len) };
            }
            // SAFETY: as this function demands; the loops stop before `len`, and the last load ends
            // there, at least a register's width from the start.
            unsafe {
                std::arch::asm!(
                    "sub {len}, 8 * {width}",
                    "jb 3f",
                    ".p2align 5",
                    "2:",
                    concat!($load, " ", $registers, "0, [{data}]"),
                    concat!($load, " ", $registers, "1, [{data} + {width}]"),
                    concat!($load, " ", $registers, "2, [{data} + 2 * {width}]"),
                    concat!($load, " ", $registers, "3, [{data} + 3 * {width}]"),
                    concat!($load, " ", $registers, "4, [{data} + 4 * {width}]"),
                    concat!($load, " ", $registers, "5, [{data} + 5 * {width}]"),
                    concat!($load, " ", $registers, "6, [{data} + 6 * {width}]"),
                    concat!($load, " ", $registers, "7, [{data} + 7 * {width}]"),
                    "add {data}, 8 * {width}",
                    "sub {len}, 8 * {width}",
                    "jae 2b",
                    "3:",
                    "add {len}, 7 * {width}",
                    "jnc 5f",
                    "4:",
                    concat!($load, " ", $registers, "0, [{data}]"),
                    "add {data}, {width}",
                    "sub {len}, {width}",
                    "jae 4b",
                    "5:",
                    concat!($load, " ", $registers, "0, [{data} + {len}]"),
                    $after,
                    width = const $width,
                    data = inout(reg) data => _,
                    len = inout(reg) len => _,
                    out("xmm0") _, out("xmm1") _, out("xmm2") _, out("xmm3") _,
                    out("xmm4") _, out("xmm5") _, out("xmm6") _, out("xmm7") _,
                    options(nostack, readonly),
                );
            }
            0
        }
    };
}

#[cfg(target_arch = "x86_64")]
load_loop!(avx512, 64, "vmovdqu64", "zmm", "vzeroupper");
#[cfg(target_arch = "x86_64")]
load_loop!(avx2, 32, "vmovdqu", "ymm", "vzeroupper");

/// Loads `len` bytes at `data`, eight at a time.
///
/// # Safety
///
/// They must be readable.
unsafe extern "C" fn words(data: *const u8, len: usize) -> u16 {
    // SAFETY: as this function demands.
    let data = unsafe { std::slice::from_raw_parts(data, len) };
    let (words, rest) = data.as_chunks::<8>();
    for word in words {
        std::hint::black_box(u64::from_ne_bytes(*word));
    }
    if let Some(last) = rest.last() {
        std::hint::black_box(*last);
    }
    0
}
