#pragma once
/// The allocations this process has made so far, on every thread; 0 on systems where they are not counted.
unsigned long allocations_so_far(void);

/// The most frames that are kept of one allocation.
#define ALLOCATION_FRAMES 48

/// From now on keeps the stack of each allocation, of at most `limit`. Call it once.
void allocation_trace_begin(unsigned long limit);
/// Ends that; how many stacks were kept.
unsigned long allocation_trace_end(void);
/// A stack that was kept, the innermost frame first; `depth` becomes its length.
void *const *allocation_trace_stack(unsigned long index, int *depth);
