// SPDX-License-Identifier: Apache-2.0
#include "random/small_unit.h"

#include <algorithm>
#include <string>

#include "mmasc/stimulus/random.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/plan.h"
#include "mmasc/unit/validate.h"
#include "random/random_format.h"
#include "random/random_tree.h"

namespace mmasc {
namespace {

class SmallUnit {
 public:
  explicit SmallUnit(std::uint64_t seed) : seed_(seed), random_(seed, 77) {
    const std::string id = std::to_string(seed);
    unit_.instruction.id = "small/" + id;
    unit_.instruction.datapath = unit_.datapath.name = "small." + id;
    unit_.instruction.structure = unit_.structure.name = "small_" + id;
  }

  Unit draw() && {
    draw_instruction();
    draw_datapath();
    draw_sums();
    draw_result();
    choose_zero_signs(seed_, unit_.datapath);
    choose_totals(seed_, unit_.datapath);
    choose_negated(seed_, unit_);
    return unit_;
  }

 private:
  const Format* element() {
    if (random_.chance(25)) return random_element_format(random_);
    return find_format(
        random_.pick({"e2m1", "e3m2", "e2m3", "e4m3", "e5m2", "e4m3fnuz", "e5m2fnuz"}));
  }
  const Format* sum_format() {
    if (random_.chance(20)) return random_grid_format(random_);
    return find_format(
        random_.pick({"e4m3", "e5m2", "e4m3fnuz", "e5m2fnuz", "f16", "f16", "bf16", "f32"}));
  }
  Rounding rounding() {
    return random_.chance(40) ? Rounding::toward_zero : random_.pick_from(kRoundings).rounding;
  }
  Flush flush() { return random_.pick({Flush::to_plus_zero, Flush::keep_sign}); }
  FractionBits fraction_bits() {
    return random_.chance(30) ? FractionBits{} : FractionBits{random_.between(0, 30)};
  }
  ZeroExponent zero_exponent(int near) {
    using Kind = ZeroExponent::Kind;
    const int kind = random_.below(3);
    if (kind == 0) return {};
    if (kind == 1) return {Kind::ignored, 0};
    return {Kind::fixed, near + random_.between(-6, 6)};
  }

  void draw_instruction() {
    Instruction& row = unit_.instruction;
    row.a = element();
    row.b = random_.chance(60) ? row.a : element();
    const Format* d = unit_.datapath.result.format = sum_format();
    unit_.datapath.lanes = random_.pick({1, 1, 2, 2, 2, 3, 4});
    const int steps = random_.pick({1, 1, 1, 2, 3});
    row.c = steps > 1 || random_.chance(75) ? d : sum_format();
    row.shape.m = 16;
    row.shape.n = {8, 8, 1};
    row.shape.k = unit_.datapath.lanes * steps;
    if (random_.chance(20)) row.widen = find_format(random_.pick({"f16", "bf16"}));
    if (random_.chance(20) && row.c == d) row.late_c = LateC{rounding()};
    if (random_.chance(10) && row.shape.k > 1) row.order = {2, {1}};
    if (random_.chance(15) && row.order.first.empty())
      row.scale = ScaleRow{random_.chance(25) ? random_scale_format(random_)
                                              : find_format(random_.pick({"ue8m0", "ue4m3"})),
                           row.shape.k / (random_.chance(50) ? 1 : steps)};
  }

  void draw_datapath() {
    Datapath& row = unit_.datapath;
    if (random_.chance(30))
      row.flush.inputs = random_.chance(30) ? Flush::all_to_plus_zero : flush();
    if (random_.chance(30)) row.flush.results = flush();
    if (random_.chance(40) && row.flush.results != Flush::none)
      row.flush.tininess = Tininess::unbounded;
    if (random_.chance(40)) row.zero_sign = ZeroSign::ieee;
    if (random_.chance(20)) {
      row.product.round_to = sum_format();
      row.product.rounding = rounding();
    }
    if (random_.chance(15))
      row.product.infinity_at =
          random_.pick({top(), row.result.format->greatest_exponent()}) + random_.between(-1, 2);
  }

  int top() const {
    return unit_.instruction.a->greatest_exponent() + unit_.instruction.b->greatest_exponent();
  }

  SumRow sum_of(const char* name, std::initializer_list<const char*> terms) {
    SumRow sum;
    sum.name = name;
    for (const char* from : terms) {
      TermRow term;
      term.from = from;
      sum.terms.push_back(term);
    }
    const Format& d = *unit_.datapath.result.format;
    const int bottom =
        unit_.instruction.a->least_exponent() + unit_.instruction.b->least_exponent();
    const int near = random_.pick({d.least_exponent(), d.least_exponent() - d.fraction_bits, bottom,
                                   0, top(), d.greatest_exponent()});
    sum.fraction_bits = fraction_bits();
    sum.alignment_rounding = rounding();
    sum.zero_exponent = zero_exponent(near);
    if (random_.chance(20)) sum.exponent_floor = near + random_.between(-5, 5);
    for (TermRow& term : sum.terms) {
      if (random_.chance(20)) term.fraction_bits = fraction_bits();
      if (random_.chance(20)) term.alignment_rounding = rounding();
      if (random_.chance(25)) term.zero_exponent = zero_exponent(near);
      if (random_.chance(20)) term.vanishes_below = random_.between(0, 30);
      if (random_.chance(8)) term.exponent_offset = random_.between(-8, 8);
    }
    choose_ones_complement(random_, sum);
    if (random_.chance(30)) {
      sum.round_to = random_.chance(50) ? &d : sum_format();
      sum.rounding = rounding();
      if (random_.chance(25))
        sum.significand_fraction = random_.between(0, sum.round_to->fraction_bits);
      if (random_.chance(20))
        sum.overflow = random_.pick({Overflow::saturate, Overflow::by_rounding});
    }
    return sum;
  }

  void draw_sums() {
    std::vector<SumRow>& sums = unit_.datapath.sums;
    if (random_.chance(45)) {
      sums = {sum_of("dot", {"products", "c"})};
      return;
    }
    sums = {sum_of("products_alone", {"products"}), sum_of("root", {"products_alone", "c"})};
    if (random_.chance(30) && unit_.datapath.lanes % 2 == 0) {
      sums[0].groups = 2;
    } else if (random_.chance(25)) {
      sums[1] = sum_of("middle", {"products_alone"});
      sums.push_back(sum_of("root", {"middle", "c"}));
    }
  }

  void draw_result() {
    ResultRow& row = unit_.datapath.result;
    const int all = row.format->fraction_bits;
    if (random_.chance(30)) row.significand_fraction = random_.between(std::max(0, all - 6), all);
    if (random_.chance(20))
      row.prerounding =
          Prerounding{row.significand_fraction.value_or(all) + random_.between(1, 8), rounding()};
    if (row.prerounding && random_.chance(40))
      row.prerounding->underflow = random_.pick({Underflow::keep_sign, Underflow::to_plus_zero});
    row.rounding = rounding();
    if (random_.chance(45))
      row.overflow = random_.pick({Overflow::saturate, Overflow::by_rounding});
    if (random_.chance(30)) row.underflow = Underflow::to_plus_zero;
  }

  const std::uint64_t seed_;
  Random random_;
  Unit unit_;
};

}  // namespace

std::optional<Unit> small_unit(std::uint64_t seed) {
  try {
    Unit unit = SmallUnit(seed).draw();
    validate(unit);
    (void)make_plan(unit);
    return unit;
  } catch (const RowError&) {
    return std::nullopt;
  }
}

}  // namespace mmasc
