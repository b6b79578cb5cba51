// The events that every system gets, as JournalBench wrote them: entries of 140 bytes.
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>

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
