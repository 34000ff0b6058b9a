// SPDX-License-Identifier: Apache-2.0
#include "mmasc/coverage/plan_lister.h"

#include <fmt/format.h>

namespace mmasc {

PlanPoints PlanLister::run() {
  PlanPoints points;
  if (!late_) points.products = list_products();
  for (int s = 0; s < plan_.sums.size(); ++s) points.sums.push_back(list_sum(s));
  const SumRange& last = ranges_.sums.back();
  const int integer_bits = last.rounds() ? 1 : last.integer_bits;
  goal_ = {Goal::Kind::any, -1, -1, 0, late_};
  const std::string name = late_ ? "d" : "result";
  points.result = list_rounding(name, name, rules_.result_round, ranges_.root, integer_bits,
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
  goal_ = {};
  goal_.product = true;
  ProductPoints points;
  const auto special = [&](const char* name, bool reachable, std::string why) {
    return add(multiplier, std::string("products.") + name, reachable ? "" : std::move(why),
               Goal::Kind::special);
  };
  points.plus_zero =
      special("plus_zero", product.zero, fmt::format("{} has no zero", rules_.a->name));
  points.minus_zero = special("minus_zero", product.minus_zero, "no zero has a negative sign");
  points.infinity_times_zero = special("infinity_times_zero", ranges_.a.infinite && ranges_.b.zero,
                                       ranges_.a.infinite ? "b has no zero" : "a has no infinity");
  points.zero_times_infinity = special("zero_times_infinity", ranges_.b.infinite && ranges_.a.zero,
                                       ranges_.b.infinite ? "a has no zero" : "b has no infinity");
  if (!rules_.scales.empty()) {
    const bool infinite = ranges_.a.infinite || ranges_.b.infinite;
    points.infinity_times_zero_scale =
        special("infinity_times_zero_scale", infinite && ranges_.scale.zero,
                infinite ? "no scale has a zero" : "neither a nor b has an infinity");
  }
  if (ranges_.scale.infinite)
    points.zero_times_infinite_scale =
        special("zero_times_infinite_scale", ranges_.a.zero || ranges_.b.zero,
                "neither a nor b has a zero");
  if (const auto& grid = rules_.product.exponent_grid; grid && grid->is_coarse()) {
    const auto stays = [&](const Format& format) {
      return format.least_exponent() == format.greatest_exponent() &&
             grid->next(format.least_exponent()) == format.least_exponent();
    };
    points.coarse =
        add(multiplier, "products.a_factor_is_raised",
            stays(*rules_.a) && stays(*rules_.b) ? "no number has another exponent" : "");
  }
  if (const auto& limit = rules_.product.infinity_at) {
    const int top = ranges_.product_top();
    const std::string why = fmt::format("products stay below 2^{}", top);
    points.below_limit = add(multiplier, fmt::format("products.leads = {}", *limit - 1), "",
                             Goal::Kind::product_top, *limit - 1);
    points.at_limit = add(multiplier, fmt::format("products.leads = {}", *limit),
                          top > *limit ? "" : why, Goal::Kind::product_top, *limit);
  }
  if (const auto& round = rules_.product_round)
    points.round = list_rounding("products", "products.rounded", *round, product,
                                 plan_.multiplier.product.integer_bits(), product.lowest_bit,
                                 may_overflow(*round, product));
  return points;
}

}  // namespace mmasc
