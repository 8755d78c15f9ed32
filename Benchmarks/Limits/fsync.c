/* How long one durable write of 4 KiB takes on this disk.
 *
 *     fsync FILE COUNT append|over
 *
 * "append" grows the file, "over" writes again over what is there. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"

enum { PAGE = 4096 };

static int fail(const char *what) {
  perror(what);
  return 1;
}

int main(int argc, char **argv) {
  int count = argc == 4 ? atoi(argv[2]) : 0;
  if (count < 1) {
    fprintf(stderr, "usage: fsync FILE COUNT append|over\n");
    return 2;
  }
  char page[PAGE];
  memset(page, 7, PAGE);
  int file = open(argv[1], O_CREAT | O_TRUNC | O_WRONLY, 0600);
  if (file < 0) return fail(argv[1]);
  unlink(argv[1]);
  if (strcmp(argv[3], "over") == 0) {
    for (int i = 0; i < count; i++)
      if (write(file, page, PAGE) != PAGE) return fail("write");
    if (fsync(file) != 0) return fail("fsync");
    lseek(file, 0, SEEK_SET);
  }
  double *latencies = calloc((size_t)count, sizeof *latencies);
  if (!latencies) return fail("calloc");
  double start = microseconds();
  for (int i = 0; i < count; i++) {
    double before = microseconds();
    if (write(file, page, PAGE) != PAGE) return fail("write");
    if (fdatasync(file) != 0) return fail("fdatasync");
    latencies[i] = microseconds() - before;
  }
  print_latencies(latencies, count, microseconds() - start);
  return 0;
}
