// SPDX-License-Identifier: Apache-2.0
// Prints the widest of the kernels' targets that this processor runs.
#include <hwy/targets.h>

#include <cstdio>

int main() {
  struct Target {
    long long bit;
    const char* name;
  };
  constexpr Target kTargets[] = {
      {HWY_AVX3, "AVX3"}, {HWY_AVX2, "AVX2"}, {HWY_SSE4, "SSE4"}, {HWY_NEON, "NEON"}};
  const char* widest = "SCALAR";
  for (const Target& target : kTargets)
    if ((hwy::SupportedTargets() & target.bit) != 0) {
      widest = target.name;
      break;
    }
  std::fputs(widest, stdout);
}
