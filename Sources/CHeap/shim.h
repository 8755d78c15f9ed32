#include <malloc.h>
#include <sqlite3.h>

/* Swift calls no function with a variable number of arguments. */
static inline int sqlite3_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
