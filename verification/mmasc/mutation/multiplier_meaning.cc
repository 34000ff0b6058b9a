// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/multiplier_meaning.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "mmasc/ranges/operand_ranges.h"
#include "mmasc/unit/names.h"

namespace mmasc {
namespace {

// Where the least number's first bit is, a subnormal one's where there are some.
int least_leading(const Format& stored) {
  return operand_range(stored, stored, Flush::none).lowest_leading;
}

}  // namespace

void MultiplierReader::read() {
  const Instruction& row = unit_.instruction;
  add("{} * {} + {}", row.a->name, row.b->name, row.c->name);
  for (const ScaleRule& scale : rules_.scales)
    add("{} {} of {}", row_of(scale.operand).name, scale.format->name,
        std::min(scale.block, rules_.lanes));
  if (rules_.fixed_point && alignment_.adds_exactly())
    put_aside("fixed point", "no exponent of a product cuts a bit");
  else if (rules_.fixed_point)
    add("fixed point");
  read_element("a", *row.a, *rules_.a, row.b);
  read_element("b", *row.b, *rules_.b, row.a);
  read_element("c", *row.c, *rules_.c, nullptr);
  read_flush();
  if (rules_.product.infinity_at) read_limit(*rules_.product.infinity_at);
  read_grid();
  if (const auto zero = rules_.product.zero_factor_exponent) {
    if (has_own_zero_exponents())
      add("zero factors at {}", *zero);
    else
      put_aside(fmt::format("zero factors at {}", *zero),
                "no zero takes part with an exponent of its own");
  }
  if (rules_.product_round) read_product_rounding(*rules_.product_round);
}

void MultiplierReader::read_limit(int limit) {
  const auto& round = rules_.product_round;
  const std::string text = fmt::format("infinity_at {}", limit);
  if (sums_.ranges().product_top() <= limit)
    put_aside(text, "products stay below 2^{}", sums_.ranges().product_top());
  else if (round && !round->may_saturate() && round->format->has_infinity() &&
           limit > round->greatest_exponent())
    put_aside(text, "products beyond 2^{} overflow where they are rounded", limit);
  else
    add("products infinite at 2^{}{}", limit,
        rules_.product.infinity_yields ? " without infinite operands" : "");
}

bool MultiplierReader::has_own_zero_exponents() const {
  return std::ranges::any_of(sums_.ranges().sums, [](const SumRange& sum) {
    return std::ranges::any_of(sum.rule.addends, &AddendRule::own_zero_exponent);
  });
}

// Where a format's exponents are few, several grids raise them alike.
void MultiplierReader::read_grid() {
  const ExponentGrid grid = grid_of_factors(rules_);
  if (!grid.is_coarse()) return;
  const bool cuts = alignment_.harmless_exponent_of_products() != kAlways;
  for (const auto& [name, format] : {std::pair("a", rules_.a), std::pair("b", rules_.b)}) {
    const int least = grid.next(format->least_exponent());
    const bool is_one = least == grid.next(format->greatest_exponent());
    const std::string raised =
        is_one ? fmt::format("{} at {}", name, least)
               : fmt::format("{} at {} + a multiple of {}", name, grid.first, grid.step);
    if (cuts)
      add("{}", raised);
    else
      put_aside(raised, "no exponent of a product cuts a bit");
  }
  if (rules_.product.zero_factor_exponent) add("zeros by {} and {}", grid.first, grid.step);
}

// Subnormal elements have the least exponent of the format they are seen in.
// c has no partner.
void MultiplierReader::read_element(const char* name, const Format& stored, const Format& seen,
                                    const Format* partner) {
  const int least = std::max(seen.least_exponent(), least_leading(stored));
  const bool is_product = partner != nullptr;
  const int harmless =
      is_product ? alignment_.harmless_exponent_of_products() : alignment_.harmless_exponent_of_c();
  int scales = 0;
  for (const ScaleRule& scale : rules_.scales) scales += scale.format->greatest_exponent();
  const ExponentGrid grid = grid_of_factors(rules_);
  const int leads_with =
      is_product ? grid.next(least) + grid.next(partner->greatest_exponent()) + scales : least;
  if (is_product && rules_.fixed_point)
    put_aside(fmt::format("{} from {}", name, least), "products are fixed-point numbers");
  else if (is_product && rules_.product_round)
    put_aside(fmt::format("{} from {}", name, least), "products are rounded, so normalized");
  else if (leads_with <= harmless)
    put_aside(fmt::format("{} from {}", name, least),
              "a largest exponent of {}, from subnormal elements of {}, cuts no bit", leads_with,
              name);
  else
    add("{} from 2^{}", name, least);
}

void MultiplierReader::read_flush() {
  if (rules_.flush_inputs == Flush::none) return;
  const Instruction& row = unit_.instruction;
  bool any = flushes("a", *row.a, *rules_.a);
  any = flushes("b", *row.b, *rules_.b) || any;
  any = (!row.late_c && flushes("c", *row.c, *rules_.c)) || any;
  // Where no sum shows the sign of a zero, a flush may go to either.
  const std::string text = fmt::format(
      "flush {}", shows_signs_of_zeros() ? enum_name(rules_.flush_inputs) : "to a zero");
  if (any)
    add("{}", text);
  else
    put_aside(text, "no operand is flushed, or none in a way that shows");
}
bool MultiplierReader::flushes(const char* name, const Format& stored, const Format& seen) {
  const TermRange all = operand_range(stored, stored, Flush::none);
  const bool any =
      least_leading(stored) < seen.least_exponent() ||
      (rules_.flush_inputs == Flush::all_to_plus_zero && all.minus_zero && shows_signs_of_zeros());
  if (any) add("{} flushed below 2^{}", name, seen.least_exponent());
  return any;
}

bool MultiplierReader::shows_signs_of_zeros() const {
  return std::ranges::any_of(sums_.ranges().sums, [](const SumRange& sum) {
    return sum.rule.has_ieee_zero_sign || !sum.is_plain();
  });
}

void MultiplierReader::read_product_rounding(const RoundingRule& round) {
  const Bounds product = bounds_of(sums_.product());
  const Bounds after = bounds_of(rounded(round, sums_.product()));
  const bool exponents_hidden = std::max(product.greatest_exponent, after.greatest_exponent) <=
                                alignment_.harmless_exponent_of_products();
  if (is_exact(round, product) && exponents_hidden)
    put_aside(fmt::format("products to {}", round.fraction_bits),
              "products have {} bits, which need no rounding", product.bits);
  else
    read_rounding("products", round, {.bounds = product});
}

}  // namespace mmasc
