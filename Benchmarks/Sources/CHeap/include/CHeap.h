#pragma once
/// The bytes that are allocated and not freed, in all of glibc's arenas; 0 on systems without glibc.
unsigned long heap_bytes(void);
