/* The least that a search by any part of a name can take: asks SQLite's full-text index of trigrams, in this process.
 *
 *     search DIRECTORY COUNT TIMES WORD…
 *
 * The first run in a directory makes COUNT names. Prints the median and the 99th percentile in microseconds. */
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"

static int fail(sqlite3 *database) {
  fprintf(stderr, "search: %s\n", sqlite3_errmsg(database));
  return 1;
}

static int fill(sqlite3 *database, int count) {
  sqlite3_stmt *name, *part;
  if (sqlite3_exec(database,
                   "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN;"
                   "CREATE TABLE card(id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
                   "CREATE VIRTUAL TABLE part USING fts5(folded, content='', tokenize='trigram')",
                   0, 0, 0) ||
      sqlite3_prepare_v2(database, "INSERT INTO card VALUES(?, ?)", -1, &name, 0) ||
      sqlite3_prepare_v2(database, "INSERT INTO part(rowid, folded) VALUES(?, ?)", -1, &part, 0))
    return fail(database);
  static const char *const first[] = {"amber", "brass", "cinder", "dusk", "ember", "frost", "gilded", "hollow"};
  static const char *const second[] = {"kestrel", "lantern", "mirror", "needle", "orchard", "pilgrim", "quarry", "river"};
  for (int i = 1; i <= count; i++) {
    char text[100];
    snprintf(text, sizeof text, "%s %s of number %d", first[i % 8], second[i / 8 % 8], i);
    sqlite3_stmt *both[] = {name, part};
    for (int j = 0; j < 2; j++) {
      sqlite3_bind_int(both[j], 1, i);
      sqlite3_bind_text(both[j], 2, text, -1, SQLITE_STATIC);
      if (sqlite3_step(both[j]) != SQLITE_DONE) return fail(database);
      sqlite3_reset(both[j]);
    }
  }
  sqlite3_finalize(name);
  sqlite3_finalize(part);
  return sqlite3_exec(database, "COMMIT", 0, 0, 0) ? fail(database) : 0;
}

int main(int argc, char **argv) {
  int count = argc > 4 ? atoi(argv[2]) : 0, times = argc > 4 ? atoi(argv[3]) : 0;
  if (count < 1 || times < 1) {
    fprintf(stderr, "usage: search DIRECTORY COUNT TIMES WORD…\n");
    return 2;
  }
  char path[4096];
  snprintf(path, sizeof path, "%s/search.sqlite", argv[1]);
  int is_new = access(path, F_OK) != 0;
  sqlite3 *database;
  sqlite3_stmt *select;
  if (sqlite3_open(path, &database)) return fail(database);
  if (is_new && fill(database, count)) return 1;
  if (sqlite3_prepare_v2(database,
                         "SELECT name FROM card WHERE id IN (SELECT rowid FROM part WHERE part MATCH ?)"
                         " ORDER BY name LIMIT 50",
                         -1, &select, 0))
    return fail(database);
  double *latencies = calloc((size_t)times, sizeof *latencies);
  if (!latencies) return 1;
  double start = microseconds();
  for (int i = 0; i < times; i++) {
    char word[100];
    snprintf(word, sizeof word, "\"%s\"", argv[4 + i % (argc - 4)]);
    double before = microseconds();
    sqlite3_bind_text(select, 1, word, -1, SQLITE_STATIC);
    while (sqlite3_step(select) == SQLITE_ROW) {
      if (!sqlite3_column_text(select, 0)) return fail(database);
    }
    sqlite3_reset(select);
    latencies[i] = microseconds() - before;
  }
  print_latencies(latencies, times, microseconds() - start);
  sqlite3_finalize(select);
  sqlite3_close(database);
  return 0;
}
