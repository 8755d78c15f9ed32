/* The least that a list of many events can take: reads rows from SQLite and prints a line for each, from start to end
 * of the process.
 *
 *     list DIRECTORY COUNT
 *
 * The first run in a directory makes the rows. */
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"

static int fail(sqlite3 *database) {
  fprintf(stderr, "list: %s\n", sqlite3_errmsg(database));
  return 1;
}

static int fill(sqlite3 *database, int count) {
  sqlite3_stmt *insert;
  if (sqlite3_exec(database,
                   "PRAGMA journal_mode=WAL; BEGIN;"
                   "CREATE TABLE event(id BLOB PRIMARY KEY, start INTEGER NOT NULL, name TEXT NOT NULL)",
                   0, 0, 0) ||
      sqlite3_prepare_v2(database, "INSERT INTO event VALUES(randomblob(16), ?, ?)", -1, &insert, 0))
    return fail(database);
  for (int i = 1; i <= count; i++) {
    char name[100];
    snprintf(name, sizeof name, "Event %d of many, by the lake", i);
    sqlite3_bind_int64(insert, 1, (long)time(0) + 3600L * i);
    sqlite3_bind_text(insert, 2, name, -1, SQLITE_STATIC);
    if (sqlite3_step(insert) != SQLITE_DONE) return fail(database);
    sqlite3_reset(insert);
  }
  sqlite3_finalize(insert);
  return sqlite3_exec(database, "COMMIT", 0, 0, 0) ? fail(database) : 0;
}

int main(int argc, char **argv) {
  int count = argc == 3 ? atoi(argv[2]) : 0;
  if (count < 1) {
    fprintf(stderr, "usage: list DIRECTORY COUNT\n");
    return 2;
  }
  char path[4096];
  snprintf(path, sizeof path, "%s/list.sqlite", argv[1]);
  int is_new = access(path, F_OK) != 0;
  sqlite3 *database;
  sqlite3_stmt *select;
  if (sqlite3_open(path, &database)) return fail(database);
  if (is_new && fill(database, count)) return 1;
  if (sqlite3_prepare_v2(database, "SELECT hex(id), start, name FROM event ORDER BY start, name", -1,
                         &select, 0))
    return fail(database);
  while (sqlite3_step(select) == SQLITE_ROW) {
    time_t start = sqlite3_column_int64(select, 1);
    long left = (long)(start - time(0));
    char date[32];
    struct tm parts;
    strftime(date, sizeof date, "%a %Y-%m-%d %H:%M", localtime_r(&start, &parts));
    printf("  %.8s  %s  %-28.28s  in %ld d %ld h  personal\n", sqlite3_column_text(select, 0), date,
           sqlite3_column_text(select, 2), left / 86400, left / 3600 % 24);
  }
  sqlite3_finalize(select);
  sqlite3_close(database);
  return 0;
}
