// Writing that begins before it is waited for: sync_file_range(2), which Glibc's module does not show.
#pragma once
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Begins to write what is dirty of a file between two places, and does not wait; -1 with errno when it cannot.
static inline int daybook_begin_writing(int descriptor, int64_t offset, int64_t count) {
    return (int)syscall(SYS_sync_file_range, descriptor, offset, count, 2u /* SYNC_FILE_RANGE_WRITE */);
}
