// SPDX-License-Identifier: Apache-2.0
#include "random/integer_unit.h"

#include <algorithm>
#include <random>
#include <string>

#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/plan.h"
#include "mmasc/unit/validate.h"
#include "random/any_operands.h"

namespace mmasc {
namespace {

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t bits() { return engine_(); }
  int between(int low, int high) {
    return low + static_cast<int>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool chance(int percent) { return between(1, 100) <= percent; }

 private:
  std::mt19937_64 engine_;
};

const Format* any_format(Draws& draws, int least, int most) {
  const bool has_sign = draws.chance(65);
  const int bits = std::max(draws.between(least, most), has_sign ? 2 : 1);
  return &format_named((has_sign ? "s" : "u") + std::to_string(bits));
}

SumRow sum_row(const char* name, std::initializer_list<const char*> terms) {
  SumRow sum;
  sum.name = name;
  for (const char* term : terms) sum.terms.emplace_back().from = term;
  return sum;
}

void draw_sums(Draws& draws, int lanes, Datapath& row) {
  if (lanes % 2 != 0 || draws.chance(60)) {
    row.sums = {sum_row("dot", {"products", "c"})};
  } else {
    row.sums = {sum_row("part", {"products"}), sum_row("dot", {"part", "c"})};
    row.sums[0].groups = 2;
  }
}

// Fields of sums that leave an integer sum as it is, and an infinity where d has one.
void draw_what_changes_no_integer(Draws& draws, Unit& unit) {
  if (!unit.d().is_integer()) {
    if (draws.chance(30)) unit.datapath.product.infinity_at = draws.between(1, 12);
    return;
  }
  for (SumRow& sum : unit.datapath.sums) {
    if (draws.chance(20)) sum.exponent_floor = draws.between(-3, 0);
    if (draws.chance(20)) sum.fraction_bits = 0;
    if (draws.chance(20)) sum.zero_exponent = {ZeroExponent::Kind::ignored, 0};
    if (draws.chance(20)) sum.terms.back().vanishes_below = draws.between(0, 4);
    if (draws.chance(20)) sum.alignment_rounding = Rounding::nearest_even;
  }
  if (draws.chance(10)) unit.datapath.sums.front().exponent = ExponentSource::scales;
}

std::uint64_t end_of(Draws& draws, const Format& format) {
  const std::uint64_t mask = format.storage_mask();
  const std::uint64_t greatest = format.greatest_significand();
  const std::uint64_t least = 0 - format.greatest_negative_significand();
  switch (draws.between(0, 5)) {
    case 0:
      return greatest & mask;
    case 1:
      return least & mask;
    case 2:
      return (greatest - 1) & mask;
    case 3:
      return (least + 1) & mask;
    case 4:
      return 1;
    default:
      return format.is_signed() ? mask : 0;  // -1
  }
}

std::uint64_t any_element(Draws& draws, const Format& format) {
  return draws.chance(40) ? end_of(draws, format) : draws.bits() & format.storage_mask();
}

}  // namespace

Unit integer_unit(std::uint64_t seed) {
  Draws draws(seed);
  Unit unit;
  unit.instruction.id = "random/integer" + std::to_string(seed);
  const int most = draws.chance(80) ? 9 : 16;
  unit.instruction.a = any_format(draws, 1, most);
  unit.instruction.b = any_format(draws, 1, most);
  const int lanes = draws.between(1, 12), steps = draws.between(1, 3);
  unit.instruction.shape = {.m = 4, .n = {4, 4, 1}, .k = lanes * steps};
  Datapath& row = unit.datapath;
  row.lanes = lanes;
  draw_sums(draws, lanes, row);
  row.sums.front().terms.front().negated = seed % 16 == 7;  // the products
  if (draws.chance(15)) {
    row.result.format = &format_named(draws.chance(50) ? "f32" : "f16");
    unit.instruction.c = row.result.format;
    if (draws.chance(50))
      for (SumRow& sum : row.sums) sum.fraction_bits = draws.between(8, 30);
  } else {
    row.result.format = any_format(draws, 2, draws.chance(80) ? 32 : 40);
    row.result.overflow = draws.chance(50) ? Overflow::wrap : Overflow::saturate;
    unit.instruction.c =
        steps == 1 && draws.chance(20) ? any_format(draws, 2, 32) : row.result.format;
  }
  unit.structure.adder_tree.radix = draws.between(2, 5);
  unit.structure.aligner.registers = draws.between(0, 2);
  const Unit plain = unit;
  draw_what_changes_no_integer(draws, unit);
  try {
    validate(unit);
    (void)make_plan(unit);
    return unit;
  } catch (const RowError&) {
    validate(plain);
    return plain;
  }
}

std::int64_t integer_value(const Format& format, std::uint64_t bits) {
  const int unused = 64 - format.storage_bits();
  return format.is_signed() ? static_cast<std::int64_t>(bits << unused) >> unused
                            : static_cast<std::int64_t>(bits);
}

std::int64_t sum_of_products(const Unit& unit, const Case& x, std::size_t first,
                             std::size_t count) {
  std::int64_t sum = 0;
  for (std::size_t k = first; k < first + count; ++k)
    sum += integer_value(unit.a(), x[Operand::a][k]) * integer_value(unit.b(), x[Operand::b][k]);
  return unit.datapath.sums.front().terms.front().negated ? -sum : sum;
}

namespace {

// Any float but for a few ends, and values among those of the products.
std::uint64_t float_c(Draws& draws, const Format& c) {
  std::uint64_t bits = draws.bits() & c.storage_mask();
  if (draws.chance(70))
    bits = (std::uint64_t(c.bias + draws.between(-4, 20)) << c.exponent_low()) |
           (draws.bits() & ((std::uint64_t{1} << c.fraction_bits) - 1)) |
           (draws.bits() & (std::uint64_t{1} << c.sign_low()));
  return bits & c.storage_mask();
}

// Such that the sum lies about an end of d, more often than not.
std::uint64_t integer_c(Draws& draws, const Unit& unit, const Case& x) {
  const std::uint64_t bits = any_element(draws, unit.c());
  if (!draws.chance(60)) return bits;
  const auto bits_of = [](std::int64_t integer) { return static_cast<std::uint64_t>(integer); };
  const std::uint64_t end = bits_of(integer_value(unit.d(), end_of(draws, unit.d())));
  const std::uint64_t about = end + bits_of(draws.between(-2, 2));
  return (about - bits_of(sum_of_products(unit, x, 0, x[Operand::a].size()))) &
         unit.c().storage_mask();
}

}  // namespace

Case integer_operands(const Unit& unit, std::uint64_t seed) {
  Draws draws(seed);
  const auto k = static_cast<std::size_t>(unit.instruction.shape.k);
  Case x;
  const bool alike = draws.chance(30);
  const std::uint64_t a = end_of(draws, unit.a()), b = end_of(draws, unit.b());
  for (std::size_t i = 0; i < k; ++i) {
    x[Operand::a].push_back(alike ? a : any_element(draws, unit.a()));
    x[Operand::b].push_back(alike ? b : any_element(draws, unit.b()));
  }
  x.c() = unit.c().is_integer() ? integer_c(draws, unit, x) : float_c(draws, unit.c());
  Random random(seed, 2);
  fill_up(layout_of(unit), random, x);
  return x;
}

}  // namespace mmasc
