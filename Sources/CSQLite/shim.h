#include <sqlite3.h>

/// Takes a name in double quotes for a name, never for a text: Swift calls no function with a variable number of arguments.
static inline void parlor_refuse_quoted_texts(sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (void *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (void *)0);
}
