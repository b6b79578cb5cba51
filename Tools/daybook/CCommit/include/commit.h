#ifndef DAYBOOK_COMMIT_H
#define DAYBOOK_COMMIT_H

/// The commit that was written into this program, or "unknown".
const char *daybook_commit_of_program(void);

#endif
