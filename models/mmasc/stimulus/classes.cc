// SPDX-License-Identifier: Apache-2.0
// The classes that are drawn where none is named.
#include <algorithm>
#include <bit>
#include <numeric>

#include "mmasc/stimulus/draft.h"
#include "mmasc/stimulus/vector_class.h"
#include "mmasc/unit/number_pattern.h"

namespace mmasc {
namespace {

// Products about 2^centre, within `spread` powers of two of each other, and c with them.
void draw_about(Draft& draft, int centre, int spread) {
  Random& random = draft.random();
  draft.scale_towards(centre, 1);
  for (int i = 0; i < draft.k(); ++i) draft.product(i, centre + random.between(-spread, spread));
  draft.c(centre + random.between(-spread, spread));
}

int any_result(Draft& draft) {
  const ExponentRange range = draft.results();
  return draft.random().between(range.least, range.greatest);
}

void draw_about_greatest(Draft& draft) {
  Random& random = draft.random();
  const int centre = draft.results().greatest + random.between(-1, 4);
  draw_about(draft, centre, 1);
  if (random.chance(50)) draft.c(greatest_leading_exponent(*draft.unit().instruction.c));
}

// One element of a, b, c or the scales becomes a number at an end of its format, NaN or Inf.
void put_corner(Draft& draft, bool special) {
  Random& random = draft.random();
  const Instruction& row = draft.unit().instruction;
  const auto bits = [&](const Format& format) {
    return special ? special_bits(random, format) : corner_bits(random, format);
  };
  const auto& scales = draft.plan().multiplier.scales;
  const auto put = [&](std::vector<std::uint64_t>& elements, const Format& format) {
    elements[static_cast<std::size_t>(random.below(static_cast<int>(elements.size())))] =
        bits(format);
  };
  switch (const int side = random.below(3 + scales.size())) {
    case 0:
      put(draft.row[Operand::a], *row.a);
      break;
    case 1:
      put(draft.row[Operand::b], *row.b);
      break;
    case 2:
      draft.row.c() = bits(*row.c);
      break;
    default:
      put(draft.row[scales[side - 3].operand], scales[side - 3].format);
      break;
  }
}

// Large products of subnormal factors: their exponents are those of the formats' fields.
void draw_subnormal_factors(Draft& draft, int below) {
  Random& random = draft.random();
  const Format &a = *draft.unit().instruction.a, &b = *draft.unit().instruction.b;
  for (int i = 0; i < draft.k(); ++i) {
    const auto place = static_cast<std::size_t>(i);
    draft.row[Operand::a][place] =
        number_bits(random, a, a.least_exponent() - random.between(1, 3));
    draft.row[Operand::b][place] = number_bits(random, b, b.greatest_exponent() - below);
  }
}

// A number of d, and terms about the last bit that is kept where a zero takes part with `landmark`:
// what is left of one that is subtracted decides d's last bit.
void draw_below_zeros(Draft& draft, int landmark) {
  Random& random = draft.random();
  const Format& d = draft.unit().d();
  const int ulp = std::min(d.least_exponent() - d.fraction_bits, landmark);
  const auto small = [&] {
    return landmark - random.pick_from(draft.edges().distances) + random.between(-1, 1);
  };
  for (int i = 0; i < draft.k(); ++i) draft.zero_product(i);
  draft.power_product(random.below(draft.k()), random.between(ulp, landmark));
  for (int i = random.between(1, 3); i > 0; --i) {
    const int place = random.below(draft.k());
    if (random.chance(50))
      draft.power_product(place, small());
    else
      draft.product(place, small());
  }
  if (random.chance(50))
    draft.zero_c();
  else
    draft.c(random.chance(50) ? small() : random.between(ulp, landmark));
}

}  // namespace

void draw_random(Draft& draft) {
  Random& random = draft.random();
  const Instruction& row = draft.unit().instruction;
  const auto fill = [&](std::vector<std::uint64_t>& elements, const Format& format) {
    for (auto& element : elements) element = random.next() & format.storage_mask();
  };
  fill(draft.row[Operand::a], *row.a);
  fill(draft.row[Operand::b], *row.b);
  for (const ScalePlan& scale : draft.plan().multiplier.scales)
    fill(draft.row[scale.operand], scale.format);
  draft.row.c() = random.next() & row.c->storage_mask();
}

void draw_normal(Draft& draft) {
  draw_about(draft, any_result(draft), draft.random().between(0, 4));
}

void draw_wide(Draft& draft) {
  Random& random = draft.random();
  const ExponentRange all = draft.products();
  draft.scale_by(random.between(all.least, all.greatest) / 2, random.between(0, 8));
  for (int i = 0; i < draft.k(); ++i) draft.product(i, random.between(all.least, all.greatest));
  const Format& c = *draft.unit().instruction.c;
  draft.c(random.between(c.least_exponent(), greatest_leading_exponent(c)));
}

void draw_corner(Draft& draft) {
  Random& random = draft.random();
  if (random.chance(25)) {
    draw_about_greatest(draft);
  } else {
    draw_about(draft, any_result(draft), 2);
  }
  for (int i = random.between(0, 4); i > 0; --i) put_corner(draft, false);
  for (int i = random.between(0, 2); i > 0; --i) put_corner(draft, true);
}

void draw_tiny(Draft& draft) {
  Random& random = draft.random();
  const int least = draft.unit().d().least_exponent();
  const int ulp = least - draft.unit().d().fraction_bits;
  const int centre =
      random.chance(50) ? random.between(least - 3, least + 2) : random.between(ulp - 4, least);
  draw_about(draft, centre, random.between(0, 3));
  const Instruction& row = draft.unit().instruction;
  const int subnormal = random.chance(30) ? 100 : 20;  // percent of the operands
  for (int i = 0; i < draft.k(); ++i) {  // subnormal operands, whatever becomes of the products
    const auto place = static_cast<std::size_t>(i);
    if (random.chance(subnormal))
      draft.row[Operand::a][place] =
          number_bits(random, *row.a, row.a->least_exponent() - random.between(1, 4));
    if (random.chance(subnormal))
      draft.row[Operand::b][place] =
          number_bits(random, *row.b, row.b->least_exponent() - random.between(1, 4));
  }
  if (subnormal == 100 && random.chance(70))
    draft.c(row.a->least_exponent() + row.b->least_exponent() - random.between(-2, 8));
  else if (random.chance(30))
    draft.c(row.c->least_exponent() - random.between(0, row.c->fraction_bits));
  if (random.chance(20)) draft.zero_c();
}

void draw_sparse(Draft& draft) {
  Random& random = draft.random();
  draw_about(draft, any_result(draft), random.between(0, 8));
  const int filled = random.between(1, 3);
  std::vector<int> places(static_cast<std::size_t>(draft.k()));
  std::iota(places.begin(), places.end(), 0);
  random.shuffle(places);
  for (std::size_t i = static_cast<std::size_t>(filled); i < places.size(); ++i)
    draft.zero_product(places[i]);
  if (random.chance(40)) draft.zero_c();
}

void draw_mixed(Draft& draft) {
  Random& random = draft.random();
  const int centre = any_result(draft);
  const ExponentRange all = draft.products();
  draft.scale_towards(centre, 6);
  for (int i = 0; i < draft.k(); ++i) switch (random.below(6)) {
      case 0:
        draft.zero_product(i);
        break;
      case 1:
        draft.product(i, all.least - random.between(0, 4));
        break;
      case 2:
        draft.product(i, random.between(all.least, all.greatest));
        break;
      case 3:
        draft.product(i, centre - random.pick_from(draft.edges().distances));
        break;
      case 4:
        if (i > 0) {
          draft.opposite(i, i - 1, random.chance(50));
          break;
        }
        [[fallthrough]];
      default:
        draft.product(i, centre + random.between(-2, 2));
        break;
    }
  if (random.chance(50))
    draft.c(centre + random.between(-30, 4));
  else
    draft.opposite_c(random.chance(50));
}

void draw_cancel(Draft& draft) {
  Random& random = draft.random();
  int centre = any_result(draft);
  draw_about(draft, centre, random.between(0, 6));
  if (random.chance(20)) {
    const int below = random.between(0, 8);
    draw_subnormal_factors(draft, below);
    const Instruction& row = draft.unit().instruction;
    centre = row.a->least_exponent() + row.b->greatest_exponent() - below;
  }
  std::vector<int> places(static_cast<std::size_t>(draft.k()));
  std::iota(places.begin(), places.end(), 0);
  if (random.chance(60)) random.shuffle(places);
  const int percent = random.chance(50) ? 100 : random.between(40, 100);
  for (std::size_t i = 0; i + 1 < places.size(); i += 2)
    if (random.chance(percent)) draft.opposite(places[i + 1], places[i], random.chance(20));
  if (draft.k() % 2 != 0 && percent == 100) draft.zero_product(places.back());
  const int kind = random.below(100);
  if (kind < 40)
    draft.opposite_c(random.chance(60));
  else if (kind < 55)
    draft.zero_c();
  else if (kind < 85)  // what the cancelled products cut off it shows
    draft.c(centre - random.pick_from(draft.edges().distances) + random.between(-2, 2));
}

// One term leads, a few lie at the plan's distances below it, the rest further down.
void draw_edge(Draft& draft) {
  Random& random = draft.random();
  const ExponentRange all = draft.products();
  const auto& exponents = draft.edges().exponents;
  const int lead =
      random.chance(75) ? any_result(draft) : random.pick_from(exponents) + random.between(-2, 2);
  const bool c_leads = random.chance(35);
  draft.scale_towards(lead, 2);
  const auto below = [&] {
    return lead - random.pick_from(draft.edges().distances) + random.between(-1, 1);
  };
  const int common = below();
  const bool together = random.chance(50);  // bits that meet make ties
  const bool powers = random.chance(40);    // as do lone ones
  const int percent_zero = powers ? 100 - 250 / std::max(draft.k(), 3) : 30;
  for (int i = 0; i < draft.k(); ++i) {
    const int kind = random.below(10);
    if (random.chance(percent_zero))
      draft.zero_product(i);
    else if (kind < 1 && !powers)
      draft.product(i, random.between(all.least, all.clamp(lead)));
    else if (powers)
      draft.power_product(i, lead - random.pick_from(draft.edges().distances));
    else
      draft.product(i, together ? common : below());
  }
  if (c_leads) {
    draft.c(lead);
  } else {
    draft.product(random.below(draft.k()), lead);
    if (random.chance(30))
      draft.zero_c();
    else
      draft.c(below());
  }
}

void draw_zero(Draft& draft) {
  Random& random = draft.random();
  const auto& exponents = draft.edges().exponents;
  const auto& distances = draft.edges().distances;
  const int landmark = random.pick_from(exponents);
  draft.scale_towards(landmark, 1);
  if (random.chance(10)) {  // the sign of a sum of nothing but negative zeros
    for (int i = 0; i < draft.k(); ++i) draft.minus_zero_product(i);
    if (random.chance(20)) draft.zero_product(random.below(draft.k()));
    return draft.minus_zero_c();
  }
  if (random.chance(35)) return draw_below_zeros(draft, landmark);
  const int percent = random.chance(25) ? 100 : random.between(20, 95);
  for (int i = 0; i < draft.k(); ++i) {
    if (random.chance(percent))
      draft.zero_product(i);
    else
      draft.product(i, landmark - random.pick_from(distances) + random.between(-2, 12));
  }
  if (random.chance(50))
    draft.zero_c();
  else
    draft.c(landmark - random.pick_from(distances) + random.between(-2, 12));
}

// c as large as the products, or as their sums, which it meets where they round.
void draw_full(Draft& draft) {
  Random& random = draft.random();
  const int lead = any_result(draft);
  const bool negative = random.chance(50);
  draft.full_scales(lead);
  const auto carries = static_cast<int>(std::bit_width(static_cast<unsigned>(draft.k())));
  for (int i = 0; i < draft.k(); ++i) draft.full_product(i, lead, negative);
  draft.full_c(lead + (random.chance(50) ? random.between(0, carries) : 0), negative);
}

}  // namespace mmasc
