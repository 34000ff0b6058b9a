// SPDX-License-Identifier: Apache-2.0
// Rows of processors against results of emulators, 4,000 of each.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "mmasc/arith/reference.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/vectors/case_operands.h"
#include "mmasc/vectors/vector_file.h"
#include "printed_name.h"

namespace mmasc {
namespace {

struct Emulated {
  const char *file, *row;
};

// How many vectors the unit gives otherwise.
int mismatches(const Unit& unit, const VectorFile& file) {
  const Sequence sequence(unit);
  const bool any_nan = file.nan == NanMatch::any;
  return static_cast<int>(std::ranges::count_if(file.cases, [&](const Case& row) {
    return !same_bits(unit.d(), evaluate(sequence, operands_of(row)), row.d(), any_nan);
  }));
}

std::string path_of(const char* file) {
  const char* golden = std::getenv("MMASC_GOLDEN");
  return golden && *golden ? golden + std::string("/others/") + file : "";
}

class Emulator : public ::testing::TestWithParam<Emulated> {};

TEST_P(Emulator, GivesTheSame) {
  const std::string path = path_of(GetParam().file);
  if (path.empty()) GTEST_SKIP() << "MMASC_GOLDEN is not set: results of emulators skipped";
  const VectorFile file = read_vectors(path);
  ASSERT_EQ(file.cases.size(), 4000u);
  EXPECT_EQ(mismatches(catalog().find(GetParam().row), file), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Emulator,
    ::testing::Values(Emulated{"arm/bfdot_qemu.vec", "arm/bfdot"},
                      Emulated{"arm/bfmmla_qemu.vec", "arm/bfmmla"},
                      Emulated{"power/xvf16ger2pp_qemu.vec", "power/xvf16ger2pp"},
                      Emulated{"riscv/rvbna_bf16x8_spike.vec", "riscv/vfwbdota.n8.bf16.bf16"},
                      Emulated{"riscv/rvbna_e4m3x16_spike.vec", "riscv/vfqwbdota.n16.e4m3.e4m3"},
                      Emulated{"riscv/rvbna_e5m2_e4m3x4_spike.vec",
                               "riscv/vfqwbdota.n4.e5m2.e4m3"}),
    [](const auto& info) { return as_name(info.param.row); });

// QEMU rounds the sum of two products to f32 at once, also below its normal numbers. The document
// rounds to its significand, which 6 vectors tell apart.
TEST(EmulatorOfPower, RoundsSmallSumsOnce) {
  const std::string path = path_of("power/xvbf16ger2pp_qemu.vec");
  if (path.empty()) GTEST_SKIP() << "MMASC_GOLDEN is not set: results of emulators skipped";
  const VectorFile file = read_vectors(path);
  const Unit& unit = catalog().find("power/xvbf16ger2pp");
  ASSERT_EQ(file.cases.size(), 4000u);
  EXPECT_EQ(mismatches(unit, file), 6);
  EXPECT_EQ(mismatches(unit.with("pair.round_to", "f32"), file), 0);
}

}  // namespace
}  // namespace mmasc
