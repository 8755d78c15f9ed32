/* The least that the secrets of a duel can take: as many SHA-256 hashes of as many bytes as protocol/duel.md asks for, and nothing else.
 *
 *     hashes shuffle CARDS TIMES
 *     hashes chains LINKS TIMES
 *
 * A shuffle hashes a salt, the content and the leaf of each card, the nodes of the tree, and the blocks of its stream; a
 * commitment hashes two chains. Prints the median and the 99th percentile in microseconds. */
#include <openssl/sha.h>
#include <string.h>

#include "clock.h"

enum { SALT = 56, CONTENT = 105, LEAF = 33, NODE = 65, BLOCK = 59, LINK = 55, LONGEST = 128 };

static unsigned char text[LONGEST];

/* Hashes so many bytes; the next hash depends on it, so that none is left out. */
static void hash(size_t length) { SHA256(text, length, text); }

static void shuffle(int cards) {
  for (int card = 0; card < cards; card++) {
    hash(SALT);
    hash(CONTENT);
    hash(LEAF);
  }
  for (int node = 1; node < cards; node++) hash(NODE);
  /* Two bytes for each pick, 32 in a block. */
  for (int block = 0; block < (cards + 14) / 16; block++) hash(BLOCK);
}

static void chains(int links) {
  for (int link = 0; link < 2 * links; link++) hash(LINK);
}

int main(int argc, char **argv) {
  int count = argc == 4 ? atoi(argv[2]) : 0, times = argc == 4 ? atoi(argv[3]) : 0;
  int shuffles = argc == 4 && strcmp(argv[1], "shuffle") == 0;
  double *latencies = calloc((size_t)(times > 0 ? times : 1), sizeof *latencies), total = 0;
  if (count < 1 || times < 1 || !latencies || (!shuffles && strcmp(argv[1], "chains") != 0)) {
    fprintf(stderr, "usage: hashes shuffle CARDS TIMES | chains LINKS TIMES\n");
    return 2;
  }
  for (int i = 0; i < times; i++) {
    double start = microseconds();
    if (shuffles)
      shuffle(count);
    else
      chains(count);
    latencies[i] = microseconds() - start;
    total += latencies[i];
  }
  print_latencies(latencies, times, total);
  /* The last hash is used, so that no compiler may leave it out. */
  printf("last %d\n", text[0]);
  return 0;
}
