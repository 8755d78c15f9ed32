#include <sqlite3.h>

/// Sets what SQLite leaves open: Swift calls no function with a variable number of arguments.
///
/// A name in double quotes is a name, never a text. The plan of a query depends on its text alone: otherwise each value that is
/// bound where a partial index has a constant has it compiled anew.
static inline void parlor_configure(sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (void *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (void *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_QPSG, 1, (void *)0);
}
