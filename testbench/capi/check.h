/* SPDX-License-Identifier: Apache-2.0
 * Checks that end the test and say where; a test's name is its function's. */
#ifndef MMASC_TESTBENCH_CAPI_CHECK_H
#define MMASC_TESTBENCH_CAPI_CHECK_H

#include <mmasc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

#define CHECK_OK(call) check_status((call), MMASC_OK, "", #call, __FILE__, __LINE__)
/* The call fails with that status, and the message has that text. */
#define CHECK_FAILS(call, status, text) \
  check_status((call), (status), (text), #call, __FILE__, __LINE__)
#define CHECK_REFUSED(call, text) CHECK_FAILS(call, MMASC_INVALID_ARGUMENT, text)

static inline void check_status(mmasc_status got, mmasc_status wanted, const char* text,
                                const char* call, const char* file, int line) {
  const char* message = got == MMASC_OK ? "" : mmasc_last_error();
  if (got == wanted && strstr(message, text) != NULL) return;
  fprintf(stderr, "%s:%d: %s gives %s, \"%s\"; wanted %s, \"%s\"\n", file, line, call,
          mmasc_status_name(got), message, mmasc_status_name(wanted), text);
  exit(1);
}

#endif
