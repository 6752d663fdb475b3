/* What the Linux kernel's checksum files expect of its other headers; the compiler reads this first,
 * and empty files in place of those headers. */
#ifndef BENCH_LINUX_H
#define BENCH_LINUX_H

#ifdef __ASSEMBLER__

#define SYM_FUNC_START(name) .globl name; .hidden name; .type name, @function; .p2align 4; name:
#define SYM_FUNC_END(name) .size name, . - name; .section .note.GNU-stack, "", @progbits
#define RET ret
/* Nothing faults here. */
#define _ASM_EXTABLE(from, to)
#define _ASM_EXTABLE_UA(from, to)

#else

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The kernel defines one of the two, the C library both. */
#undef __BIG_ENDIAN
#ifndef __LITTLE_ENDIAN
#define __LITTLE_ENDIAN 1234
#endif

typedef uint8_t u8, __u8;
typedef uint16_t u16, __be16, __sum16;
typedef uint32_t u32, __u32, __be32, __wsum;
typedef uint64_t u64;

#define __force
#define __user
#define __visible
#define EXPORT_SYMBOL(name)
#define likely(condition) __builtin_expect(!!(condition), 1)
#define unlikely(condition) __builtin_expect(!!(condition), 0)
#ifndef __always_inline
#define __always_inline inline __attribute__((always_inline))
#endif

static inline u32 ror32(u32 word, unsigned int count)
{
    return word >> count | word << (32 - count);
}

static inline u64 ror64(u64 word, unsigned int count)
{
    return word >> count | word << (64 - count);
}

/* In the kernel, a fault in here is repaired: the bytes of the missing page are 0. */
static inline unsigned long load_unaligned_zeropad(const void *address)
{
    unsigned long word;
    memcpy(&word, address, sizeof word);
    return word;
}

#endif
#endif
