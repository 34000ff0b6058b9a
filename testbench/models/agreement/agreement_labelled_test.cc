// SPDX-License-Identifier: Apache-2.0
// Every way to evaluate a unit gives the reference's bits, on units from every source.
#include <gtest/gtest.h>

#include <algorithm>

#include "agreement/unit_sources.h"
#include "agreement/ways.h"
#include "mmasc/compiled/llvm.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/plan.h"

namespace mmasc {
namespace {

// How many units are drawn, from which seed on, and how many operations each computes. A source
// that has an end may give all its units.
struct Amount {
  std::uint64_t first = 0, units = 0;
  int operations = 0;
  std::uint64_t parts = 1;  // each of which is a test
};
constexpr std::uint64_t kAll = 0;

struct Pair {
  std::string_view way, source;
  Amount quick{}, more{}, most{};  // of the label quick, default and long
  std::string_view kernel{};       // which at least so many percent of the units have
  int percent = 0;
};

constexpr std::string_view kAnyKernel = "any";

constexpr Pair kPairs[] = {
    {"specification", "random", {0, 400, 20}, {400, 1600, 20}, {20'000, 200'000, 10, 10}},
    {"specification", "stochastic", {0, 30, 6}, {1000, 600, 10}},
    {"specification", "sparse", {0, 300, 10}},
    {"specification", "tensor_scaled", {0, 300, 10}},
    {"specification", "integer", {0, 400, 12}},
    {"specification", "coarse_factors", {0, 300, 20}},
    {"specification", "moved_products", {0, 200, 20}},
    {"specification", "flagged", {0, kAll, 630}},
    {"specification", "catalogue", {0, kAll, 6}, {0, kAll, 20}},
    {"specification", "varied", {0, kAll, 160}, {0, kAll, 2000}},
    {"specification", "tiny", {0, 8, 98}},
    {"specification", "written", {0, kAll, 160}},
    {"specification", "bundled", {0, kAll, 8}, {0, kAll, 10'000}},

    {"stages", "random", {0, 400, 20}},
    {"stages", "sparse", {0, 300, 10}},
    {"stages", "tensor_scaled", {0, 300, 10}, {}, {}, "lanes", 7},
    {"stages", "integer", {0, 400, 12}},
    {"stages", "coarse_factors", {0, 300, 20}, {}, {}, "lanes", 16},
    {"stages", "moved_products", {0, 200, 20}, {}, {}, "lanes", 20},
    {"stages", "flagged", {0, kAll, 200}},
    {"stages", "catalogue", {0, kAll, 11}},
    {"stages", "varied", {0, kAll, 160}},
    {"stages", "tiny", {0, 8, 98}},
    {"stages", "written", {0, kAll, 160}},

    {"checked", "random", {0, 400, 6}, {400, 1600, 6}},
    {"checked", "integer", {0, 150, 6}},
    {"checked", "flagged", {0, kAll, 630}},
    {"checked", "catalogue", {0, kAll, 10}},
    {"checked", "varied", {0, kAll, 60}},
    {"checked", "written", {0, kAll, 160}},
    {"checked", "bundled", {}, {0, kAll, 10'000}},

    {"trace", "random", {1, 150, 4}},
    {"trace", "stochastic", {0, 30, 6}},
    {"trace", "integer", {0, 400, 12}},
    {"trace", "bundled", {0, kAll, 8}},
    {"trace", "varied", {0, kAll, 8}},
    {"trace", "written", {0, kAll, 8}},

    {"graph", "random", {0, 40, 8}},
    {"graph", "stochastic", {0, 15, 8}},
    {"graph", "sparse", {0, 15, 8}},
    {"graph", "tensor_scaled", {0, 15, 8}},
    {"graph", "varied", {0, kAll, 4}},
    {"graph", "written", {0, kAll, 8}},

    {"batch", "random", {0, 150, 8}, {0, 600, 20}, {1500, 22'500, 20, 10}},
    {"batch", "fused", {0, 150, 70}, {0, 600, 70}, {1500, 22'500, 70, 10}, kAnyKernel, 50},
    {"batch", "exact", {0, 60, 210}, {1000, 150, 210}, {}, "f64_exact", 33},
    {"batch", "ieee", {0, 60, 210}, {1000, 1000, 210}, {}, "f32_ieee", 50},
    {"batch", "grouped", {0, 30, 210}, {1000, 600, 210}, {}, "f32_tree", 16},
    {"batch", "grouped", {100, 30, 210}, {}, {}, "f64_tree", 16},
    {"batch", "sparse", {300, 170, 20}, {}, {}, kAnyKernel, 26},
    {"batch", "integer", {5000, 120, 20}, {}, {}, kAnyKernel, 58},
    {"batch", "catalogue", {}, {0, kAll, 140}, {}, kAnyKernel, 50},
    {"batch", "bundled", {}, {0, kAll, 10'000}, {}, kAnyKernel, 50},
    {"batch", "varied", {0, kAll, 70}},
    {"batch", "tiny", {0, 8, 98}},
    {"batch", "written", {0, kAll, 160}},

    {"compiled", "random", {0, 40, 64}, {40, 120, 64}, {160, 2000, 1000, 10}},
    {"compiled", "fused", {}, {0, 60, 64}},
    {"compiled", "exact", {}, {0, 40, 64}},
    {"compiled", "grouped", {}, {0, 40, 64}},
    {"compiled", "stochastic", {0, 15, 32}},
    {"compiled", "sparse", {0, 20, 32}},
    {"compiled", "tensor_scaled", {0, 15, 32}},
    {"compiled", "integer", {0, 20, 32}, {20, 100, 32}},
    {"compiled", "coarse_factors", {}, {0, 60, 32}},
    {"compiled", "moved_products", {}, {0, 60, 32}},
    {"compiled", "flagged", {}, {0, kAll, 64}},
    {"compiled", "catalogue", {}, {0, kAll, 140}},
    {"compiled", "bundled", {}, {}, {0, kAll, 10'000}},
    {"compiled", "varied", {}, {0, kAll, 64}},
    {"compiled", "written", {0, kAll, 64}},

    {"pipeline", "random", {0, 200, 16}, {0, 2000, 16, 4}, {0, 10'000, 16, 20}},
    {"pipeline", "stochastic", {0, 12, 16}},
    {"pipeline", "sparse", {0, 40, 16}},
    {"pipeline", "tensor_scaled", {0, 40, 16}},
    {"pipeline", "integer", {1000, 40, 16}},
    {"pipeline", "flagged", {0, kAll, 200}},
    {"pipeline", "varied", {}, {0, kAll, 16}},
    {"pipeline", "written", {0, kAll, 16}},
};

struct Part {
  const Pair* pair;
  Amount amount;  // of this part
  std::string name;
  friend void PrintTo(const Part& part, std::ostream* out) { *out << part.name; }
};

// A build without SystemC has no pipeline.
bool is_left_out(std::string_view way) {
#ifndef MMASC_HAS_PIPELINE
  if (way == "pipeline") return true;
#endif
  (void)way_named(way);
  return false;
}

std::vector<Part> parts(Amount Pair::*label) {
  std::vector<Part> all;
  for (const Pair& pair : kPairs) {
    const Amount& whole = pair.*label;
    if (whole.operations == 0) continue;
    if (is_left_out(pair.way)) continue;
    const std::uint64_t units =
        whole.units == kAll ? source_named(pair.source).count() - whole.first : whole.units;
    for (std::uint64_t part = 0; part < whole.parts; ++part) {
      const std::uint64_t each = units / whole.parts;
      std::string name = std::string(pair.way) + "_on_" + std::string(pair.source);
      if (!pair.kernel.empty() && pair.kernel != kAnyKernel) name += "_" + std::string(pair.kernel);
      if (whole.parts > 1) name += "_" + std::to_string(part);
      all.push_back({&pair, {whole.first + part * each, each, whole.operations}, name});
    }
  }
  return all;
}

// How many operations tell a unit from each of those without what it shows.
std::vector<int> count_told(const Varied& drawn, const OperationBatch& operations,
                            const std::vector<Result>& expected) {
  std::vector<int> told;
  for (const Unit& without : drawn.without) {
    const Answer answer = way_named("specification").ask(without, operations);
    told.push_back(0);
    for (std::size_t i = 0; i < expected.size(); ++i)
      told.back() += answer.given[0].results[i].d == expected[i].d ? 0 : 1;
  }
  return told;
}

class Ways : public ::testing::TestWithParam<Part> {
 protected:
  // Whether there is a plan: an exact window may be wider than any, which every way must say.
  static bool has_plan(const Way& way, const Unit& unit) {
    try {
      (void)make_plan(unit);
      return true;
    } catch (const RowError&) {
      if (way.needs_plan) {
        EXPECT_THROW((void)way.ask(unit, OperationBatch(unit)), RowError);
      }
      return false;
    }
  }
};

TEST_P(Ways, GiveTheReferencesBits) {
  const auto& [pair, amount, name] = GetParam();
  const Way& way = way_named(pair->way);
  if (way.name == "compiled" && llvm::functions() == nullptr) GTEST_SKIP() << llvm::why_none();
  const UnitSource& source = source_named(pair->source);
  const bool tells = way.name == "specification";
  std::uint64_t planned = 0, taken = 0, with_kernel = 0;
  std::vector<int> told;
  for (std::uint64_t seed = amount.first; seed < amount.first + amount.units; ++seed) {
    const Varied drawn = source.draw(seed);
    SCOPED_TRACE("source_named(\"" + std::string(source.name) + "\").draw(" + std::to_string(seed) +
                 ")");
    if (!has_plan(way, drawn.unit)) continue;
    ++planned;
    const OperationBatch operations = source.operations(drawn.unit, amount.operations, seed);
    const std::vector<Result> expected = reference_results(drawn.unit, operations);
    const Answer answer = way.ask(drawn.unit, operations);
    taken += answer.given.empty() || expected.empty() ? 0 : 1;
    with_kernel +=
        pair->kernel == kAnyKernel ? !answer.kernel.empty() : answer.kernel == pair->kernel;
    expect_results(drawn.unit, operations, answer, expected);
    if (tells) {
      const std::vector<int> of_unit = count_told(drawn, operations, expected);
      told.resize(std::max(told.size(), of_unit.size()));
      for (std::size_t i = 0; i < of_unit.size(); ++i) {
        told[i] += of_unit[i];
        if (source.each_is_told) {
          EXPECT_EQ(of_unit[i] == 0, drawn.shows_nothing) << to_toml(drawn.unit);
        }
      }
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(taken, 0u);
  EXPECT_GE(taken * 100, planned * static_cast<std::uint64_t>(way.taken));
  const std::uint64_t least = source.count != nullptr ? 100 : source.told > 0 ? 60 : 99;
  EXPECT_GE(planned * 100, amount.units * least);
  EXPECT_GE(with_kernel * 100, amount.units * static_cast<std::uint64_t>(pair->percent));
  for (const int count : told)
    EXPECT_GE(1000 * static_cast<std::uint64_t>(count),
              planned * static_cast<std::uint64_t>(amount.operations * source.told));
}

std::string name_of_part(const ::testing::TestParamInfo<Part>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Quick, Ways, ::testing::ValuesIn(parts(&Pair::quick)), name_of_part);
INSTANTIATE_TEST_SUITE_P(Default, Ways, ::testing::ValuesIn(parts(&Pair::more)), name_of_part);
INSTANTIATE_TEST_SUITE_P(Long, Ways, ::testing::ValuesIn(parts(&Pair::most)), name_of_part);

}  // namespace
}  // namespace mmasc
