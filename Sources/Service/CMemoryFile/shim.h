// A file without a place on any disk: memfd_create(2), which Glibc's module does not show.
#pragma once
#include <sys/syscall.h>
#include <unistd.h>

/// A descriptor of a new file in memory, closed in children; -1 with errno when there is none to be had.
static inline int daybook_memory_file(const char *name) {
    return (int)syscall(SYS_memfd_create, name, 1u /* MFD_CLOEXEC */);
}
