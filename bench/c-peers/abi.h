/* The table of functions through which the benchmark calls an implementation: ../abi/src/lib.rs in
 * C, where each type and field is described. */
#ifndef BENCH_ABI_H
#define BENCH_ABI_H

#include <stddef.h>
#include <stdint.h>

struct piece {
    const uint8_t *data;
    size_t len;
};

struct change {
    uint16_t old, new;
};

struct addresses {
    uint8_t src[4], dst[4];
};

enum { PAGE_END_IS_FIXED_UP = 2, COPIES_ZEROS_AS_ONES = 4 };

struct entry {
    const char *name;
    uint32_t flags;
    uint16_t (*checksum)(const uint8_t *data, size_t len);
    uint16_t (*pieces)(const struct piece *pieces, size_t len);
    size_t max_pieces;
    uint16_t (*copy)(uint8_t *dst, const uint8_t *src, size_t len);
    uint16_t (*updates)(uint16_t checksum, const struct change *changes, size_t len);
    uint64_t (*headers)(const uint8_t *first, size_t count, size_t stride);
    uint16_t (*datagram)(const struct addresses *addresses, const uint8_t *data, size_t len);
};

struct table {
    const struct entry *entries;
    size_t len;
};

/* The only symbol that is looked up. */
__attribute__((visibility("default"))) struct table bench_table(void);

#endif
