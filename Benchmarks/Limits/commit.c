/* How long one durable SQLite transaction takes: write-ahead log, synchronous FULL.
 *
 *     commit DIRECTORY COUNT INSERTS
 *
 * COUNT transactions of INSERTS rows of 100 bytes each; the rate is that of rows. */
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"

static const char *const SCHEMA =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
    "CREATE TABLE moves(id INTEGER PRIMARY KEY, game INTEGER NOT NULL, step INTEGER NOT NULL,"
    " payload BLOB NOT NULL); CREATE UNIQUE INDEX move ON moves(game, step);";

static int fail(sqlite3 *database) {
  fprintf(stderr, "commit: %s\n", sqlite3_errmsg(database));
  return 1;
}

int main(int argc, char **argv) {
  int count = argc == 4 ? atoi(argv[2]) : 0, inserts = argc == 4 ? atoi(argv[3]) : 0;
  if (count < 1 || inserts < 1) {
    fprintf(stderr, "usage: commit DIRECTORY COUNT INSERTS\n");
    return 2;
  }
  char path[4096], payload[100];
  snprintf(path, sizeof path, "%s/commit-%ld.sqlite", argv[1], (long)getpid());
  memset(payload, 'p', sizeof payload);
  sqlite3 *database;
  sqlite3_stmt *insert;
  if (sqlite3_open(path, &database) || sqlite3_exec(database, SCHEMA, 0, 0, 0) ||
      sqlite3_prepare_v2(database, "INSERT INTO moves(game, step, payload) VALUES(?, ?, ?)", -1,
                         &insert, 0))
    return fail(database);
  double *latencies = calloc((size_t)count, sizeof *latencies);
  if (!latencies) return fail(database);
  double start = microseconds();
  for (int i = 0, row = 0; i < count; i++) {
    double before = microseconds();
    if (sqlite3_exec(database, "BEGIN IMMEDIATE", 0, 0, 0)) return fail(database);
    for (int j = 0; j < inserts; j++, row++) {
      sqlite3_bind_int(insert, 1, row / 300);
      sqlite3_bind_int(insert, 2, row % 300);
      sqlite3_bind_blob(insert, 3, payload, sizeof payload, SQLITE_STATIC);
      if (sqlite3_step(insert) != SQLITE_DONE) return fail(database);
      sqlite3_reset(insert);
    }
    if (sqlite3_exec(database, "COMMIT", 0, 0, 0)) return fail(database);
    latencies[i] = microseconds() - before;
  }
  double total = microseconds() - start;
  sqlite3_finalize(insert);
  sqlite3_close(database);
  unlink(path);
  qsort(latencies, (size_t)count, sizeof *latencies, by_value);
  printf("p50 %.1f p99 %.1f rate %.0f\n", latencies[count / 2], latencies[count * 99 / 100],
         (double)count * inserts / (total / 1e6));
  return 0;
}
