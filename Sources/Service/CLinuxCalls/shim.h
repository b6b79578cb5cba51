// Calls of Linux that Glibc's module does not show.
#pragma once
#include <errno.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <unistd.h>

/// A descriptor of a new file in memory, closed in children; -1 with errno when there is none to be had. memfd_create(2)
static inline int daybook_memory_file(const char *name) {
    return (int)syscall(SYS_memfd_create, name, 1u /* MFD_CLOEXEC */);
}

/// Waits until a child has ended, and leaves it to waitpid(2). pidfd_open(2) and poll(2).
///
/// 1 when it has ended, 0 after so many milliseconds (-1: however long it takes), -1 with errno.
static inline int daybook_await_end(pid_t pid, int milliseconds) {
    int descriptor = (int)syscall(SYS_pidfd_open, pid, 0u);
    if (descriptor < 0) return -1;
    struct pollfd asked = {descriptor, POLLIN, 0};
    int found;
    // Interrupted, it waits anew: a limit may come late by that.
    do found = poll(&asked, 1, milliseconds); while (found < 0 && errno == EINTR);
    int error = errno;
    close(descriptor);
    errno = error;
    return found;
}

// glibc has them since 2.29 and 2.34, and shows them to nobody but GNU sources.
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/// Lets a child begin in a directory, with no descriptor from `from` on.
static inline int daybook_begin_in(posix_spawn_file_actions_t *actions, const char *path, int from) {
    int error = posix_spawn_file_actions_addclosefrom_np(actions, from);
    return error ? error : posix_spawn_file_actions_addchdir_np(actions, path);
}
