// Counts allocations by standing in front of glibc's allocator: the linker prefers an executable's own symbols.
#include "CAllocations.h"
#include <stdlib.h>

#if defined(__GLIBC__)
#include <stdatomic.h>
#include <stddef.h>

static atomic_ulong count;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *pointer, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return __libc_malloc(size);
}
void *calloc(size_t number, size_t size) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return __libc_calloc(number, size);
}
void *realloc(void *pointer, size_t size) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return __libc_realloc(pointer, size);
}
void *memalign(size_t alignment, size_t size) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **result, size_t alignment, size_t size) {
  *result = memalign(alignment, size);
  return *result == NULL ? 12 : 0;
}
unsigned long allocations_so_far(void) { return atomic_load_explicit(&count, memory_order_relaxed); }
#else
unsigned long allocations_so_far(void) { return 0; }
#endif
