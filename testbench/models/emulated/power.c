// SPDX-License-Identifier: Apache-2.0
// Rank-k updates of accumulator 0 by vs34 (doubles: and vs35) and vs36.
#include "guest.h"

static void instruct(const unsigned char* a, const unsigned char* b, unsigned char* cd) {
  __asm__ volatile(
      "lxv 34, 0(%0)\n"
      "lxv 35, 16(%0)\n"
      "lxv 36, 0(%1)\n"
      "lxv 0, 0(%2)\n"
      "lxv 1, 16(%2)\n"
      "lxv 2, 32(%2)\n"
      "lxv 3, 48(%2)\n"
      "xxmtacc 0\n" TEXT(INSTRUCTION) "\n"
      "xxmfacc 0\n"
      "stxv 0, 0(%2)\n"
      "stxv 1, 16(%2)\n"
      "stxv 2, 32(%2)\n"
      "stxv 3, 48(%2)"
      :
      : "b"(a), "b"(b), "b"(cd)
      : "vs0", "vs1", "vs2", "vs3", "vs34", "vs35", "vs36", "memory");
}

int main(void) { return serve(64); }
