// SPDX-License-Identifier: Apache-2.0
// Units of which tests ask the same property: so many of a source, cut into parts, each of which is
// a test.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "agreement/unit_lines.h"
#include "arith/random_sequences.h"
#include "mmasc/unit/catalog.h"
#include "random/small_unit.h"

namespace mmasc {

// Nullopt where a seed gives no unit that has a plan.
inline std::optional<Unit> random_planned_unit(std::uint64_t seed) {
  const std::optional<Sequence> sequence = random_sequence(seed);
  return sequence ? std::optional(sequence->unit()) : std::nullopt;
}
inline std::optional<Unit> row_of_catalogue(std::uint64_t seed) {
  return seed < catalog().units().size() ? std::optional(catalog().units()[seed]) : std::nullopt;
}
inline std::optional<Unit> written_row(std::uint64_t seed) {
  return seed < written_rows().size() ? std::optional(written_rows()[seed]) : std::nullopt;
}
inline constexpr std::uint64_t kAllRows = 1 << 16;  // more than there are

// So many from a seed on, each `stride`th.
struct Seeds {
  std::uint64_t first = 0, count = 1, stride = 1, parts = 1;
};

struct AskedUnits {
  std::string name;
  std::optional<Unit> (*unit)(std::uint64_t seed) = random_planned_unit;
  Seeds seeds;
  int least = 0;  // of what the property counts, in each part
  std::uint64_t draws = 0, more_draws = 0;

  friend void PrintTo(const AskedUnits& asked, std::ostream* out) { *out << asked.name; }

  // The sum of what ask(unit) returns; until something fails.
  template <class Ask>
  int sum(Ask ask) const {
    int sum = 0;
    for (std::uint64_t i = 0; i < seeds.count && !::testing::Test::HasFailure(); ++i) {
      const std::uint64_t seed = seeds.first + i * seeds.stride;
      SCOPED_TRACE(name + ", seed " + std::to_string(seed));
      if (const auto asked = unit(seed)) sum += ask(*asked);
    }
    return sum;
  }
};

// Parts have every so many units of the whole.
inline std::vector<AskedUnits> in_parts(std::initializer_list<AskedUnits> all) {
  std::vector<AskedUnits> parts;
  for (const AskedUnits& whole : all) {
    const auto& [first, count, stride, number] = whole.seeds;
    for (std::uint64_t part = 0; part < number; ++part) {
      AskedUnits& one = parts.emplace_back(whole);
      if (number > 1) one.name += "_" + std::to_string(part);
      one.seeds = {first + part * stride, (count - part + number - 1) / number, stride * number};
    }
  }
  return parts;
}

struct NameOfAsked {
  std::string operator()(const ::testing::TestParamInfo<AskedUnits>& info) const {
    return info.param.name;
  }
};

}  // namespace mmasc
