// SPDX-License-Identifier: Apache-2.0
#include "mmasc/rtl/rtl_unit.h"

#include <algorithm>
#include <bit>
#include <string>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

bool scale_alike(const MultiplierPlan& x, const MultiplierPlan& y) {
  return std::ranges::equal(x.scales, y.scales, [](const ScalePlan& own, const ScalePlan& other) {
    return own.operand == other.operand && own.format == other.format && own.block == other.block;
  });
}

// But for the formats of a and b.
bool are_alike(const Unit& x, const Unit& y) {
  const auto unnamed = [](Datapath row) {
    row.name.clear();
    return row;
  };
  const SequencePlan xs = plan_sequence(x), ys = plan_sequence(y);
  return xs.steps == ys.steps && xs.order == ys.order &&
         xs.late_c.has_value() == ys.late_c.has_value() &&
         unnamed(x.datapath) == unnamed(y.datapath) && x.structure == y.structure &&
         scale_alike(xs.step.multiplier, ys.step.multiplier) &&
         x.instruction.sparsity == y.instruction.sparsity && x.c() == y.c() &&
         x.lanes() == y.lanes();
}

// Signed, where any is.
Format covering_integers(std::span<const Format> formats) {
  Format out = formats[0];
  for (const Format& format : formats) {
    out.integer_bits = std::max(out.integer_bits, format.integer_bits);
    if (format.is_signed()) out.sign = Sign::leading;
  }
  out.name = "several";
  return out;
}

}  // namespace

Format covering(std::span<const Format> formats) {
  Format out = formats[0];
  if (formats.size() == 1) return out;
  if (out.is_integer()) return covering_integers(formats);
  int least = out.least_exponent(), top = 0;
  for (const Format& format : formats) {
    least = std::min(least, format.least_exponent());
    top = std::max(top, format.top_exponent_field() - format.bias);
    out.fraction_bits = std::max(out.fraction_bits, format.fraction_bits);
  }
  out.name = "several";
  out.bias = 1 - least;
  out.exponent_bits = std::bit_width(static_cast<unsigned>(top + out.bias));
  out.has_subnormals = true;
  out.specials = Specials::none;
  return out;
}

int RtlUnit::a_bits() const {
  int bits = 0;
  for (const OperandFormats& pair : formats) bits = std::max(bits, pair.a.storage_bits());
  return bits;
}

int RtlUnit::b_bits() const {
  int bits = 0;
  for (const OperandFormats& pair : formats) bits = std::max(bits, pair.b.storage_bits());
  return bits;
}

RtlUnit make_rtl_unit(std::span<const Unit> units) {
  RtlUnit out;
  std::vector<Format> a, b;
  for (const Unit& unit : units) {
    if (!are_alike(unit, units[0]))
      throw InputError(unit.instruction.id + " and " + units[0].instruction.id +
                       " differ in more than the formats of a and b");
    if (unit.a().is_integer() != units[0].a().is_integer() ||
        unit.b().is_integer() != units[0].b().is_integer())
      throw InputError(unit.instruction.id + " and " + units[0].instruction.id +
                       ": one unit takes either integers or floating-point numbers");
    for (const OperandFormats& pair : out.formats)
      if (pair.a == unit.a() && pair.b == unit.b())
        throw InputError(unit.instruction.id + ": the unit sees the formats of another, " +
                         std::string(unit.a().name) + " and " + std::string(unit.b().name));
    a.push_back(unit.a());
    b.push_back(unit.b());
    out.formats.push_back({unit.a(), unit.b()});
  }
  const Format all_a = covering(a), all_b = covering(b);
  Unit unit = units[0];
  unit.instruction.widen = nullptr;
  unit.instruction.a = &all_a;
  unit.instruction.b = &all_b;
  out.plan = plan_sequence(unit).step;
  return out;
}

}  // namespace mmasc
