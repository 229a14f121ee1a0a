#ifndef CREPARTEEZLIB_H
#define CREPARTEEZLIB_H

#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

#pragma clang assume_nonnull begin

// A stream lives on the heap: zlib keeps its address. Some of zlib's functions are macros, which Swift does not see.

/// Null without memory, or if zlib is too old.
static inline z_streamp _Nullable repartee_newInflater(int windowBits) {
  z_streamp stream = calloc(1, sizeof(z_stream));
  if (stream != NULL && inflateInit2(stream, windowBits) == Z_OK) return stream;
  free(stream);
  return NULL;
}

static inline void repartee_freeInflater(z_streamp stream) {
  inflateEnd(stream);
  free(stream);
}

/// Null without memory, or if zlib is too old. 31 is a window of 32 KiB (15) in the format of gzip (16); all else is
/// zlib's default.
static inline z_streamp _Nullable repartee_newGzipDeflater(void) {
  z_streamp stream = calloc(1, sizeof(z_stream));
  if (stream != NULL
    && deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY) == Z_OK) return stream;
  free(stream);
  return NULL;
}

static inline void repartee_freeDeflater(z_streamp stream) {
  deflateEnd(stream);
  free(stream);
}

/// What a step did. All of the input or of the output was used, unless the code says why not.
typedef struct {
  int code;
  uint32_t inputCount;
  uint32_t outputCount;
} repartee_step;

static inline repartee_step repartee_run(
  int (*function)(z_streamp, int), z_streamp stream, const void *_Nullable input,
  uint32_t inputCount, uint8_t *output, uint32_t outputCount, int flush
) {
  stream->next_in = (Bytef *)input;
  stream->avail_in = inputCount;
  stream->next_out = output;
  stream->avail_out = outputCount;
  repartee_step step;
  step.code = function(stream, flush);
  step.inputCount = inputCount - stream->avail_in;
  step.outputCount = outputCount - stream->avail_out;
  stream->next_in = NULL;
  stream->next_out = NULL;
  return step;
}

static inline repartee_step repartee_inflate(
  z_streamp stream, const void *_Nullable input, uint32_t inputCount, uint8_t *output,
  uint32_t outputCount
) {
  return repartee_run(inflate, stream, input, inputCount, output, outputCount, Z_NO_FLUSH);
}

static inline repartee_step repartee_deflate(
  z_streamp stream, const void *_Nullable input, uint32_t inputCount, uint8_t *output,
  uint32_t outputCount, int isLast
) {
  return repartee_run(
    deflate, stream, input, inputCount, output, outputCount, isLast ? Z_FINISH : Z_NO_FLUSH);
}

#pragma clang assume_nonnull end

#endif
