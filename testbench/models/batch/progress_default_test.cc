// SPDX-License-Identifier: Apache-2.0
// What the caller is told during a GEMM.
#include <atomic>
#include <set>

#include "batch/gemm_case.h"

namespace mmasc {
namespace {

struct Told {
  std::int64_t done = 0, all = 0;
};

GemmCase large() { return sized(200, 140, 80); }

void expect_rising(const Unit& unit, const GemmCase& chosen, int threads) {
  GemmOperands operands(unit, chosen);
  std::vector<Told> told;
  std::atomic<int> inside = 0;
  GemmOptions options = operands.options();
  options.progress = [&](std::int64_t done, std::int64_t all) {
    EXPECT_EQ(inside++, 0);
    told.push_back({done, all});
    --inside;
  };
  make_batch_engine(unit, {{}, threads})->gemm(operands.problem(), options);
  ASSERT_GE(told.size(), 3u);
  for (std::size_t i = 0; i < told.size(); ++i) {
    EXPECT_EQ(told[i].all, chosen.m * chosen.n);
    EXPECT_GE(told[i].done, i > 0 ? told[i - 1].done + 1 : 0);
  }
  EXPECT_EQ(told.back().done, told.back().all);
}

TEST(Progress, RisesToTheEndOneCallAtATime) {
  for (const int threads : {1, 2, 5}) {
    for (const char* id : {kF16, kF64}) {
      SCOPED_TRACE(id);
      expect_rising(find_row(id), large(), threads);
    }
    expect_rising(find_row(kS8), sized(3000, 40, 20), threads);
    GemmCase promoted = large();
    promoted.k = 600;
    promoted.promotion = Promotion{};
    expect_rising(find_row(kF16), promoted, threads);
  }
}

// One tile, so that only K is long.
TEST(Progress, MovesAlongK) {
  for (const char* id : {kF16, kF64, kS8, "hopper/mma.sp.m16n8k32.f32.f16.f16.f32"})
    for (const bool is_batch : {true, false}) {
      const Unit& unit = find_row(id);
      const auto engine = is_batch ? make_batch_engine(unit) : make_reference_engine(unit);
      const GemmCase chosen = sized(16, 16, is_batch ? 16'000 : 1'000);
      GemmOperands operands(unit, chosen);
      std::set<std::int64_t> told;
      GemmOptions options = operands.options();
      options.progress = [&](std::int64_t done, std::int64_t) {
        EXPECT_GE(done, told.empty() ? 0 : *told.rbegin());
        told.insert(done);
      };
      engine->gemm(operands.problem(), options);
      EXPECT_GT(told.size(), 10u) << id;
      EXPECT_EQ(*told.rbegin(), chosen.m * chosen.n);
    }
}

TEST(Progress, WhatItThrowsEndsTheGemm) {
  for (const char* id : {kF16, kF64, kS8})
    for (const int threads : {1, 2, 5}) {
      const Unit& unit = find_row(id);
      GemmOperands operands(unit, large());
      const auto engine = make_batch_engine(unit, {{}, threads});
      int calls = 0;
      GemmOptions options = operands.options();
      options.progress = [&](std::int64_t, std::int64_t) {
        if (++calls == 2) throw std::string("enough");
      };
      try {
        engine->gemm(operands.problem(), options);
        ADD_FAILURE() << "nothing was thrown";
      } catch (const std::string& what) {
        EXPECT_EQ(what, "enough");
      }
      // The engine is as good as before.
      EXPECT_TRUE(run(*engine, large()) == run(*make_batch_engine(unit, {{}, 1}), large()))
          << id << ", " << threads << " threads";
    }
}

// A small problem's panels are the thread's own; the second GEMM must not take them.
TEST(Progress, MayCallForAnotherGemm) {
  const Unit& unit = find_row(kF16);
  const auto engine = make_batch_engine(unit, {{}, 1});
  const GemmCase small = sized(4, 48, 20);
  GemmCase another = small;
  another.seed = small.seed + 1;
  GemmOperands inner(unit, another), operands(unit, small);
  GemmOptions options = operands.options();
  int calls = 0;
  options.progress = [&](std::int64_t, std::int64_t) {
    ++calls;
    engine->gemm(inner.problem(), inner.options());
  };
  engine->gemm(operands.problem(), options);
  EXPECT_GE(calls, 3);
  EXPECT_EQ(operands.d().bytes(), run(*engine, small));
}

}  // namespace
}  // namespace mmasc
