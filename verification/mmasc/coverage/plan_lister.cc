// SPDX-License-Identifier: Apache-2.0
#include "mmasc/coverage/plan_lister.h"

#include <fmt/format.h>

namespace mmasc {

PlanPoints PlanLister::run() {
  PlanPoints points;
  if (!late_) points.products = list_products();
  for (int s = 0; s < plan_.sums.size(); ++s) points.sums.push_back(list_sum(s));
  const SumPlan& last = plan_.sums[plan_.sums.size() - 1];
  const int integer_bits = last.rounds ? 1 : ranges_.sums.back().integer_bits;
  goal_ = {Goal::Kind::any, -1, -1, 0, late_};
  const std::string name = late_ ? "d" : "result";
  points.result = list_rounding(name, name, plan_.result, ranges_.root, integer_bits,
                                ranges_.root_lowest_at_greatest, ranges_.root_overflows);
  return points;
}

int PlanLister::add(CoverStage stage, const std::string& name, std::string unreachable,
                    Goal::Kind kind, int value) {
  goal_.kind = kind;
  goal_.value = value;
  list_.push_back({prefix_ + name, stage, std::move(unreachable), goal_});
  return static_cast<int>(list_.size()) - 1;
}

ProductPoints PlanLister::list_products() {
  using enum CoverStage;
  const TermRange& product = ranges_.products.front();
  const MultiplierPlan& m = plan_.multiplier;
  goal_ = {};
  goal_.product = true;
  ProductPoints points;
  const auto special = [&](const char* name, bool reachable, std::string why) {
    return add(multiplier, std::string("products.") + name, reachable ? "" : std::move(why),
               Goal::Kind::special);
  };
  points.plus_zero = special("plus_zero", product.zero, fmt::format("{} has no zero", m.a.name));
  points.minus_zero = special("minus_zero", product.minus_zero, "no zero has a negative sign");
  points.infinity_times_zero = special("infinity_times_zero", ranges_.a.infinite && ranges_.b.zero,
                                       ranges_.a.infinite ? "b has no zero" : "a has no infinity");
  points.zero_times_infinity = special("zero_times_infinity", ranges_.b.infinite && ranges_.a.zero,
                                       ranges_.b.infinite ? "a has no zero" : "b has no infinity");
  if (m.is_scaled()) {
    const bool infinite = ranges_.a.infinite || ranges_.b.infinite;
    points.infinity_times_zero_scale =
        special("infinity_times_zero_scale", infinite && ranges_.scale.zero,
                infinite ? "no scale has a zero" : "neither a nor b has an infinity");
  }
  if (ranges_.scale.infinite)
    points.zero_times_infinite_scale =
        special("zero_times_infinite_scale", ranges_.a.zero || ranges_.b.zero,
                "neither a nor b has a zero");
  if (m.raises_factors()) {
    const auto stays = [&](const Format& format) {
      return format.least_exponent() == format.greatest_exponent() &&
             m.grid.next(format.least_exponent()) == format.least_exponent();
    };
    points.coarse = add(multiplier, "products.a_factor_is_raised",
                        stays(m.a) && stays(m.b) ? "no number has another exponent" : "");
  }
  if (m.infinity_at != kNoLimit) {
    const int top = ranges_.a.top + ranges_.b.top + ranges_.scale.top;
    const std::string why = fmt::format("products stay below 2^{}", top);
    points.below_limit = add(multiplier, fmt::format("products.leads = {}", m.infinity_at - 1), "",
                             Goal::Kind::product_top, m.infinity_at - 1);
    points.at_limit = add(multiplier, fmt::format("products.leads = {}", m.infinity_at),
                          top > m.infinity_at ? "" : why, Goal::Kind::product_top, m.infinity_at);
  }
  if (m.rounds)
    points.round =
        list_rounding("products", "products.rounded", m.round, product, m.product.integer_bits(),
                      product.lowest_bit, may_overflow(m.round, product));
  return points;
}

}  // namespace mmasc
