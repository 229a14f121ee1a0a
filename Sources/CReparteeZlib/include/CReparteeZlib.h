#ifndef CREPARTEEZLIB_H
#define CREPARTEEZLIB_H

#include <zlib.h>

// These are macros, which Swift does not see.
static inline int repartee_inflateInit2(z_streamp stream, int windowBits) {
  return inflateInit2(stream, windowBits);
}

/// 31 is a window of 32 KiB (15) in the format of gzip (16); all else is zlib's default.
static inline int repartee_deflateInitGzip(z_streamp stream) {
  return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
}

#endif
