// SPDX-License-Identifier: Apache-2.0
#include "mmasc/coverage/aim.h"

#include <numeric>
#include <utility>

#include "mmasc/coverage/aim_cross.h"
#include "mmasc/coverage/aimer.h"
#include "mmasc/stimulus/integer_sum.h"
#include "mmasc/stimulus/spread.h"

namespace mmasc {

Case Aimer::run() && {
  if (goal_.late) {
    aim_late();
  } else {
    aim();
    negate_leaves();
  }
  return std::move(build_.row);
}

void Aimer::negate_leaves() {
  if (!negates(plan())) return;
  const bool of_lane = goal_.kind == Kind::lane;
  const LevelPlan& first = plan().levels[0];
  const int sum = goal_.sum >= 0 ? goal_.sum : plan().sums.size() - 1;
  // A sum of zeros tells one of them where all others enter it as -0, whatever becomes of it.
  const int of_products =
      of_lane && random_.chance(50) ? first.first_sum + first.sum_count - 1 : sum;
  const bool of_b = of_lane && !goal_.lane.of_b;  // beside what is special
  for (int leaf = 0; leaf <= plan().lanes(); ++leaf)
    if (leaves_.negated(leaf < plan().lanes() ? of_products : sum, leaf)) build_.negate(leaf, of_b);
}

int Aimer::among(Interval range) {
  if (range.empty()) std::swap(range.low, range.high);
  const int kind = random_.below(10);
  return kind < 2 ? range.low : kind < 4 ? range.high : random_.between(range.low, range.high);
}

Leaves Aimer::leaves() {
  if (goal_.sum >= 0) return leaves_.all(goal_.sum);
  if (goal_.product) return {random_.below(plan().lanes())};
  Leaves all(static_cast<std::size_t>(plan().lanes()) + 1);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

// Products that nothing rounds are drawn about 1, where integers are.
const RoundingRule& Aimer::round() const {
  static const RoundingRule about_one = rule_of(*find_format("s32"));
  const auto& of_products = ranges_.rules.product_round;
  if (goal_.product) return of_products ? *of_products : about_one;
  return goal_.sum >= 0 ? ranges_.rounding_of(sum()) : ranges_.rules.result_round;
}

void Aimer::aim() {
  switch (goal_.kind) {
    case Kind::distance:
      return aim_at_distance(goal_.value + jitter());
    case Kind::loss:
      return aim_at_distance(losing_distance());
    case Kind::minus_zero:
      return random_.chance(40)   ? aim_at_minus_zeros()
             : random_.chance(50) ? aim_at_tiniest()
                                  : aim_at_least();
    case Kind::zero_above:
      return aim_below_zero();
    case Kind::carry:
      return aim_at_carry();
    case Kind::cancel:
      return aim_at_cancellation();
    case Kind::fill:
      return aim_to_fill();
    case Kind::beyond:
      return random_.chance(50) ? aim_to_fill() : aim_at_carry();
    case Kind::ladder:
      return aim_at_ladder();
    case Kind::least:
      return aim_at_least();
    case Kind::greatest:
      return aim_at_greatest();
    case Kind::special:
      return aim_at_special();
    case Kind::lane:
      return aim_at_lane();
    case Kind::product_top:
      return build_.term(random_.below(plan().lanes()), goal_.value + random_.between(-2, 0),
                         build_.any_digits(), sign());
    case Kind::any:
    case Kind::cross:  // crossed_case()
    case Kind::rounding:
      return aim_at_rounding();
  }
}

Aim::Aim(const Generator& generator)
    : generator_(generator), ranges_(ranges_of_steps(generator.dense())), leaves_(ranges_) {
  if (generator.dense().late_c_plan()) of_late_c_ = ranges_of_late_c(generator.dense());
}

Case Aim::at(const Goal& goal, int point, std::uint64_t index) const {
  constexpr std::uint64_t kStream = 0xff;  // no class has it
  Random random(generator_.seed(), kStream << 56 | static_cast<std::uint64_t>(point) << 32 | index);
  const Sequence& sequence = generator_.dense();
  Case row;
  if (goal.kind == Goal::Kind::cross) {
    row = crossed_case(sequence, goal.cross, random);
  } else if (ranges_.rules.d->is_integer()) {
    const Edges edges = edges_of(sequence);
    Draft draft(sequence, edges, random);
    draw_integer_sum(draft);
    row = std::move(draft.row);
  } else {
    row = Aimer(sequence, goal.late ? *of_late_c_ : ranges_, leaves_, goal, random).run();
  }
  spread(generator_.sequence().unit(), random, row);
  return row;
}

}  // namespace mmasc
