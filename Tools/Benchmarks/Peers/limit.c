// What a plain loop in C can do with the same records: read LZ4 frames of 64 KiB with a checksum, verify, decompress, parse,
// and fold into two hash tables (how many events each entity had, and its newest kind). One core, no chain, no services.
//   limit EVENTS FILE     writes FILE first, durably, in batches of 1,000; then folds it three times
#include <fcntl.h>
#include <lz4.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>
#include "events.h"

enum { BATCH = 1000, RAW = BATCH * 140, SLOTS = 1 << 21 };

struct slot { uint64_t low, high; uint32_t count, kind; };
static struct slot *first_table, *second_table;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static struct slot *find(struct slot *table, uint64_t low, uint64_t high) {
    size_t at = (low * 0x9E3779B97F4A7C15u ^ high) & (SLOTS - 1);
    while (table[at].count && (table[at].low != low || table[at].high != high)) at = (at + 1) & (SLOTS - 1);
    table[at].low = low, table[at].high = high;
    return &table[at];
}

static long fold(const uint8_t *bytes, size_t size) {
    static uint8_t raw[RAW];
    long folded = 0;
    for (size_t at = 0; at < size;) {
        uint32_t length;
        uint64_t checksum;
        memcpy(&length, bytes + at, 4), memcpy(&checksum, bytes + at + 4, 8);
        if (XXH64(bytes + at + 12, length, 0) != checksum) exit(1);
        int filled = LZ4_decompress_safe((const char *)bytes + at + 12, (char *)raw, length, RAW);
        if (filled <= 0) exit(1);
        at += 12 + length;
        for (int place = 0; place < filled; place += sizeof(struct entry), folded++) {
            const struct entry *entry = (const struct entry *)(raw + place);
            uint64_t low, high;
            memcpy(&low, entry->entity, 8), memcpy(&high, entry->entity + 8, 8);
            find(first_table, low, high)->count++;
            struct slot *slot = find(second_table, low, high);
            slot->count = 1, slot->kind = entry->kind + entry->payload[7];
        }
    }
    return folded;
}

int main(int count, char **arguments) {
    struct events events;
    if (count != 3 || !open_events(arguments[1], &events)) {
        fprintf(stderr, "limit EVENTS FILE\n");
        return 2;
    }
    printf("version\tC, LZ4 %s, XXH64, one core\n", LZ4_versionString());
    first_table = calloc(SLOTS, sizeof *first_table), second_table = calloc(SLOTS, sizeof *second_table);
    int file = open(arguments[2], O_CREAT | O_TRUNC | O_RDWR, 0600);
    static char packed[LZ4_COMPRESSBOUND(RAW) + 12];
    double start = now();
    size_t size = 0;
    for (long number = 0; number + BATCH <= events.count; number += BATCH) {
        uint32_t length = LZ4_compress_default((const char *)event_at(&events, number), packed + 12, RAW, sizeof packed - 12);
        uint64_t checksum = XXH64(packed + 12, length, 0);
        memcpy(packed, &length, 4), memcpy(packed + 4, &checksum, 8);
        if (write(file, packed, length + 12) != length + 12 || fdatasync(file) != 0) return 1;
        size += length + 12;
    }
    long written = events.count / BATCH * BATCH;
    printf("append, batches of 1,000\t%f\n", written / (now() - start));
    const uint8_t *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    double best = 0;
    for (int round = 0; round < 3; round++) {
        memset(first_table, 0, SLOTS * sizeof *first_table), memset(second_table, 0, SLOTS * sizeof *second_table);
        start = now();
        if (fold(bytes, size) != written) return 1;
        double rate = written / (now() - start);
        if (rate > best) best = rate;
    }
    printf("replay into views\t%f\n", best);
    printf("bytes per event on disk\t%f\n", (double)size / written);
    return 0;
}
