// SPDX-License-Identifier: Apache-2.0
// Classes put NaN, infinities, zeros and subnormal numbers into every lane; the default ones into
// each of them about as often.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "mmasc/specification/term.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

enum class Kind { nan, infinity, zero, subnormal };
constexpr Kind kKinds[] = {Kind::nan, Kind::infinity, Kind::zero, Kind::subnormal};

bool is(Kind kind, const Format& format, std::uint64_t bits) {
  const ExactTerm term = decode_exactly(format, Flush::none, bits);
  switch (kind) {
    case Kind::nan:
      return term.nan;
    case Kind::infinity:
      return term.infinite;
    case Kind::zero:
      return term.zero;
    case Kind::subnormal:
      return !term.zero && term.significand.bit_length() <= format.fraction_bits;
  }
  return false;
}

// By chance, n elements in k lanes are n/k in each, give or take six standard deviations.
void expect_alike(const std::vector<int>& counts, double mean, const std::string& what) {
  for (std::size_t lane = 0; lane < counts.size(); ++lane)
    EXPECT_LT(std::abs(counts[lane] - mean), 6 * std::sqrt(mean)) << what << ", lane " << lane;
}

// Where a last bit decides, terms have places; no lane goes without.
void expect_some(const std::vector<int>& counts, double mean, const std::string& what) {
  for (std::size_t lane = 0; lane < counts.size(); ++lane)
    EXPECT_GT(counts[lane], mean / 5) << what << ", lane " << lane;
}

TEST(Lanes, ClassesFavourNone) {
  int judged = 0;
  for (const char* id :
       {"hopper/mma.m16n8k16.f32.f16.f16.f32", "ampere/mma.m16n8k8.f32.bf16.bf16.f32"}) {
    const Unit& unit = catalog().find(id);
    const Generator generator(unit, 9);
    for (const VectorClassInfo& info : kVectorClasses) {
      std::array<std::array<std::vector<int>, std::size(kKinds)>, 2> counts;
      for (auto& of : counts)
        for (auto& lanes : of) lanes.resize(static_cast<std::size_t>(unit.instruction.shape.k));
      for (std::uint64_t i = 0; i < 2000; ++i) {
        const Case row = generator.make(info.value, i);
        for (const bool of_b : {false, true})
          for (std::size_t lane = 0; lane < row[Operand::a].size(); ++lane)
            for (const Kind kind : kKinds)
              counts[of_b][static_cast<std::size_t>(kind)][lane] +=
                  is(kind, of_b ? *unit.instruction.b : *unit.instruction.a,
                     row[of_b ? Operand::b : Operand::a][lane]);
      }
      for (const bool of_b : {false, true})
        for (const Kind kind : kKinds) {
          const auto& lanes = counts[of_b][static_cast<std::size_t>(kind)];
          const double mean =
              std::accumulate(lanes.begin(), lanes.end(), 0.0) / static_cast<double>(lanes.size());
          if (mean < 30) continue;  // too few to tell
          (info.is_default ? expect_alike : expect_some)(
              lanes, mean,
              std::string(id) + " " + std::string(info.name) + (of_b ? " b" : " a") + ", kind " +
                  std::to_string(static_cast<int>(kind)));
          ++judged;
        }
    }
  }
  EXPECT_GT(judged, 60);
}

}  // namespace
}  // namespace mmasc
