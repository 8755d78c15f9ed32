/* The least that reading a file of JSON can take: finds every token, checks that brackets match, and keeps nothing.
 *
 *     parse FILE
 *
 * Prints how many objects are in the outermost array. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"

enum { DEPTH = 64, CHUNK = 64 << 10 };

static int fail(const char *what) {
  fprintf(stderr, "parse: %s\n", what);
  return 1;
}

int main(int argc, char **argv) {
  int file = argc == 2 ? open(argv[1], O_RDONLY) : -1;
  if (file < 0) {
    fprintf(stderr, "usage: parse FILE\n");
    return 2;
  }
  static unsigned char bytes[CHUNK];
  char open_with[DEPTH];
  int depth = 0, in_string = 0, escaped = 0;
  long objects = 0, strings = 0;
  for (ssize_t count; (count = read(file, bytes, sizeof bytes)) != 0;) {
    if (count < 0) return fail("the file cannot be read");
    for (ssize_t i = 0; i < count; i++) {
      unsigned char byte = bytes[i];
      if (in_string) {
        if (escaped)
          escaped = 0;
        else if (byte == '\\')
          escaped = 1;
        else if (byte == '"')
          in_string = 0;
        continue;
      }
      switch (byte) {
        case '"':
          in_string = 1;
          strings++;
          break;
        case '{':
        case '[':
          if (depth == DEPTH) return fail("the file nests too deep");
          open_with[depth++] = (char)byte;
          break;
        case '}':
        case ']':
          if (depth == 0 || open_with[--depth] != byte - 2) return fail("brackets do not match");
          objects += depth == 1;
      }
    }
  }
  if (depth || in_string) return fail("the file ends in the middle");
  printf("objects %ld strings %ld\n", objects, strings);
  return 0;
}
