// SPDX-License-Identifier: Apache-2.0
// Units by names, which instances of tests have.
#pragma once

#include <functional>
#include <iterator>
#include <ostream>
#include <string>
#include <vector>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

struct NamedUnit {
  std::string name;
  std::function<Unit()> unit;  // made where its test runs
  std::uint64_t amount = 0;    // of the vectors or cycles that the test takes
  friend void PrintTo(const NamedUnit& each, std::ostream* out) { *out << each.name; }
};

template <class Ids>
std::vector<NamedUnit> rows_named(const Ids& ids, std::uint64_t amount) {
  std::vector<NamedUnit> rows;
  for (const char* id : ids) rows.push_back({id, [id] { return catalog().find(id); }, amount});
  return rows;
}

// Verilator compiles plans of wider words or more lanes for a minute each.
inline auto of_at_most(int word_bits, int lanes = kMaxLanes) {
  return [=](const Plan& plan) { return plan.word_bits <= word_bits && plan.lanes() <= lanes; };
}

// The first `count` of make(0), make(1), ... that have a plan, and one as is asked for.
template <class Make, class Is>
std::vector<NamedUnit> drawn(const std::string& name, Make make, Is is, int count,
                             std::uint64_t amount) {
  std::vector<NamedUnit> units;
  for (int n = 0; n < count; ++n)
    units.push_back({name + "_" + std::to_string(n),
                     [=] {
                       int left = n;
                       for (std::uint64_t seed = 0;; ++seed) try {
                           const Unit unit = make(seed);
                           if (is(make_plan(unit)) && left-- == 0) return unit;
                         } catch (const RowError&) {
                         }
                     },
                     amount});
  return units;
}

inline std::vector<NamedUnit> operator+(std::vector<NamedUnit> x, std::vector<NamedUnit> y) {
  x.insert(x.end(), std::make_move_iterator(y.begin()), std::make_move_iterator(y.end()));
  return x;
}

}  // namespace mmasc
