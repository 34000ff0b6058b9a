// SPDX-License-Identifier: Apache-2.0
// A program with the core alone.
#include <mmasc/mmasc.h>

#include <array>
#include <cstdio>

#if defined(MMASC_HAS_BATCH) || defined(MMASC_HAS_PIPELINE)
#error "components that were not asked for"
#endif

// A function that our own warning flags refuse: a user's flags are the user's.
int doubtful(double number, int unused) { return number; }

// Headers of a user may be named as ours are in our tree.
#if __has_include("unit/unit.h") || __has_include("arith/engine.h")
#error "folders of ours are in the include path"
#endif

int main() {
  static_assert(MMASC_VERSION_MAJOR == 0 && MMASC_VERSION_MINOR == 1);
  const auto engine =
      mmasc::make_engine("reference", mmasc::catalog()
                                          .find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3")
                                          .with("dot.fraction_bits", 17)
                                          .with("result.significand_fraction", 23)
                                          .with("result.rounding", "nearest_even"));
  std::array<std::uint64_t, 32> a{0x38, 0x04}, b{0x38, 0x02};
  std::array<std::uint64_t, 1> c{}, d{};
  engine->dot(a, b, c, d);
  if (d[0] != 0x3f800100) return 1;
  try {
    engine->dot(std::span(a).first(31), b, c, d);
    return 2;
  } catch (const mmasc::InputError&) {
  }
  try {
    mmasc::make_engine("batch", engine->unit());
    return 3;
  } catch (const mmasc::InputError& error) {
    std::puts(error.what());
  }
  return doubtful(0.5, 0);
}
