#pragma once
#include <stdint.h>
/// The file of the program or library that holds an address, and where in it; null for none.
const char *symbol_object(uintptr_t address, uintptr_t *offset);
/// The name of a Swift symbol as a person reads it, to be freed; null for other symbols.
char *symbol_demangled(const char *name);
