#ifndef CREPARTEEZLIB_H
#define CREPARTEEZLIB_H

#include <zlib.h>

// inflateInit2 is a macro, which Swift does not see.
static inline int repartee_inflateInit2(z_streamp stream, int windowBits) {
  return inflateInit2(stream, windowBits);
}

#endif
