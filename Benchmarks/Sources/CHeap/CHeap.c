#include "CHeap.h"
#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
unsigned long heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
#else
unsigned long heap_bytes(void) { return 0; }
#endif
