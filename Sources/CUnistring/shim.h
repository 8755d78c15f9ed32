#include <unicase.h>
#include <uninorm.h>

// Forms of normalization are macros that Swift does not see. Each function takes UTF-8, and a buffer with how long it is; what
// it returns is this buffer or, where that is too short, memory that the caller frees.

/// NFKD.
static inline uint8_t *parlor_decompose(
    const uint8_t *text, size_t size, uint8_t *buffer, size_t *length) {
  return u8_normalize(UNINORM_NFKD, text, size, buffer, length);
}

/// NFC.
static inline uint8_t *parlor_compose(
    const uint8_t *text, size_t size, uint8_t *buffer, size_t *length) {
  return u8_normalize(UNINORM_NFC, text, size, buffer, length);
}

/// Case folding, then NFD.
static inline uint8_t *parlor_fold(
    const uint8_t *text, size_t size, uint8_t *buffer, size_t *length) {
  return u8_casefold(text, size, NULL, UNINORM_NFD, buffer, length);
}
