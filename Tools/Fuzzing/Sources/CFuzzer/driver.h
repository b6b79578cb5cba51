#include <stddef.h>
#include <stdint.h>

// libFuzzer, which the compiler links with -sanitize=fuzzer and has no header for.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*testOneInput)(const uint8_t *bytes, size_t count));
