// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/whole.h"

#include <algorithm>
#include <iterator>

#include "mmasc/arith/promotion.h"
#include "mmasc/cost/random_word.h"
#include "mmasc/cost/sum_of_stages.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

void add(UnitCost& cost, const std::string& name, const UnitCost& addition) {
  const double delay = std::max(cost.all.delay, addition.all.delay);
  const std::string slowest =
      addition.all.delay > cost.all.delay ? name + " " + addition.slowest : cost.slowest;
  for (StageCost stage : addition.stages) {
    stage.stage = name + " " + stage.stage;
    cost.stages.push_back(std::move(stage));
  }
  for (Extrapolation beyond : addition.extrapolated) {
    beyond.stage = name + " " + beyond.stage;
    cost.extrapolated.push_back(std::move(beyond));
  }
  cost.additions_area += addition.all.area;
  if (addition.random_words > 0) cost.random_word = addition.random_word;
  cost.random_words += addition.random_words;
  finish(cost, delay);
  cost.slowest = slowest;
  cost.ready_delay = std::max(cost.ready_delay, addition.ready_delay);
}

// The generator of the words that a unit and its additions draw.
void add_generator(UnitCost& cost) {
  const int words = cost.random_words;
  if (words == 0) return;
  StageCost all = cost.random_word;
  all.stage = kRandomBits;
  all.flip_flops *= words;
  all.cells *= words;
  all.area *= words;
  cost.stages.push_back(std::move(all));
  const double delay = cost.all.delay;
  const std::string slowest = cost.slowest;
  finish(cost, delay);
  cost.slowest = slowest;
}

// The format of 0 and 1. An addition is x * 1 + c, and hardware that adds has no multiplier.
const Format& one_alone() {
  static const Format format = [] {
    Format one;
    one.name = "one";
    one.exponent_bits = 1;
    one.bias = 1;
    one.specials = Specials::none;
    one.sign = Sign::none;
    return one;
  }();
  return format;
}

}  // namespace

std::vector<std::pair<std::string, Unit>> WholeUnit::additions() const {
  std::vector<std::pair<std::string, Unit>> all;
  const auto add = [&](const char* name, Unit addition) {
    addition.instruction.id = unit.instruction.id + ", " + name;
    addition.instruction.b = &one_alone();
    all.emplace_back(name, std::move(addition));
  };
  if (unit.instruction.late_c) add("late_c", late_c_unit(unit));
  if (promotions == Promotions{}) return all;
  if (const std::string reason = why_not_promoted(unit.d()); !reason.empty())
    throw InputError(unit.instruction.id + ": partial sums cannot be promoted: " + reason);
  const auto& [outer, inner] = promotions;
  if (inner) add("inner_promotion", promotion_unit(unit, *inner));
  if (outer) add("promotion", promotion_unit(inner ? promotion_unit(unit, *inner) : unit, *outer));
  return all;
}

std::vector<Unit> parts_of(std::span<const WholeUnit> wholes) {
  std::vector<Unit> parts;
  for (const WholeUnit& whole : wholes) {
    parts.push_back(whole.unit);
    for (auto& [name, addition] : whole.additions()) parts.push_back(std::move(addition));
  }
  return parts;
}

std::vector<UnitCost> whole_costs(std::span<const WholeUnit> wholes,
                                  std::span<const UnitCost> costs) {
  std::vector<UnitCost> all;
  auto next = costs.begin();
  for (const WholeUnit& whole : wholes) {
    all.push_back(*next++);
    for (const auto& [name, addition] : whole.additions()) add(all.back(), name, *next++);
    add_generator(all.back());
  }
  return all;
}

UnitCost estimate(const WholeUnit& whole) {
  std::vector<UnitCost> parts;
  for (const Unit& part : parts_of({&whole, 1})) parts.push_back(estimate(make_plan(part)));
  return whole_costs({&whole, 1}, parts).front();
}

}  // namespace mmasc
