#include <string.h>
#include <zlib.h>

/// Prepares a stream of raw deflate: `deflateInit2` is a macro, and its structure has no size in Swift.
static inline int parlor_deflate_begin(z_stream *stream) {
  memset(stream, 0, sizeof *stream);
  return deflateInit2(stream, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY);
}

static inline int parlor_inflate_begin(z_stream *stream) {
  memset(stream, 0, sizeof *stream);
  return inflateInit2(stream, -15);
}
