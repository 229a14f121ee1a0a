#define _GNU_SOURCE
#include "CSymbols.h"
#include <dlfcn.h>
#include <string.h>

const char *symbol_object(uintptr_t address, uintptr_t *offset) {
  Dl_info info;
  if (!dladdr((void *)address, &info)) return 0;
  *offset = address - (uintptr_t)info.dli_fbase;
  return info.dli_fname;
}

// Of Swift's runtime.
char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

char *symbol_demangled(const char *name) {
  if (strncmp(name, "$s", 2) != 0 && strncmp(name, "$S", 2) != 0) return 0;
  return swift_demangle(name, strlen(name), 0, 0, 0);
}
