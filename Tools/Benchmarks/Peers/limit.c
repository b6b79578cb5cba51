// What a plain loop in C can do with the same records: read LZ4 frames of 1,000 events with a checksum, verify, decompress,
// parse, and fold into two hash tables. One core, no chain, no index, no services.
//   limit EVENTS FILE     writes FILE first, durably, in batches of 1,000; then folds it
#include <lz4.h>
#include <unistd.h>
#include <xxhash.h>
#include "events.h"

enum { BATCH = 1000, RAW = BATCH * 140, ROUNDS = 5 };

static long fold(const uint8_t *bytes, size_t size, struct tables *tables) {
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
            fold_event(tables, entry->entity, entry->kind);
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
    int file = open(arguments[2], O_CREAT | O_TRUNC | O_RDWR, 0600);
    static char packed[LZ4_COMPRESSBOUND(RAW) + 12];
    double figures[ROUNDS], start = now();
    size_t size = 0;
    for (long number = 0; number + BATCH <= events.count; number += BATCH) {
        uint32_t length = LZ4_compress_default((const char *)event_at(&events, number), packed + 12, RAW, sizeof packed - 12);
        uint64_t checksum = XXH64(packed + 12, length, 0);
        memcpy(packed, &length, 4), memcpy(packed + 4, &checksum, 8);
        if (write(file, packed, length + 12) != length + 12 || fdatasync(file) != 0) return 1;
        size += length + 12;
    }
    long written = events.count / BATCH * BATCH;
    figures[0] = written / (now() - start);
    say("append, batches of 1,000", figures, 1);
    const uint8_t *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    struct tables tables = make_tables(events.count / 10 + 1);
    for (int round = 0; round < ROUNDS; round++) {
        clear_tables(&tables);
        start = now();
        if (fold(bytes, size, &tables) != written) return 1;
        figures[round] = written / (now() - start);
        if (folded_events(&tables) != (uint64_t)written) return 1;
    }
    say("replay into two tables", figures, ROUNDS);
    figures[0] = (double)size / written;
    say("bytes per event on disk", figures, 1);
    figures[0] = written;
    say("events in the store", figures, 1);
    return 0;
}
