// Counts allocations by standing in front of glibc's allocator: the linker prefers an executable's own symbols.
#include "CAllocations.h"
#include <stdlib.h>

#if defined(__GLIBC__)
#include <execinfo.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_ulong count;

struct stack {
  void *frames[ALLOCATION_FRAMES];
  int depth;
};
static struct stack *stacks;
static unsigned long stack_limit;
static atomic_ulong stack_count;
static atomic_int is_tracing;
// `backtrace` itself allocates.
static __thread int is_recording;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *pointer, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static void record(void) {
  if (is_recording) return;
  is_recording = 1;
  unsigned long index = atomic_fetch_add(&stack_count, 1);
  if (index < stack_limit) stacks[index].depth = backtrace(stacks[index].frames, ALLOCATION_FRAMES);
  is_recording = 0;
}

static inline void note(void) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  if (atomic_load_explicit(&is_tracing, memory_order_relaxed)) record();
}

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}
void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}
void *realloc(void *pointer, size_t size) {
  note();
  return __libc_realloc(pointer, size);
}
void *memalign(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **result, size_t alignment, size_t size) {
  *result = memalign(alignment, size);
  return *result == NULL ? 12 : 0;
}
unsigned long allocations_so_far(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

void allocation_trace_begin(unsigned long limit) {
  void *warm[2];
  backtrace(warm, 2); // loads what it needs
  stacks = __libc_calloc(limit, sizeof(struct stack));
  stack_limit = stacks == NULL ? 0 : limit;
  atomic_store(&is_tracing, 1);
}
unsigned long allocation_trace_end(void) {
  atomic_store(&is_tracing, 0);
  unsigned long kept = atomic_load(&stack_count);
  return kept < stack_limit ? kept : stack_limit;
}
void *const *allocation_trace_stack(unsigned long index, int *depth) {
  *depth = stacks[index].depth;
  return stacks[index].frames;
}
#else
unsigned long allocations_so_far(void) { return 0; }
void allocation_trace_begin(unsigned long limit) {}
unsigned long allocation_trace_end(void) { return 0; }
void *const *allocation_trace_stack(unsigned long index, int *depth) {
  *depth = 0;
  return 0;
}
#endif
