#ifndef COUNTED_MALLOC_H
#define COUNTED_MALLOC_H

/// How often this process has asked for memory so far, on all threads; always 0 under a sanitizer, which has an
/// allocator of its own.
///
/// Linking this target into a program replaces the allocator's doors by ones that count and hand on to it.
/// Source: the GNU C library's manual, section 3.2.5, "Replacing malloc".
unsigned long counted_malloc_calls(void);

/// What one thread has asked of memory so far; zeros under a sanitizer.
struct counted_malloc_cost {
    unsigned long calls, bytes;
};

/// What the calling thread has asked of memory so far.
struct counted_malloc_cost counted_malloc_cost(void);

#endif
