// SPDX-License-Identifier: Apache-2.0
// What every guest does: it reads records of a, b and c, does one instruction on each and writes d.
// Its compile command defines BYTES_OF_A, _B and _C, and the INSTRUCTION that instruct() does.
#pragma once

#include <stdio.h>
#include <string.h>

#define TEXT(...) TEXT_OF(__VA_ARGS__)  // a macro's text, its commas too
#define TEXT_OF(...) #__VA_ARGS__

enum { kRegister = 256 };  // bytes of the longest vector of any guest

// On registers full of copies of a, b and c, which d overwrites.
static void instruct(const unsigned char* a, const unsigned char* b, unsigned char* cd);

static void fill(unsigned char* to, const unsigned char* from, int bytes) {
  for (int i = 0; i < kRegister; i += bytes) memcpy(to + i, from, (size_t)bytes);
}

// Operands that are copies give elements of d that are copies, whatever the layout of a register.
// Returns whether those in the first `bytes` are.
static int all_alike(const unsigned char* d, int bytes) {
  return memcmp(d, d + BYTES_OF_C, (size_t)(bytes - BYTES_OF_C)) == 0;
}

// `bytes`: how many of d the instruction writes, wherever it runs.
static int serve(int bytes) {
  static unsigned char record[BYTES_OF_A + BYTES_OF_B + BYTES_OF_C];
  static unsigned char a[kRegister], b[kRegister], d[kRegister];
  while (fread(record, sizeof record, 1, stdin) == 1) {
    fill(a, record, BYTES_OF_A);
    fill(b, record + BYTES_OF_A, BYTES_OF_B);
    fill(d, record + BYTES_OF_A + BYTES_OF_B, BYTES_OF_C);
    instruct(a, b, d);
    if (!all_alike(d, bytes)) return 1;
    fwrite(d, BYTES_OF_C, 1, stdout);
  }
  return fflush(stdout) != 0;
}
