// SPDX-License-Identifier: Apache-2.0
// A GPU that computes as the model says shows no mismatch; one with a field changed shows them all,
// the first as lines that replay.
#include "mmasc/capture/compare.h"

#include <gtest/gtest.h>

#include "capture/fake_gpu.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/hex.h"
#include "told.h"
#include "vectors/support.h"

namespace mmasc {
namespace {

using testing::error_of;
using testing::FakeGpu;
using testing::kWgmma;
using testing::reference;

CompareResult compare_with(const Unit& unit, testing::DotOf dot, const CompareOptions& options) {
  FakeGpu gpu("sm_90", std::move(dot));
  return compare(unit, gpu, options);
}

TEST(Compare, EqualModelsHaveNoMismatch) {
  for (const char* id :
       {"hopper/wgmma.m64nNk32.f32.e4m3.e4m3", "hopper/wgmma.m64nNk8.f32.tf32.tf32",
        "hopper/mma.m16n8k16.f16.f16.f16.f16", "hopper/mma.m16n8k32.f32.e4m3.e5m2.f32"}) {
    const Unit& unit = catalog().find(id);
    const CompareResult result = compare_with(unit, reference(unit), {.dots = 4096});
    EXPECT_EQ(result.mismatches, 0u) << id << "\n"
                                     << (result.replays.empty() ? "" : result.replays.front());
    EXPECT_EQ(result.dots, 4096u);
    EXPECT_TRUE(result.replays.empty());
  }
}

TEST(Compare, RefusesWordsThatThreadsDoNotHold) {
  Told told;
  const Unit wide = catalog().find("cdna1/v_mfma_f32_32x32x4bf16").with("dot.fraction_bits", "900");
  told.refusal<InputError>([&] { Comparison(wide, 1, true); });
}

TEST(Compare, AChangedFieldIsFound) {
  const Unit& unit = catalog().find(kWgmma);
  const Unit changed = unit.with("dot.fraction_bits", "14");
  const CompareResult result = compare_with(unit, reference(changed), {.dots = 8192, .seed = 3});
  EXPECT_GT(result.mismatches, 50u);
  EXPECT_LT(result.mismatches, 8192u);
  ASSERT_EQ(result.replays.size(), 5u);

  // They are counted one by one, and those shown are the first.
  const Comparison comparison(unit, 3, true);
  const Sequence model(unit), gpu(changed);
  std::vector<std::string> expected;
  std::uint64_t mismatches = 0;
  for (std::uint64_t dot = 0; dot < 8192; ++dot) {
    const Case row = comparison.vector(dot);
    const DotOperands operands = operands_of(row);
    const std::uint64_t theirs = evaluate(gpu, operands), ours = evaluate(model, operands);
    if (theirs == ours) continue;
    ++mismatches;
    expected.push_back(
        "mmasc eval " + std::string(kWgmma) + " --a " + to_hex(row[Operand::a], unit.a()) +
        " --b " + to_hex(row[Operand::b], unit.b()) + " --c " + to_hex(row.c(), unit.c()) +
        "\n  silicon " + to_hex(theirs, unit.d()) + ", model " + to_hex(ours, unit.d()) +
        "; dot product " + std::to_string(dot) + " of seed 3");
  }
  expected.resize(5);
  EXPECT_EQ(result.replays, expected);
  EXPECT_EQ(result.mismatches, mismatches);
}

TEST(Compare, AnEmulatorIsNoSilicon) {
  const Unit& unit = catalog().find(kWgmma);
  FakeGpu gpu("sm_90", reference(unit.with("dot.fraction_bits", "14")));
  gpu.emulate();
  const CompareResult result = compare(unit, gpu, {.dots = 8192, .seed = 3});
  ASSERT_EQ(result.replays.size(), 5u);
  for (const std::string& replay : result.replays) {
    EXPECT_NE(replay.find("\n  emulator "), std::string::npos) << replay;
    EXPECT_EQ(replay.find("silicon"), std::string::npos) << replay;
  }
}

TEST(Compare, TellsHowFarItIs) {
  const Unit& unit = catalog().find(kWgmma);
  std::vector<std::pair<std::int64_t, std::int64_t>> calls;
  compare_with(unit, reference(unit),
               {.dots = 1000, .progress = [&](std::int64_t done, std::int64_t all) {
                  calls.emplace_back(done, all);
                }});
  EXPECT_EQ(calls, (std::vector<std::pair<std::int64_t, std::int64_t>>{{1024, 1024}}));
}

TEST(Compare, BatchesAreParts) {
  const Unit& unit = catalog().find(kWgmma);
  const Comparison comparison(unit, 1, true);
  FakeGpu gpu("sm_90", reference(unit.with("result.rounding", "nearest_even")));
  const auto comparer = gpu.comparer(comparison, 8);
  const Verdict whole = comparer->run(0, 8, 100000);
  EXPECT_GT(whole.mismatches, 100u);
  EXPECT_EQ(whole.first.size(), whole.mismatches);
  const Verdict low = comparer->run(0, 3, 100000), high = comparer->run(3, 5, 100000);
  std::vector<Mismatch> both = low.first;
  both.insert(both.end(), high.first.begin(), high.first.end());
  EXPECT_EQ(both, whole.first);
  EXPECT_EQ(comparer->run(3, 5, 2).first.size(), 2u);
  EXPECT_EQ(comparer->run(3, 5, 0).mismatches, high.mismatches);
}

TEST(Compare, OneWrongPlaceIsFound) {
  const Unit& unit = catalog().find(kWgmma);
  FakeGpu gpu("sm_90", reference(unit));
  gpu.fault_in(17);  // a row of every tile: its last bit, that of a NaN too
  const CompareResult result = compare(unit, gpu, {.dots = 1024});
  EXPECT_EQ(result.mismatches, 16u);
  ASSERT_FALSE(result.replays.empty());
  EXPECT_TRUE(result.replays.front().ends_with("; dot product 136 of seed 1"));
}

TEST(Compare, LeavesCOut) {
  Told told;
  const Unit& unit = catalog().find(kWgmma);
  const CompareOptions options{.dots = 4096, .seed = 1, .accumulate = false};
  EXPECT_EQ(compare_with(unit, reference(unit), options).mismatches, 0u);
  const testing::DotOf deaf = [dot = reference(unit)](const Case& row, bool) {
    return dot(row, true);
  };
  const CompareResult result = compare_with(unit, deaf, options);
  EXPECT_GT(result.mismatches, 0u);
  EXPECT_NE(result.replays.front().find(" --c 00000000\n"), std::string::npos);
  EXPECT_TRUE(result.replays.front().ends_with(", scale-d 0"));
  const Unit& mma = catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32");
  told.refusal<InputError>([&] { compare_with(mma, reference(mma), options); });
}

TEST(Compare, TakesWholeTilesInBatches) {
  const Unit& unit = catalog().find("hopper/mma.m16n8k8.f32.f16.f16.f32");
  FakeGpu gpu("sm_90", reference(unit));
  EXPECT_EQ(compare(unit, gpu, {.dots = 1}).dots, 128u);
  EXPECT_EQ(gpu.tiles_at_once(), 1);
  EXPECT_EQ(compare(unit, gpu, {.dots = 129}).dots, 256u);
  EXPECT_EQ(gpu.tiles_at_once(), 2);
}

// Notes what it is asked for, and says that the first dot product of every batch differs.
struct Asked {
  std::uint64_t first_tile;
  int tiles;
  std::size_t wanted;
  friend bool operator==(const Asked&, const Asked&) = default;
};
class NotingGpu : public FakeGpu {
 public:
  using FakeGpu::FakeGpu;
  std::unique_ptr<Comparer> comparer(const Comparison& comparison, int) override {
    return std::make_unique<NotingComparer>(comparison.stream.dims.dots(), asked);
  }
  std::vector<Asked> asked;

