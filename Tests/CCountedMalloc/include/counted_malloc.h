#ifndef COUNTED_MALLOC_H
#define COUNTED_MALLOC_H

/// How often this process has asked for memory so far, on all threads; always 0 under a sanitizer, which has an
/// allocator of its own.
///
/// Linking this target into a program replaces the allocator's doors by ones that count and hand on to it.
/// Source: the GNU C library's manual, section 3.2.5, "Replacing malloc".
unsigned long counted_malloc_calls(void);

#endif
