#include "counted_malloc.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_ulong calls;
static _Thread_local struct counted_malloc_cost own;

unsigned long counted_malloc_calls(void) { return atomic_load_explicit(&calls, memory_order_relaxed); }

struct counted_malloc_cost counted_malloc_cost(void) { return own; }

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static void count(size_t size) {
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    own.calls += 1;
    own.bytes += size;
}

void *malloc(size_t size) {
    count(size);
    return __libc_malloc(size);
}

void *calloc(size_t members, size_t size) {
    count(members * size);
    return __libc_calloc(members, size);
}

void *realloc(void *old, size_t size) {
    count(size);
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count(size);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    count(size);
    void *memory = __libc_memalign(alignment, size);
    if (memory == NULL) return ENOMEM;
    *result = memory;
    return 0;
}

#endif
