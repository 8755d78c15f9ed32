#include <malloc.h>
#include <sqlite3.h>
#include <sys/prctl.h>

/* Swift calls no function with a variable number of arguments. */
static inline int sqlite3_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* No core file, no debugger and no other program of the user reads the memory of the process from now on. */
static inline int process_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
