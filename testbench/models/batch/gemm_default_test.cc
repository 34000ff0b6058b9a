// SPDX-License-Identifier: Apache-2.0
// GEMMs of every ragged size up to three tiles, of many random kinds, and beyond the blocks that
// are worked on at once.
#include "asked_units.h"
#include "batch/gemm_case.h"
#include "mmasc/arith/promotion.h"
#include "random/fused_unit.h"
#include "random/random_unit.h"
#include "random/rounded_units.h"

namespace mmasc {
namespace {

TEST(ManyGemms, OfRaggedSizes) {
  const Unit& unit = find_row(kF16);
  std::vector<GemmCase> cases;
  for (const int m : {1, 15, 16, 17, 31, 48, 63, 64, 65, 81, 129, 192})
    for (const int n : {1, 2, 15, 17, 47, 49, 64, 65, 112, 113, 128, 192})
      for (const int k : {1, 17, 48}) cases.push_back(sized(m, n, k));
  expect_same_gemms(unit, cases);
}

TEST(ManyGemms, BeyondWhatIsWorkedOnAtOnce) {
  for (const int threads : {1, 2, 5})
    expect_same_gemms(find_row(kF16),
                      std::vector<GemmCase>{sized(2100, 64, 17), sized(3, 2200, 5),
                                            sized(2100, 3, 33), sized(33, 1100, 600)},
                      threads);
}

GemmCase random_case(const Unit& unit, Random& random) {
  const auto size = [&] {
    return random.chance(10) ? random.below(3) : random.between(1, random.chance(20) ? 140 : 40);
  };
  const auto layout = [&](bool may_be_packed) {
    Layout out;
    out.order = static_cast<Order>(random.below(may_be_packed ? 4 : 2));
    out.gap = random.below(4);
    return out;
  };
  GemmCase chosen;
  chosen.seed = random.next() % 1'000'000;
  chosen.m = size();
  chosen.n = size();
  const int depth = unit.instruction.shape.k;
  chosen.k =
      unit.instruction.c == &unit.d() ? random.between(0, 4 * depth) : random.between(1, depth);
  if (!has_zeros(unit)) chosen.k = chosen.k / depth * depth;
  chosen.a = layout(true);
  chosen.b = layout(true);
  chosen.c = layout(true);
  chosen.d = layout(false);
  chosen.c_is = random.pick({GemmCase::C::given, GemmCase::C::absent, GemmCase::C::in_d});
  if (unit.instruction.c != &unit.d() && chosen.c_is == GemmCase::C::in_d)
    chosen.c_is = GemmCase::C::given;
  chosen.specials = random.chance(50) ? 0 : random.between(1, 60);
  if (promotes(unit.d()) && unit.d().storage_bits() == 32 && unit.instruction.c == &unit.d() &&
      random.chance(40))
    chosen.promotion = Promotion{random.between(1, 6), random.pick_from(kRoundings).rounding};
  return chosen;
}

std::optional<Unit> unit_of_some_kernel(std::uint64_t seed) {
  constexpr Unit (*kMakers[])(std::uint64_t) = {random_fused_unit, random_exact_unit,
                                                random_ieee_unit, random_grouped_unit};
  const Unit unit = kMakers[seed % std::size(kMakers)](seed);
  return has_plan(unit) ? std::optional(unit) : std::nullopt;
}
std::optional<Unit> some_sparse_unit(std::uint64_t seed) { return sparse_unit(seed); }

class ManyRandomGemms : public ::testing::TestWithParam<AskedUnits> {};

TEST_P(ManyRandomGemms, AreTheReferences) {
  std::uint64_t seed = 0;
  const int units = GetParam().sum([&](const Unit& unit) {
    if (!has_kernel(unit) || (unit.instruction.sparsity && !has_zeros(unit))) return 0;
    Random random(seed++, 7);
    expect_same_gemms(unit,
                      std::vector<GemmCase>{random_case(unit, random), random_case(unit, random)},
                      random.pick({1, 2, 5}));
    return 1;
  });
  EXPECT_GT(units, GetParam().least);
}

INSTANTIATE_TEST_SUITE_P(Of, ManyRandomGemms,
                         ::testing::ValuesIn(in_parts({
                             {"units_of_some_kernel", unit_of_some_kernel, {0, 200}, 100},
                             {"sparse_units", some_sparse_unit, {0, 170}, 45},
                             {"rows", row_of_catalogue, {0, kAllRows}, 100},
                         })),
                         NameOfAsked());

TEST(ManyGemms, OfSparseUnitsBeyondWhatIsWorkedOnAtOnce) {
  for (const char* id :
       {"hopper/mma.sp.m16n8k32.f32.f16.f16.f32", "ampere/mma.sp.m16n8k64.satfinite.s32.s8.s8.s32"})
    expect_same_gemms(find_row(id), std::vector<GemmCase>{sized(2100, 5, 33), sized(3, 1100, 1500)},
                      2);
}

// A tile has words of 64 bits where c or d has more than 32, the sums outside the unit never.
TEST(ManyGemms, OfPromotedSumsInWideTiles) {
  for (const auto& [row, interval] :
       {std::pair{"my/wide_c", 1}, {"my/fat_d", 1}, {"my/fat_d", 3}}) {
    const Unit unit = unit_of_line("rows.toml:" + std::string(row));
    GemmCase chosen = sized(9, 37, 130);
    chosen.promotion = Promotion{interval, Rounding::nearest_even};
    expect_same_gemms(unit, std::vector<GemmCase>{chosen});
    EXPECT_EQ(batch_kernel(unit).name, "compiled");
  }
}

// Promotion within slices and across them, dividing them or not, and beyond all of K.
TEST(LargeGemms, OfLongPromotedSums) {
  constexpr int kMost = std::numeric_limits<int>::max();
  for (const char* id : {kF16, "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"}) {
    const Unit& unit = find_row(id);
    const auto reference = make_reference_engine(unit);
    std::vector<GemmCase> cases;
    std::vector<std::byte> last;
    for (const int interval : {1, 5, 16, 31, 32, 33, 45, kMost}) {
      GemmCase chosen = sized(2, 17, 1700);
      chosen.promotion = Promotion{interval, Rounding::nearest_even};
      chosen.specials = 0;
      cases.push_back(chosen);
      const auto result = run(*reference, chosen);
      EXPECT_TRUE(result != last) << "the interval makes no difference: " << chosen.text();
      last = result;
    }
    expect_same_gemms(unit, cases);
  }
}

// Worth threads, also for reading the operands.
TEST(LargeGemms, OnThreads) {
  for (const char* id : {kF16, kS8}) {
    const GemmCase large = sized(200, 180, 680);
    const auto expected = run(*make_reference_engine(find_row(id)), large);
    for (const int threads : {1, 2, 5})
      EXPECT_TRUE(run(*make_batch_engine(find_row(id), {{}, threads}), large) == expected) << id;
  }
}

}  // namespace
}  // namespace mmasc
