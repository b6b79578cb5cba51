// Waiting for a whole file system: syncfs(2), which Glibc's module does not show.
#pragma once
#include <sys/syscall.h>
#include <unistd.h>

/// Waits until everything written to the file system of `descriptor` is on the disk; -1 with errno when that failed.
static inline int daybook_sync_file_system(int descriptor) {
    return (int)syscall(SYS_syncfs, descriptor);
}
