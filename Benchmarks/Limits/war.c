/* How fast this machine plays War in bulk, in C: three cards down, a short player's last card up.
 *
 *     war GAMES SEED winner-first|shuffled
 *
 * Prints "rate GAMES-PER-SECOND rounds MEAN". Written apart from Sources/Domain/War, so that its mean
 * is a second opinion on the rules and its rate the mark to reach. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"

enum { DECK = 52, LAID_IN_WAR = 4, ROUND_CAP = 5000, MEMORY = 4096, COMFORTABLE = MEMORY - 256 };

/* xoshiro256++ 1.0, seeded by splitmix64: David Blackman and Sebastiano Vigna, public domain. */
static uint64_t state[4];

static inline uint64_t rotate(uint64_t value, int bits) {
  return value << bits | value >> (64 - bits);
}

static inline uint64_t next(void) {
  uint64_t result = rotate(state[0] + state[3], 23) + state[0], shifted = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= shifted;
  state[3] = rotate(state[3], 45);
  return result;
}

static void seed(uint64_t value) {
  for (int i = 0; i < 4; i++) {
    uint64_t mixed = value += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    state[i] = mixed ^ mixed >> 31;
  }
}

/* Several indices from one draw, without the rejection that would make
 * them exactly uniform: no index is off by more than one in 256 of its share. */
static inline void shuffle(uint8_t *cards, int count) {
  int last = count - 1;
  while (last > 0) {
    uint64_t random = next(), product = 1;
    do {
      unsigned __int128 wide = (unsigned __int128)random * (uint64_t)(last + 1);
      random = (uint64_t)wide;
      product *= (uint64_t)(last + 1);
      int other = (int)(wide >> 64);
      uint8_t card = cards[last];
      cards[last] = cards[other];
      cards[other] = card;
      last--;
    } while (last > 0 && product < (uint64_t)1 << 50);
  }
}

/* A seat's cards lie from head to tail; what is won is put behind the tail. */
struct pile {
  uint8_t *memory, *head, *tail;
};

static uint8_t memory[2][MEMORY];

static inline void make_room(struct pile *pile) {
  if (pile->tail - pile->memory <= COMFORTABLE) return;
  long count = pile->tail - pile->head;
  memmove(pile->memory, pile->head, (size_t)count);
  pile->head = pile->memory;
  pile->tail = pile->memory + count;
}

/* The two tied cards are already laid. True when both were out, which ends the game. */
static __attribute__((noinline)) bool war(struct pile *host, struct pile *joiner, bool shuffled) {
  uint8_t *host_start = host->head - 1, *joiner_start = joiner->head - 1;
  bool host_wins;
  do {
    long host_has = host->tail - host->head, joiner_has = joiner->tail - joiner->head;
    if (!host_has && !joiner_has) return true;
    if (!host_has || !joiner_has) {
      host_wins = joiner_has == 0;
      break;
    }
    host->head += host_has < LAID_IN_WAR ? host_has : LAID_IN_WAR;
    joiner->head += joiner_has < LAID_IN_WAR ? joiner_has : LAID_IN_WAR;
    host_wins = host->head[-1] > joiner->head[-1];
  } while (host->head[-1] == joiner->head[-1]);
  struct pile *winner = host_wins ? host : joiner, *loser = host_wins ? joiner : host;
  uint8_t *first = host_wins ? host_start : joiner_start;
  uint8_t *second = host_wins ? joiner_start : host_start;
  uint8_t *won = winner->tail;
  long mine = winner->head - first, theirs = loser->head - second;
  for (long i = 0; i < mine; i += 8) memcpy(won + i, first + i, 8);
  for (long i = 0; i < theirs; i += 8) memcpy(won + mine + i, second + i, 8);
  if (shuffled) shuffle(won, (int)(mine + theirs));
  winner->tail += mine + theirs;
  return false;
}

/* Rounds played; sets finished when the cap was not reached. */
static inline __attribute__((always_inline)) int game(const bool shuffled, bool *finished) {
  uint8_t *deck = memory[0];
  for (int i = 0; i < DECK; i++) deck[i] = (uint8_t)(2 + i / 4);
  shuffle(deck, DECK);
  memcpy(memory[1], deck + DECK / 2, DECK / 2);
  struct pile host = {memory[0], memory[0], memory[0] + DECK / 2};
  struct pile joiner = {memory[1], memory[1], memory[1] + DECK / 2};
  int rounds = 0;
  while (true) {
    long limit = host.tail - host.head, other = joiner.tail - joiner.head;
    if (other < limit) limit = other;
    *finished = limit == 0;
    if (limit == 0 || rounds >= ROUND_CAP) return rounds;
    if (limit > ROUND_CAP - rounds) limit = ROUND_CAP - rounds;
    make_room(&host);
    make_room(&joiner);
    uint64_t coins = shuffled ? next() : 0;
    uint8_t *const start = memory[0], *const host_cards = host.head, *const joiner_cards = joiner.head;
    long host_tail = host.tail - start, joiner_tail = joiner.tail - start, played = 0;
    bool tied = false;
    while (played < limit) {
      uint8_t x = host_cards[played], y = joiner_cards[played];
      played++;
      if (x == y) {
        tied = true;
        break;
      }
      long joiner_wins = ((long)x - (long)y) >> 63;
      long swap = shuffled ? -(long)(coins & 1) : joiner_wins;
      coins >>= 1;
      uint8_t change = (x ^ y) & (uint8_t)swap;
      long tail = host_tail ^ ((host_tail ^ joiner_tail) & joiner_wins);
      start[tail] = x ^ change;
      start[tail + 1] = y ^ change;
      joiner_tail -= joiner_wins * 2;
      host_tail += 2 + joiner_wins * 2;
    }
    host.head += played;
    joiner.head += played;
    host.tail = start + host_tail;
    joiner.tail = start + joiner_tail;
    rounds += (int)played;
    if (tied && war(&host, &joiner, shuffled)) {
      *finished = true;
      return rounds;
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: war GAMES SEED winner-first|shuffled\n");
    return 2;
  }
  long games = atol(argv[1]), finished_games = 0, rounds = 0;
  bool shuffled = strcmp(argv[3], "shuffled") == 0, finished;
  seed(strtoull(argv[2], NULL, 10));
  double start = microseconds();
  for (long i = 0; i < games; i++) {
    int played = shuffled ? game(true, &finished) : game(false, &finished);
    if (finished) {
      rounds += played;
      finished_games++;
    }
  }
  double taken = microseconds() - start;
  printf("rate %.0f rounds %.3f\n", (double)games / taken * 1e6, (double)rounds / (double)finished_games);
  return 0;
}
