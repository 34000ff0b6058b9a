/* SPDX-License-Identifier: Apache-2.0
   A black box: a * b + c of f32 by this machine's fmaf(), one line of operands after another. */
#include <math.h>
#include <stdio.h>
#include <string.h>

static float number(unsigned bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

int main(void) {
  char line[256];
  while (fgets(line, sizeof line, stdin)) {
    unsigned a, b, c, d;
    if (line[0] == '\n') fflush(stdout);                     /* all that was asked is answered */
    if (sscanf(line, "%x %x %x", &a, &b, &c) != 3) continue; /* a line of the header */
    const float x = fmaf(number(a), number(b), number(c));
    memcpy(&d, &x, sizeof d);
    printf("%08x\n", isnan(x) ? 0x7fc00000u : d);
  }
  return 0;
}
