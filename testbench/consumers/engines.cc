// SPDX-License-Identifier: Apache-2.0
// Every engine that the components bring gives the same bits.
#include <mmasc/mmasc.h>

#include <array>
#include <cstdio>
#ifdef MMASC_HAS_PIPELINE
#include <mmasc/pipeline/mma_unit.h>
#endif

#if !defined(MMASC_HAS_BATCH)
#error "no component batch"
#endif

int main() {
  const auto& unit = mmasc::catalog().find("cdna3/v_mfma_f32_16x16x16_f16");
  std::array<std::uint64_t, 16> a{0x3c00, 0x1001, 0x8400}, b{0x3c01, 0x3c00, 0x3bff};
  std::array<std::uint64_t, 1> c{0x33800000}, expected{}, d{};
  mmasc::make_engine("reference", unit)->dot(a, b, c, expected);
  std::size_t engines = 0;
  for (const auto& name : mmasc::engine_names()) {
    d[0] = ~expected[0];
    mmasc::make_engine(name, unit)->dot(a, b, c, d);
    std::printf("%s: %08x\n", name.c_str(), static_cast<unsigned>(d[0]));
    if (d != expected) return 1;
    ++engines;
  }
#ifdef MMASC_HAS_PIPELINE
  return engines == 3 ? 0 : 2;
#else
  return engines == 2 ? 0 : 2;
#endif
}
