// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/multiplier_meaning.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "mmasc/ranges/operand_ranges.h"
#include "mmasc/unit/names.h"

namespace mmasc {

void MultiplierReader::read() {
  const MultiplierPlan& m = plan_.multiplier;
  const Instruction& row = unit_.instruction;
  add("{} * {} + {}", row.a->name, row.b->name, row.c->name);
  for (const ScalePlan& scale : m.scales)
    add("{} {} of {}", row_of(scale.operand).name, scale.format.name, scale.lanes);
  if (m.fixed_point() && alignment_.adds_exactly())
    put_aside("fixed point", "no exponent of a product cuts a bit");
  else if (m.fixed_point())
    add("fixed point");
  read_element("a", *row.a, m.a, row.b);
  read_element("b", *row.b, m.b, row.a);
  read_element("c", *row.c, m.c, nullptr);
  read_flush();
  const int top = sums_.product_top();
  if (m.infinity_at != kNoLimit && top <= m.infinity_at)
    put_aside(fmt::format("infinity_at {}", m.infinity_at), "products stay below 2^{}", top);
  else if (m.infinity_at != kNoLimit && m.rounds && !m.round.saturates.any() &&
           m.round.has_infinity && m.infinity_at > m.round.greatest_exponent)
    put_aside(fmt::format("infinity_at {}", m.infinity_at),
              "products beyond 2^{} overflow where they are rounded", m.infinity_at);
  else if (m.infinity_at != kNoLimit)
    add("products infinite at 2^{}{}", m.infinity_at,
        m.infinity_yields ? " without infinite operands" : "");
  const bool zeros_lead = std::ranges::any_of(
      plan_.groups, [](const AddendGroup& group) { return group.own_zero_exponent(); });
  read_grid();
  if (m.moves_zero_factors() && zeros_lead) add("zero factors at {}", m.zero_factor_exponent);
  if (m.moves_zero_factors() && !zeros_lead)
    put_aside(fmt::format("zero factors at {}", m.zero_factor_exponent),
              "no zero takes part with an exponent of its own");
  if (m.rounds) read_product_rounding();
}

// Where a format's exponents are few, several grids raise them alike.
void MultiplierReader::read_grid() {
  const MultiplierPlan& m = plan_.multiplier;
  if (!m.raises_factors()) return;
  const ExponentGrid& grid = m.grid;
  const bool cuts = alignment_.harmless_exponent_of_products() != kAlways;
  for (const auto& [name, format] : {std::pair("a", &m.a), std::pair("b", &m.b)}) {
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
  if (m.moves_zero_factors()) add("zeros by {} and {}", grid.first, grid.step);
}

// Subnormal elements have the least exponent of the format they are seen in.
// c has no partner.
void MultiplierReader::read_element(const char* name, const Format& stored, const Format& seen,
                                    const Format* partner) {
  const Bounds all = bounds_of(operand_range(stored, stored, Flush::none));
  const int least_bit = stored.has_subnormals ? all.lowest_bit : all.least_exponent;
  const int least = std::max(seen.least_exponent(), least_bit);
  const bool is_product = partner != nullptr;
  const int harmless =
      is_product ? alignment_.harmless_exponent_of_products() : alignment_.harmless_exponent_of_c();
  int scales = 0;
  for (const ScalePlan& scale : plan_.multiplier.scales) scales += scale.format.greatest_exponent();
  const ExponentGrid& grid = plan_.multiplier.grid;
  const int leads_with =
      is_product ? grid.next(least) + grid.next(partner->greatest_exponent()) + scales : least;
  if (is_product && plan_.multiplier.fixed_point())
    put_aside(fmt::format("{} from {}", name, least), "products are fixed-point numbers");
  else if (is_product && plan_.multiplier.rounds)
    put_aside(fmt::format("{} from {}", name, least), "products are rounded, so normalized");
  else if (leads_with <= harmless)
    put_aside(fmt::format("{} from {}", name, least),
              "a largest exponent of {}, from subnormal elements of {}, cuts no bit", leads_with,
              name);
  else
    add("{} from 2^{}", name, least);
}

void MultiplierReader::read_flush() {
  const MultiplierPlan& m = plan_.multiplier;
  if (m.flush_inputs == Flush::none) return;
  const Instruction& row = unit_.instruction;
  bool any = flushes("a", *row.a, m.a);
  any = flushes("b", *row.b, m.b) || any;
  any = (!row.late_c && flushes("c", *row.c, m.c)) || any;
  // Where no sum shows the sign of a zero, a flush may go to either.
  const std::string text =
      fmt::format("flush {}", shows_signs_of_zeros() ? enum_name(m.flush_inputs) : "to a zero");
  if (any)
    add("{}", text);
  else
    put_aside(text, "no operand is flushed, or none in a way that shows");
}
bool MultiplierReader::flushes(const char* name, const Format& stored, const Format& seen) {
  const TermRange all = operand_range(stored, stored, Flush::none);
  const bool any = (stored.has_subnormals && bounds_of(all).lowest_bit < seen.least_exponent()) ||
                   (plan_.multiplier.flush_inputs == Flush::all_to_plus_zero && all.minus_zero &&
                    shows_signs_of_zeros());
  if (any) add("{} flushed below 2^{}", name, seen.least_exponent());
  return any;
}

bool MultiplierReader::shows_signs_of_zeros() const {
  return std::ranges::any_of(plan_.sums, [](const SumPlan& sum) {
    return sum.zero_sign == ZeroSign::ieee || !sum.is_plain();
  });
}

void MultiplierReader::read_product_rounding() {
  const RoundPlan& round = plan_.multiplier.round;
  const Bounds product = bounds_of(sums_.product());
  const Bounds after = bounds_of(rounded(round, sums_.product()));
  const bool exponents_hidden = std::max(product.greatest_exponent, after.greatest_exponent) <=
                                alignment_.harmless_exponent_of_products();
  if (is_exact(round, product) && exponents_hidden)
    put_aside(fmt::format("products to {}", round.fraction_bits),
              "products have {} bits, which need no rounding", bits_of(product, round));
  else
    read_rounding("products", round, {.bounds = product});
}

}  // namespace mmasc
