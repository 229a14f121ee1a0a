#pragma once
/// The allocations this process has made so far, on every thread; 0 on systems where they are not counted.
unsigned long allocations_so_far(void);
