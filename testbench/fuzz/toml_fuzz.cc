// SPDX-License-Identifier: Apache-2.0
// A catalogue file of a user's own: refused with an InputError, or every unit of it is written as
// TOML that loads again, and elaborates to a plan that takes zeros, or is refused with a RowError.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "mmasc/arith/reference.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/vectors/case_operands.h"
#include "require.h"

namespace mmasc::fuzz {
namespace {

// One text may make thousands of units of one pattern.
constexpr std::size_t kUnitsTried = 2;

// The catalogue that the text is loaded on top of: names to refer to, and to collide with.
constexpr std::string_view kBase = R"(
[datapath."base.fp8"]
lanes  = 4
sum    = [{ name = "dot", terms = ["products", "c"], fraction_bits = 13 }]
result = { format = "f32" }
[structure.fast]
multiplier = { registers = 0 }
[instruction."base/fp8"]
shape    = { m = 1, n = 1, k = 8 }
formats  = { a = "e4m3", b = "e5m2", c = "f32" }
datapath = "base.fp8"
)";

const Catalog& base() {
  static const Catalog loaded = [] {
    Catalog rows;
    rows.add(kBase, "base");
    return rows;
  }();
  return loaded;
}

void try_writing(const Unit& unit) {
  const std::string text = to_toml(unit);
  Catalog rows;
  rows.add(text, "written");  // an InputError here is a finding: nothing catches it
  require(rows.units().size() == 1, "a unit is written as one unit");
  require(to_toml(rows.units().front()) == text, "what was read again is written the same");
}

std::optional<Sequence> elaborate(const Unit& unit) {
  try {
    return Sequence(unit);
  } catch (const RowError&) {
    return std::nullopt;
  }
}

// Every level of the tree takes each term that enters it, once.
void require_every_term_once(const Plan& plan) {
  for (int l = 0; l < plan.levels.size(); ++l) {
    const LevelPlan& level = plan.levels[l];
    std::vector<int> takers(std::size_t(slot_widths(plan, l).size()));
    const auto take = [&](int slot) {
      require(slot >= 0 && std::size_t(slot) < takers.size(), "a sum takes what enters its level");
      ++takers[std::size_t(slot)];
    };
    for (int s = level.first_sum; s < level.first_sum + level.sum_count; ++s)
      for (const AddendGroup& group : groups_of(plan, plan.sums[s]))
        for (int i = 0; i < group.count; ++i) take(group.slot_of(i));
    for (const int slot : level.bypass) take(slot);
    require(std::ranges::count(takers, 1) == std::ssize(takers), "each term is taken once");
  }
}

void try_evaluating(const Unit& unit) {
  const auto sequence = elaborate(unit);
  if (!sequence) return;
  require_every_term_once(sequence->plan());
  const Case zeros(layout_of(unit));
  evaluate(sequence->plan(), sequence->step(0, operands_of(zeros), 0));
}

void try_text(std::string_view text) {
  Catalog rows = base();
  try {
    rows.add(text, "input");
  } catch (const InputError&) {
    require(rows.units().size() == base().units().size(), "a refused file adds nothing");
    return;
  }
  const auto added = std::span(rows.units()).subspan(base().units().size());
  for (const Unit& unit : added.first(std::min(added.size(), kUnitsTried))) {
    try_writing(unit);
    try_evaluating(unit);
  }
}

}  // namespace
}  // namespace mmasc::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  mmasc::fuzz::try_text({reinterpret_cast<const char*>(data), size});
  return 0;
}
