// SPDX-License-Identifier: Apache-2.0
// Which targets there are, and that each runs code of its own.
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <set>

#include "batch/engines.h"
#include "mmasc/batch/kernels.h"
#include "random/operation_batch.h"
#include "vectors/support.h"

namespace mmasc {
namespace {

bool has_target(std::string_view name) {
  const auto targets = batch_targets();
  return std::ranges::find(targets, name) != targets.end();
}

TEST(Targets, AreThoseOfTheProcessor) {
  EXPECT_EQ(batch_targets().back(), "scalar") << "the widest first";
  for (const auto& [name, bit] : {std::pair("avx512", HWY_AVX3), std::pair("avx2", HWY_AVX2),
                                  std::pair("sse4", HWY_SSE4), std::pair("neon", HWY_NEON)})
    EXPECT_EQ(has_target(name), (hwy::SupportedTargets() & bit & MMASC_BATCH_TARGETS) != 0) << name;
}

TEST(Targets, OthersAreRefused) {
  const Unit& unit = catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32");
  std::string names;
  for (const std::string& target : batch_targets()) names += (names.empty() ? "" : ", ") + target;
  EXPECT_EQ(error_of<InputError>([&] {
              make_batch_engine(unit, {"avx9", 1});
            }),
            "no target \"avx9\" on this processor; one of " + names);
  EXPECT_EQ(error_of<InputError>([&] {
              make_batch_engine(unit, {{}, -1});
            }),
            "the number of threads must not be negative");
}

// Highway's name for a target.
std::string_view name_of(std::string_view target) {
  if (target == "avx512") return "AVX3";
  if (target == "avx2") return "AVX2";
  if (target == "sse4") return "SSE4";
  if (target == "neon") return "NEON";
  return "SCALAR";
}

TEST(Targets, HaveKernelsCompiledForThem) {
  ASSERT_EQ(batch::kernels().size(), batch_targets().size());
  std::set<batch::FusedKernel<batch::F32Lanes>> all;
  std::size_t count = 0;
  for (const batch::Kernels& kernels : batch::kernels()) {
    EXPECT_EQ(kernels.compiled_for, name_of(kernels.target));
    for (const auto& of_width : kernels.fused_f32)
      for (const auto& of_rows : of_width)
        for (const auto fused : of_rows) {
          if (fused == nullptr) continue;
          all.insert(fused);
          ++count;
        }
  }
  EXPECT_EQ(count, 10 * batch::kernels().size());
  EXPECT_EQ(all.size(), count) << "targets share code";
}

using FusedF32 = batch::FusedKernel<batch::F32Lanes>;
FusedF32 watched = nullptr;
int calls = 0;

void count_calls(const batch::FusedPlan& plan, const batch::Stretch<batch::F32Lanes>& stretch) {
  ++calls;
  watched(plan, stretch);
}

constexpr auto kOwnRow = static_cast<int>(batch::Pairing::own_row);

// The table's entry of one target, replaced for a scope: the table itself is no constant.
class Watch {
 public:
  explicit Watch(const batch::Kernels& kernels)
      : entry_(const_cast<FusedF32&>(kernels.fused_f32[batch::kWideTile][kOwnRow][false])) {
    watched = entry_;
    entry_ = count_calls;
    calls = 0;
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch() { entry_ = watched; }

 private:
  FusedF32& entry_;
};

TEST(Targets, AreWhatTheEngineRuns) {
  const Unit& unit = catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32");
  const std::vector<std::uint64_t> ones(16, 0x3c00), c{0};
  std::vector<std::uint64_t> d(1);
  for (const batch::Kernels& kernels : batch::kernels()) {
    const Watch watch(kernels);
    for (const auto& [target, engine] : engines_on_all_targets(unit)) {
      calls = 0;
      engine->dot(ones, ones, c, d);
      EXPECT_EQ(d[0], 0x41800000u) << target;
      EXPECT_EQ(calls, kernels.target == target ? 1 : 0) << target << ", " << kernels.target;
    }
    calls = 0;
    make_batch_engine(unit)->dot(ones, ones, c, d);
    EXPECT_EQ(calls, kernels.target == batch_targets().front() ? 1 : 0) << kernels.target;
  }
}

}  // namespace
}  // namespace mmasc
