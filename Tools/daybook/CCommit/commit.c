#include "commit.h"

// In a section of its own, where Tools/deploy/stamp finds it in the finished program: a commit makes no build slower.
__attribute__((section(".daybook.commit"), used)) static const char commit[64] = "unknown";

const char *daybook_commit_of_program(void) { return commit; }
