// SPDX-License-Identifier: Apache-2.0
// Units that add integers: the int32 lanes of every target against the reference.
#include "batch/agreement.h"
#include "batch/gemm_case.h"
#include "random/integer_unit.h"

namespace mmasc {
namespace {

constexpr const char* kWrapping = "ampere/mma.m16n8k32.s32.u8.s8.s32";
constexpr const char* kClamping = "ampere/mma.m16n8k64.satfinite.s32.s4.u4.s32";

TEST(IntegerLanes, RunEveryIntegerRow) {
  int integers = 0;
  for (const Unit& unit : catalog().units()) {
    if (!unit.d().is_integer()) continue;
    ++integers;
    // Lanes take operands of int16. Clamped sums have to fit int32, products of s16 among them.
    const auto fits_int16 = [](const Format& x) { return x.greatest_significand() < 1u << 15; };
    const bool is_int16 = fits_int16(*unit.instruction.a) && fits_int16(*unit.instruction.b);
    const bool wraps = unit.datapath.result.overflow == Overflow::wrap;
    const bool fits = unit.d().is_signed() && unit.instruction.a->storage_bits() <= 8;
    const bool adds = !negates(make_plan(unit));
    const bool is_int32 = unit.d().storage_bits() <= 32;
    EXPECT_EQ(batch_kernel(unit).name,
              is_int16 && is_int32 && (wraps || fits) && adds ? "int32_lanes" : "compiled")
        << unit.instruction.id;
  }
  EXPECT_GT(integers, 0);
}

TEST(IntegerLanes, MultiplyMatricesOfRaggedSizes) {
  const std::vector<GemmCase> cases{sized(1, 1, 1),    sized(5, 0, 3),    sized(3, 17, 0),
                                    sized(17, 3, 16),  sized(65, 16, 33), sized(63, 65, 95),
                                    sized(2, 129, 64), sized(70, 67, 31), sized(3, 5, 1500)};
  for (const char* id : {kWrapping, kClamping, "cdna3/v_mfma_i32_4x4x4_16b_i8"})
    expect_same_gemms(find_row(id), cases);
}

// Blocks of D, of 1,024 rows and columns.
TEST(IntegerLanes, MultiplyMatricesOfSeveralBlocks) {
  const std::vector<GemmCase> cases{sized(1030, 3, 40), sized(3, 1090, 40)};
  for (const int threads : {1, 3}) expect_same_gemms(find_row(kClamping), cases, threads);
}

TEST(IntegerLanes, TakeEveryLayout) {
  using enum Order;
  std::vector<GemmCase> cases;
  for (const Order a : {rows, columns, packed_rows, packed_columns})
    for (const Order d : {rows, columns}) {
      GemmCase chosen = sized(19, 70, 130);
      chosen.a = {a, a == rows || a == columns ? 3 : 0};
      chosen.b = {a == rows ? packed_columns : columns, 0};
      chosen.d = {d, 2};
      chosen.c_is = d == rows ? GemmCase::C::in_d : GemmCase::C::given;
      cases.push_back(chosen);
    }
  expect_same_gemms(find_row(kClamping), cases);
}

// An odd number of elements in a step, small formats, and accumulators of other widths.
TEST(IntegerLanes, MultiplyMatricesOfUnitsNobodyBuilt) {
  int tried = 0;
  for (std::uint64_t seed = 7000; tried < 25; ++seed) {
    const Unit unit = integer_unit(seed);
    if (!has_kernel(unit) || !(*unit.instruction.c == unit.d())) continue;
    ++tried;
    const std::int64_t k = unit.instruction.shape.k;
    SCOPED_TRACE(seed);
    expect_same_gemms(unit, std::vector<GemmCase>{sized(9, 66, 7 * k), sized(5, 4, 3 * k - 1)});
  }
}

// The ends of s32, to which no random sum comes.
TEST(IntegerLanes, ClampAtTheEnds) {
  const Unit& unit = find_row("hopper/wgmma.m64nNk32.satfinite.s32.s8.s8");
  OperationBatch batch(unit);
  for (const std::uint64_t c : {0x7fffffffu, 0x7ff7ffffu, 0x7ff80000u, 0x80000000u, 0x8007f000u})
    for (const std::uint64_t a : {0x80u, 0x7fu, 0x01u})
      for (const std::uint64_t b : {0x80u, 0x7fu, 0xffu}) {
        Case x;
        x[Operand::a].assign(32, a);
        x[Operand::b].assign(32, b);
        x.c() = c;
        batch.add(x);
      }
  expect_agreement(unit, batch);
}

}  // namespace
}  // namespace mmasc
