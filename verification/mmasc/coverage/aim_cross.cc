// SPDX-License-Identifier: Apache-2.0
#include "mmasc/coverage/aim_cross.h"

#include "mmasc/stimulus/draft.h"
#include "mmasc/unit/number_pattern.h"

namespace mmasc {
namespace {

std::uint64_t element_of(Random& random, const Format& format, ElementClass of) {
  const std::uint64_t sign = random.chance(50) ? sign_mask(format) : 0;
  switch (of) {
    case ElementClass::number:
      return power_bits(random, format, random.between(-2, 2));
    case ElementClass::zero:
      return zero_bits(random, format);
    case ElementClass::subnormal:
      return number_bits(random, format,
                         format.least_exponent() - random.between(1, format.fraction_bits));
    case ElementClass::infinity:
      return sign | static_cast<std::uint64_t>(format.top_exponent_field())
                        << format.exponent_low();
    case ElementClass::nan:
      return format.default_nan();
  }
  return 0;
}

}  // namespace

Case crossed_case(const Sequence& sequence, const LaneCross& cross, Random& random) {
  const Edges edges = edges_of(sequence);
  Draft draft(sequence, edges, random);
  draft.scale_towards(0, 1);
  for (int i = 0; i < draft.k(); ++i) draft.product(i, random.between(-2, 2));
  const Instruction& row = sequence.unit().instruction;
  draft.row.c() = element_of(random, *row.c, cross.c);
  const Format& format = cross.of_b ? *row.b : *row.a;
  Case::Elements& elements = draft.row[cross.of_b ? Operand::b : Operand::a];
  const auto& order = sequence.program().order;
  const int lanes = sequence.plan().lanes(), steps = order.size() / lanes;
  const auto place = [&](int step, int lane) {
    return static_cast<std::size_t>(order[step * lanes + lane]);
  };
  // Zeros and subnormal numbers stand in every lane: one vector meets all of these crosses.
  const bool alone = cross.element == ElementClass::nan || cross.element == ElementClass::infinity;
  if (!alone)
    for (int lane = 0; lane < lanes; ++lane)
      elements[place(random.below(steps), lane)] = element_of(random, format, cross.element);
  elements[place(random.below(steps), cross.lane)] = element_of(random, format, cross.element);
  return std::move(draft.row);
}

}  // namespace mmasc
