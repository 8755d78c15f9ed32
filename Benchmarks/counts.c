// Counts what a daemon asks of its libraries: preloaded into it by `scripts/bench --counts`.
//
// The counts are in the file $PARLOR_COUNTS/PROCESS, which is mapped: four numbers, then statements by their text.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { TEXTS = 256, TEXT = 120 };

struct text {
  atomic_long count;
  char text[TEXT];
};

struct counts {
  atomic_long statements, mallocs, syncs, bytes;
  struct text texts[TEXTS];
};

static struct counts unwatched;
static struct counts *counts = &unwatched;

typedef struct sqlite3_stmt statement;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

__attribute__((constructor)) static void begin(void) {
  const char *folder = getenv("PARLOR_COUNTS");
  if (!folder) return;
  char path[4096];
  snprintf(path, sizeof path, "%s/%d", folder, (int)getpid());
  int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return;
  if (ftruncate(file, sizeof(struct counts)) == 0) {
    void *map = mmap(NULL, sizeof(struct counts), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map != MAP_FAILED) counts = map;
  }
  close(file);
}

void *malloc(size_t size) {
  counts->mallocs++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  counts->mallocs++;
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  counts->mallocs++;
  return __libc_realloc(old, size);
}

// The function of the library that this one stands before.
#define NEXT(type, name, ...)                                  \
  static type (*next)(__VA_ARGS__);                            \
  if (!next) next = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

int fsync(int file) {
  NEXT(int, "fsync", int);
  counts->syncs++;
  return next(file);
}

int fdatasync(int file) {
  NEXT(int, "fdatasync", int);
  counts->syncs++;
  return next(file);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t place) {
  NEXT(ssize_t, "pwrite", int, const void *, size_t, off_t);
  counts->bytes += (long)size;
  return next(file, bytes, size, place);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t place) {
  NEXT(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  counts->bytes += (long)size;
  return next(file, bytes, size, place);
}

static void count(const char *text) {
  unsigned hash = 5381;
  for (const char *letter = text; *letter; letter++) hash = hash * 33 + (unsigned char)*letter;
  for (unsigned step = 0; step < TEXTS; step++) {
    struct text *place = &counts->texts[(hash + step) % TEXTS];
    // One thread writes, and the few that read do not count exactly.
    if (!place->text[0]) strncpy(place->text, text, TEXT - 1);
    if (strncmp(place->text, text, TEXT - 1) != 0) continue;
    place->count++;
    return;
  }
}

int sqlite3_step(statement *running) {
  NEXT(int, "sqlite3_step", statement *);
  static const char *(*text)(statement *);
  if (!text) text = (const char *(*)(statement *))dlsym(RTLD_NEXT, "sqlite3_sql");
  int result = next(running);
  // A row more is no statement more: 100 is SQLITE_ROW.
  if (result == 100) return result;
  counts->statements++;
  const char *words = text ? text(running) : NULL;
  if (words) count(words);
  return result;
}
