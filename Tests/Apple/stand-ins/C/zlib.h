// What CReparteeZlib uses of zlib.
#include "Darwin.h"
typedef unsigned char Bytef;
typedef struct { Bytef *next_in; unsigned avail_in; Bytef *next_out; unsigned avail_out; } z_stream;
typedef z_stream *z_streamp;
enum { Z_NO_FLUSH = 0, Z_FINISH = 4, Z_OK = 0, Z_STREAM_END = 1, Z_NEED_DICT = 2, Z_BUF_ERROR = -5 };
enum { Z_DEFAULT_COMPRESSION = -1, Z_DEFAULT_STRATEGY = 0, Z_DEFLATED = 8 };
int inflateInit2(z_streamp, int);
int inflate(z_streamp, int);
int inflateReset(z_streamp);
int inflateEnd(z_streamp);
int deflateInit2(z_streamp, int, int, int, int, int);
int deflate(z_streamp, int);
int deflateEnd(z_streamp);
