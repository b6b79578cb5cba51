// The events that every system gets, as JournalBench wrote them: entries of 140 bytes. And what the programs in C share.
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>

struct entry { uint32_t kind; uint8_t entity[16]; uint8_t payload[120]; };
struct events { const struct entry *entries; long count; };

static inline bool open_events(const char *path, struct events *events) {
    int file = open(path, O_RDONLY);
    struct stat size;
    if (file < 0 || fstat(file, &size) != 0) return false;
    events->count = size.st_size / sizeof(struct entry);
    events->entries = mmap(NULL, size.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    return events->entries != MAP_FAILED && events->count > 0;
}

static inline const struct entry *event_at(const struct events *events, long number) {
    return &events->entries[number % events->count];
}

static inline double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

// A workload and its figures, one for each round.
static inline void say(const char *workload, const double *figures, int count) {
    printf("%s", workload);
    for (int index = 0; index < count; index++) printf("\t%f", figures[index]);
    printf("\n");
    fflush(stdout);
}

// The two tables that a replay fills: how many events each entity had, and its newest kind.
struct slot { uint64_t low, high; uint32_t count, kind; };
struct tables { struct slot *counts, *kinds; size_t slots; };

// Room for `entities`, half of it empty.
static inline struct tables make_tables(size_t entities) {
    struct tables tables = {.slots = 1024};
    while (tables.slots < 2 * entities) tables.slots *= 2;
    tables.counts = calloc(tables.slots, sizeof(struct slot));
    tables.kinds = calloc(tables.slots, sizeof(struct slot));
    if (!tables.counts || !tables.kinds) exit(1);
    return tables;
}

static inline void clear_tables(struct tables *tables) {
    memset(tables->counts, 0, tables->slots * sizeof(struct slot));
    memset(tables->kinds, 0, tables->slots * sizeof(struct slot));
}

static inline struct slot *find_slot(struct slot *slots, size_t count, uint64_t low, uint64_t high) {
    size_t at = ((low ^ high) * 0x9E3779B97F4A7C15u >> 20) & (count - 1);
    while (slots[at].count && (slots[at].low != low || slots[at].high != high)) at = (at + 1) & (count - 1);
    slots[at].low = low, slots[at].high = high;
    return &slots[at];
}

static inline void fold_event(struct tables *tables, const uint8_t *entity, uint32_t kind) {
    uint64_t low, high;
    memcpy(&low, entity, 8), memcpy(&high, entity + 8, 8);
    find_slot(tables->counts, tables->slots, low, high)->count++;
    struct slot *slot = find_slot(tables->kinds, tables->slots, low, high);
    slot->count = 1, slot->kind = kind;
}

static inline uint64_t folded_events(const struct tables *tables) {
    uint64_t sum = 0;
    for (size_t at = 0; at < tables->slots; at++) sum += tables->counts[at].count;
    return sum;
}