 private:
  struct NotingComparer : Comparer {
    NotingComparer(int dots_, std::vector<Asked>& asked_) : dots(dots_), asked(asked_) {}
    Verdict run(std::uint64_t first_tile, int tiles, std::size_t wanted) override {
      asked.push_back({first_tile, tiles, wanted});
      Verdict verdict{1, {}};
      if (wanted > 0)
        verdict.first.push_back({first_tile * static_cast<std::uint64_t>(dots), 0, 1});
      return verdict;
    }
    int dots;
    std::vector<Asked>& asked;
  };
};

TEST(Compare, ManyDotProductsAreManyBatches) {
  const Unit& unit = catalog().find(kWgmma);
  NotingGpu gpu(unit, "sm_90");
  const CompareResult result = compare(unit, gpu, {.dots = 6'500'000});  // 12695.3 tiles
  EXPECT_EQ(gpu.asked, (std::vector<Asked>{{0, 2048, 5},
                                           {2048, 2048, 4},
                                           {4096, 2048, 3},
                                           {6144, 2048, 2},
                                           {8192, 2048, 1},
                                           {10240, 2048, 0},
                                           {12288, 408, 0}}));
  EXPECT_EQ(result.dots, 12696u * 512);
  EXPECT_EQ(result.mismatches, 7u);
  ASSERT_EQ(result.replays.size(), 5u);
  EXPECT_TRUE(result.replays.back().ends_with("; dot product 4194304 of seed 1"));
}

TEST(Compare, WideWordsAreNoOtherCase) {
  const Unit& unit = catalog().find("hopper/mma.m16n8k16.f64.f64.f64.f64");
  EXPECT_EQ(compare_with(unit, reference(unit), {.dots = 2048}).mismatches, 0u);
  const Unit changed = unit.with("result.rounding", "toward_zero");
  EXPECT_GT(compare_with(unit, reference(changed), {.dots = 2048}).mismatches, 100u);
}

TEST(Compare, ANanIsANanWhereTheRowDoesNotKnowItsPayload) {
  const Unit& unit = catalog().find(kWgmma);
  Unit unknown = unit;
  unknown.datapath.result.nan.reset();
  const Unit other = unit.with("result.nan", "7fc00000");
  EXPECT_GT(compare_with(unit, reference(other), {.dots = 4096}).mismatches, 0u);
  EXPECT_EQ(compare_with(unknown, reference(other), {.dots = 4096}).mismatches, 0u);
}

TEST(Compare, RefusesTheWrongGpu) {
  Told told;
  const Unit& unit = catalog().find(kWgmma);
  FakeGpu gpu("sm_80", reference(unit));
  told.refusal<EnvironmentError>([&] { compare(unit, gpu, {.dots = 1}); });
}

}  // namespace
}  // namespace mmasc
