// SPDX-License-Identifier: Apache-2.0
// Outer products of SME of z1 and z2, of whose tile the first row is looked at.
#include "guest.h"

static void instruct(const unsigned char* a, const unsigned char* b, unsigned char* cd) {
  __asm__ volatile(
      ".arch_extension sme\n"
      ".arch_extension sme-f64\n"
      ".arch_extension sme-i64\n"
      "smstart\n"
      "mov w12, #0\n"
      "ptrue p0.b\n"
      "ldr z1, [%0]\n"
      "ldr z2, [%1]\n"
      "ldr za[w12, 0], [%2]\n" TEXT(INSTRUCTION) "\n"
      "str za[w12, 0], [%2]\n"
      "smstop"
      :
      : "r"(a), "r"(b), "r"(cd)
      : "x12", "p0", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12",
        "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25",
        "v26", "v27", "v28", "v29", "v30", "v31", "memory");
}

int main(void) {
  return serve(16);  // the shortest row there is
}
