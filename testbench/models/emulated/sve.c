// SPDX-License-Identifier: Apache-2.0
// Instructions of SVE on z1 and z2, which accumulate in z0.
#include "guest.h"

static void instruct(const unsigned char* a, const unsigned char* b, unsigned char* cd) {
  __asm__ volatile(
      "ldr z1, [%0]\n"
      "ldr z2, [%1]\n"
      "ldr z0, [%2]\n" TEXT(INSTRUCTION) "\n"
      "str z0, [%2]"
      :
      : "r"(a), "r"(b), "r"(cd)
      : "v0", "v1", "v2", "memory");
}

int main(void) {
  return serve(32);  // the shortest vector of FMMLA of doubles
}
