/* How long it takes to write small files, each under a name that appears at once, and to have all of them on the disk.
 *
 *     files DIRECTORY COUNT
 *
 * Each has 400 bytes, as a calendar file of one event. They stay there: who deletes many slows down who makes the next ones. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"

static int fail(const char *what) {
  perror(what);
  return 1;
}

int main(int argc, char **argv) {
  int count = argc == 3 ? atoi(argv[2]) : 0;
  if (count < 1) {
    fprintf(stderr, "usage: files DIRECTORY COUNT\n");
    return 2;
  }
  char path[4096], name[64], bytes[400];
  memset(bytes, 'x', sizeof bytes);
  snprintf(path, sizeof path, "%s/files-%ld", argv[1], (long)getpid());
  if (mkdir(path, 0700) != 0) return fail(path);
  int directory = open(path, O_RDONLY | O_DIRECTORY);
  if (directory < 0) return fail(path);
  for (int i = 0; i < count; i++) {
    int file = openat(directory, ".unfinished", O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (file < 0 || write(file, bytes, sizeof bytes) != (ssize_t)sizeof bytes || close(file) != 0)
      return fail("write");
    snprintf(name, sizeof name, "%d.ics", i);
    if (renameat(directory, ".unfinished", directory, name) != 0) return fail(name);
  }
  if (syncfs(directory) != 0) return fail("syncfs");
  return close(directory) != 0;
}
