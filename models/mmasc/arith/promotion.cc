// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/promotion.h"

#include "mmasc/arith/reference.h"
#include "mmasc/unit/formats.h"

namespace mmasc {

std::string why_not_promoted(const Format& d) {
  const std::string name(d.name);
  if (d.is_integer() || d.fraction_bits > 23 || d.exponent_bits > 8)
    return "f32 has not all values of " + name;
  if (!d.has_one()) return name + " has no normal 1, by which a partial sum is taken to f32";
  return {};
}

Unit promotion_unit(const Unit& unit, Rounding rounding) {
  const Format& f32 = format_named("f32");
  const auto nan = unit.d() == f32 ? unit.datapath.result.nan : std::nullopt;
  return addition_unit(unit.d(), f32, rounding, nan, unit.structure);
}

std::uint64_t PromotedSum::add(std::uint64_t partial, std::uint64_t sum) const {
  Operands in;
  in.push_back(Operand::a, partial);
  in.push_back(Operand::b, one_);
  in.c() = sum;
  in.c_is_input = true;
  return evaluate(plan_, in).d;
}

}  // namespace mmasc
