// SPDX-License-Identifier: Apache-2.0
// Random units of one exact sum, or of exact sums of exact sums, of IEEE operations on f32, and of
// sums of products below other sums; operations whose terms lie where sums are lost or halve a unit
// of the last place.
#pragma once

#include "mmasc/stimulus/element_bits.h"
#include "mmasc/unit/formats.h"
#include "random/any_operands.h"
#include "random/operation_batch.h"
#include "random/random_tree.h"
#include "random/random_unit.h"

namespace mmasc {

// A random unit with operands that f32 holds, without scales.
inline Unit unit_of_short_operands(std::uint64_t seed, Random& random) {
  Unit unit = random_unit(seed);
  Instruction& row = unit.instruction;
  const auto format = [&] {
    return find_format(random.pick<std::string_view>(
        {"f16", "bf16", "tf32", "f32", "e5m2", "e4m3", "e4m3fnuz", "e2m1"}));
  };
  row.a = format();
  row.b = format();
  row.scale.reset();
  row.widen = row.widen_c = nullptr;
  if (unit.d().storage_bits() > 32) {
    unit.datapath.result = {};
    unit.datapath.result.format = find_format("f32");
  }
  row.c = &unit.d();
  unit.datapath.product = {};
  return unit;
}

// The datapath's one sum becomes two: exact sums of products first, then of these and c.
inline void add_products_first(Datapath& datapath, Random& random) {
  SumRow& dot = datapath.sums.front();
  SumRow products;
  products.name = "group";
  products.terms.resize(1);
  products.terms[0].from = "products";
  products.cancelled =
      random.pick({Cancelled::number, Cancelled::zero, Cancelled::zero_unless_lost});
  if (datapath.lanes % 2 == 0 && random.chance(30)) products.groups = datapath.lanes / 2;
  if (random.chance(20)) products.zero_sign = random.pick({ZeroSign::plus, ZeroSign::ieee});
  for (TermRow& term : dot.terms)
    if (term.from == "products") term.from = products.name;
  datapath.sums.insert(datapath.sums.begin(), std::move(products));
}

inline Unit random_exact_unit(std::uint64_t seed) {
  Random random(seed, 0xe8ac7);
  Unit unit = unit_of_short_operands(seed, random);
  unit.datapath.zero_sign = random.chance(50) ? ZeroSign::plus : ZeroSign::ieee;
  SumRow sum;
  sum.name = "dot";
  sum.terms.resize(2);
  sum.terms[0].from = "products";
  sum.terms[1].from = "c";
  if (random.chance(30)) std::swap(sum.terms[0], sum.terms[1]);
  unit.datapath.sums = {sum};
  if (random.chance(60)) {
    unit.datapath.result = {};
    unit.datapath.result.format = unit.instruction.c = find_format("f32");
  }
  if (random.chance(50)) add_products_first(unit.datapath, random);
  return unit;
}

inline Unit random_ieee_unit(std::uint64_t seed) {
  Random random(seed, 0x1eee);
  Unit unit = unit_of_short_operands(seed, random);
  const Format* f32 = find_format("f32");
  Datapath& datapath = unit.datapath;
  datapath.zero_sign = ZeroSign::ieee;
  datapath.result = {};
  datapath.result.format = unit.instruction.c = f32;
  const auto flush = [&] {
    return random.pick({Flush::none, Flush::to_plus_zero, Flush::keep_sign});
  };
  datapath.flush = {flush(), flush()};
  const auto sum = [&](std::string_view name, std::initializer_list<const char*> terms) {
    SumRow row;
    row.name = name;
    for (const char* term : terms) row.terms.emplace_back().from = term;
    row.shape = random.chance(50) ? Shape::pairwise : Shape::sequential;
    row.round_to = f32;
    return row;
  };
  if (random.chance(25)) {  // a fused multiply-add
    datapath.lanes = 1;
    datapath.flush.results = Flush::none;
    datapath.sums = {sum("fma", {"products", "c"})};
    datapath.sums[0].shape = Shape::fused;
    return unit;
  }
  if (random.chance(80)) datapath.product.round_to = f32;
  if (random.chance(40)) {
    datapath.sums = {sum("all", {"products", "c"})};
    if (random.chance(50)) std::swap(datapath.sums[0].terms[0], datapath.sums[0].terms[1]);
    return unit;
  }
  datapath.sums = {sum("part", {"products"}), sum("accumulate", {"c", "part"})};
  const int lanes = unit.lanes();
  if (lanes % 4 == 0 && random.chance(50)) datapath.sums[0].groups = lanes / 2;
  if (datapath.sums[0].groups == 1 && random.chance(50)) {
    datapath.sums[1].shape = Shape::fused;
    datapath.sums[1].round_to = nullptr;
  }
  return unit;
}

// Products in groups alike, whose sums go on; or fixed-point products, with scales.
inline Unit random_grouped_unit(std::uint64_t seed) {
  Random random(seed, 0x960c5);
  Unit unit = unit_of_short_operands(seed, random);
  Datapath& datapath = unit.datapath;
  Instruction& row = unit.instruction;
  datapath.zero_sign = ZeroSign::plus;
  if (random.chance(70)) {
    datapath.result = {};
    datapath.result.format = row.c = find_format("f32");
    if (random.chance(60))
      datapath.result.rounding = random.pick({Rounding::nearest_even, Rounding::toward_zero});
    if (random.chance(50))
      datapath.result.prerounding =
          Prerounding{random.between(26, 36),
                      random.pick({Rounding::down, Rounding::toward_zero, Rounding::nearest_even})};
  }
  if (random.chance(40)) datapath.product.infinity_at = random.between(100, 130);
  const bool has_scales = random.chance(35);
  const auto zeros = [&]() -> ZeroExponent {
    const int kind = random.below(3);
    if (kind == 0) return {ZeroExponent::Kind::own, 0};
    if (kind == 1) return {ZeroExponent::Kind::ignored, 0};
    return {ZeroExponent::Kind::fixed, random.between(-150, 10)};
  };
  const auto term = [&](std::string_view from) {
    TermRow added;
    added.from = from;
    if (random.chance(50)) added.fraction_bits = random.between(20, 34);
    if (random.chance(50)) added.alignment_rounding = random_rounding(random);
    if (random.chance(25)) added.vanishes_below = random.between(20, 40);
    return added;
  };
  SumRow part;
  part.name = "part";
  part.zero_exponent = {ZeroExponent::Kind::ignored, 0};
  part.fraction_bits = random.between(10, 28);
  const int lanes = unit.lanes();
  const int groups = lanes % 4 == 0 ? random.pick({1, 2, lanes / 4}) : 1;
  if (groups <= 32) part.groups = groups;
  part.terms = {{}};
  part.terms[0].from = "products";
  if (has_scales) {
    row.a = row.b = find_format(random.pick<std::string_view>({"e2m1", "e3m2", "e2m3", "e4m3"}));
    row.scale = ScaleRow{find_format(random.chance(50) ? "ue4m3" : "ue8m0"), lanes / part.groups};
    if (random.chance(80)) {
      part.exponent = ExponentSource::scales;
      part.fraction_bits.reset();
      part.zero_exponent = {};
      datapath.product.infinity_at.reset();
    }
  }
  SumRow top;
  top.name = "accumulate";
  top.fraction_bits = random.between(20, 36);
  top.alignment_rounding = random.pick({Rounding::toward_zero, Rounding::down});
  top.zero_exponent = zeros();
  if (random.chance(20)) top.exponent_floor = random.between(-140, -20);
  datapath.sums = {part};
  if (part.groups > 1 && random.chance(50)) {
    SumRow middle = top;
    middle.name = "middle";
    middle.zero_exponent = zeros();
    middle.terms = {term("part")};
    datapath.sums.push_back(middle);
    top.terms = {term("middle"), term("c")};
  } else {
    top.terms = {term("part"), term("c")};
  }
  datapath.sums.push_back(top);
  return unit;
}

// Terms at such distances from the greatest are on the edges of f32, f64 and of twice f64.
inline Case ladder_operands(const Unit& unit, std::uint64_t seed) {
  Random random(seed, 0x1add);
  const Format &a = *unit.instruction.a, &b = *unit.instruction.b, &c = *unit.instruction.c;
  const int greatest = a.greatest_exponent() + b.greatest_exponent();
  const int least = a.least_exponent() + b.least_exponent();
  const int top = random.between(std::max(least, -200), std::min(greatest, 200));
  const auto distance = [&] {
    return random.chance(40)
               ? random.between(0, 110)
               : random.pick({0,  1,  2,  22, 23, 24, 25, 26,  28,  29,  30,  31,  32,  33, 51,
                              52, 53, 54, 55, 76, 77, 78, 104, 105, 106, 107, 108, 130, 160});
  };
  const int zeros = random.chance(50) ? 5 : 60;  // percent
  const auto element = [&](const Format& format, int exponent) {
    if (random.chance(zeros)) return zero_bits(random, format);
    const int kind = random.below(100);
    const std::uint64_t bits = kind < 45   ? power_bits(random, format, exponent)
                               : kind < 65 ? full_bits(random, format, exponent)
                                           : number_bits(random, format, exponent);
    return format.is_signed() && random.chance(50) ? negated(format, bits) : bits;
  };
  Case x;
  for (int k = 0; k < unit.instruction.shape.k; ++k) {
    const int exponent = top - distance();
    const int of_a = std::clamp(exponent / 2 + random.between(-3, 3),
                                std::max(a.least_exponent(), exponent - b.greatest_exponent()),
                                a.greatest_exponent());
    x[Operand::a].push_back(element(a, of_a));
    x[Operand::b].push_back(element(b, exponent - of_a));
  }
  x.c() = element(c, top - distance());
  for (int i = 0; i < unit.scales(); ++i)
    for (auto* scales : {&x[Operand::sa], &x[Operand::sb]}) {
      const Format& format = *unit.instruction.scale->format;
      scales->push_back(random.chance(3)   ? special_bits(random, format)
                        : random.chance(5) ? corner_bits(random, format)
                                           : number_bits(random, format, random.between(-4, 4)));
    }
  fill_up(layout_of(unit), random, x);
  return x;
}

inline OperationBatch ladder_batch(const Unit& unit, int count, std::uint64_t seed) {
  OperationBatch batch(unit);
  for (int i = 0; i < count; ++i)
    batch.add(ladder_operands(unit, seed * 1000 + static_cast<std::uint64_t>(i)));
  return batch;
}

}  // namespace mmasc
