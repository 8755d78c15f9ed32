#include <string.h>
#include <zlib.h>

/// Prepares a stream: `deflateInit2` is a macro, and its structure has no size in Swift. `bits` are those of the window, negative for raw deflate.
static inline int parlor_deflate_begin(z_stream *stream, int bits) {
  memset(stream, 0, sizeof *stream);
  return deflateInit2(stream, 9, Z_DEFLATED, bits, 9, Z_DEFAULT_STRATEGY);
}

static inline int parlor_inflate_begin(z_stream *stream, int bits) {
  memset(stream, 0, sizeof *stream);
  return inflateInit2(stream, bits);
}
