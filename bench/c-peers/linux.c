/* Linux: add-with-carry over 80 bytes a turn (x86-64), or 4 bytes at a time with
 * CONFIG_GENERIC_CSUM, which is what CPUs without a version of their own get. */
#ifdef CONFIG_GENERIC_CSUM
#define _HAVE_ARCH_COPY_AND_CSUM_FROM_USER
#define HAVE_CSUM_COPY_USER
#include "lib/checksum.c"
#define NAME "Linux csum_partial, generic"
#define FLAGS 0
#define copy_and_sum(dst, src, len) csum_partial_copy_nocheck(src, dst, len)
#else
#include "arch/x86/lib/csum-partial_64.c"
#define NAME "Linux csum_partial"
#define FLAGS (PAGE_END_IS_FIXED_UP | COPIES_ZEROS_AS_ONES)
#define copy_and_sum(dst, src, len) csum_partial_copy_generic(src, dst, len)
#endif

#include <arpa/inet.h>
#include <net/checksum.h>

#include "abi.h"

static uint16_t checksum(const uint8_t *data, size_t len)
{
    return ntohs(csum_fold(csum_partial(data, (int)len, 0)));
}

static uint16_t pieces(const struct piece *pieces, size_t len)
{
    __wsum sum = 0;
    size_t offset = 0;
    for (size_t i = 0; i < len; i++) {
        __wsum next = csum_partial(pieces[i].data, (int)pieces[i].len, 0);
        sum = csum_block_add(sum, next, (int)offset);
        offset += pieces[i].len;
    }
    return ntohs(csum_fold(sum));
}

static uint16_t copy(uint8_t *dst, const uint8_t *src, size_t len)
{
    return ntohs(csum_fold(copy_and_sum(dst, src, (int)len)));
}

static uint16_t updates(uint16_t checksum, const struct change *changes, size_t len)
{
    __sum16 sum = htons(checksum);
    for (size_t i = 0; i < len; i++)
        csum_replace2(&sum, htons(changes[i].old), htons(changes[i].new));
    return ntohs(sum);
}

static uint64_t headers(const uint8_t *first, size_t count, size_t stride)
{
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++)
        total += ntohs(ip_fast_csum(first + i * stride, 5));
    return total;
}

static uint16_t datagram(const struct addresses *addresses, const uint8_t *data, size_t len)
{
    __be32 src, dst;
    memcpy(&src, addresses->src, sizeof src);
    memcpy(&dst, addresses->dst, sizeof dst);
    __wsum sum = csum_partial(data, (int)len, 0);
    __sum16 checksum = csum_tcpudp_magic(src, dst, (__u32)len, IPPROTO_UDP, sum);
    return ntohs(checksum ? checksum : CSUM_MANGLED_0);
}

static const struct entry entry = {
    .name = NAME,
    .flags = FLAGS,
    .checksum = checksum,
    .pieces = pieces,
    .max_pieces = SIZE_MAX,
    .copy = copy,
    .updates = updates,
    .headers = headers,
    .datagram = datagram,
};

struct table bench_table(void)
{
    return (struct table){&entry, 1};
}
