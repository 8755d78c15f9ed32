/* The time, and the line of figures that the limit programs print. */
#ifndef CLOCK_H
#define CLOCK_H
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Microseconds since some fixed moment. */
static inline double microseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static inline int by_value(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

/* Prints "p50 MICROSECONDS p99 MICROSECONDS rate PER-SECOND"; sorts the latencies. */
static inline void print_latencies(double *latencies, int count, double total) {
  qsort(latencies, (size_t)count, sizeof *latencies, by_value);
  printf("p50 %.1f p99 %.1f rate %.0f\n", latencies[count / 2], latencies[count * 99 / 100],
         count / (total / 1e6));
}
#endif
