/* The least that the secrets of a duel can take: as many SHA-256 hashes of as many bytes as protocol/duel.md asks for, and nothing else.
 *
 *     hashes shuffle CARDS TIMES
 *     hashes chains LINKS TIMES
 *     hashes audit CARDS TIMES SHUFFLES ENTRIES SIGNATURES
 *
 * A shuffle hashes a salt, the content and the leaf of each card, the nodes of the tree, and the blocks of its stream; a
 * commitment hashes two chains. An audit makes so many shuffles again, hashes a payload, an entry and a link for each entry, and
 * verifies so many signatures. Prints the median and the 99th percentile in microseconds. */
#include <openssl/evp.h>
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

static EVP_PKEY *key;
static unsigned char signature[64];

/* Makes a key, and its signature over nothing. */
static int sign(void) {
  size_t length = sizeof signature;
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  key = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
  int done = key && EVP_DigestSignInit(context, NULL, NULL, NULL, key) == 1 &&
             EVP_DigestSign(context, signature, &length, text, 0) == 1;
  EVP_MD_CTX_free(context);
  return done;
}

static void verify(void) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (EVP_DigestVerifyInit(context, NULL, NULL, NULL, key) != 1 ||
      EVP_DigestVerify(context, signature, sizeof signature, text, 0) != 1)
    exit(1);
  EVP_MD_CTX_free(context);
}

static void audit(int cards, int shuffles, int entries, int signatures) {
  for (int i = 0; i < shuffles; i++) shuffle(cards);
  for (int i = 0; i < entries; i++) {
    hash(CONTENT);
    hash(CONTENT);
    hash(LINK);
  }
  for (int i = 0; i < signatures; i++) verify();
}

static int usage(void) {
  fprintf(stderr,
          "usage: hashes shuffle CARDS TIMES | chains LINKS TIMES | audit CARDS TIMES SHUFFLES ENTRIES SIGNATURES\n");
  return 2;
}

int main(int argc, char **argv) {
  int count = argc > 3 ? atoi(argv[2]) : 0, times = argc > 3 ? atoi(argv[3]) : 0;
  double *latencies = calloc((size_t)(times > 0 ? times : 1), sizeof *latencies), total = 0;
  if (count < 1 || times < 1 || !latencies) return usage();
  int is_audit = argc == 7 && strcmp(argv[1], "audit") == 0, shuffles = argc == 4 && strcmp(argv[1], "shuffle") == 0;
  if (!is_audit && !shuffles && (argc != 4 || strcmp(argv[1], "chains") != 0)) return usage();
  if (is_audit && !sign()) return 1;
  for (int i = 0; i < times; i++) {
    double start = microseconds();
    if (is_audit)
      audit(count, atoi(argv[4]), atoi(argv[5]), atoi(argv[6]));
    else if (shuffles)
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
