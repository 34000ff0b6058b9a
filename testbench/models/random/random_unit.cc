// SPDX-License-Identifier: Apache-2.0
#include "random/random_unit.h"

#include <algorithm>
#include <string>

#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/plan.h"
#include "mmasc/unit/random_elements.h"
#include "mmasc/unit/validate.h"
#include "random/random_format.h"
#include "random/random_tree.h"

namespace mmasc {
namespace {

using Names = std::vector<std::string_view>;

const Format* random_operand_format(Random& random) {
  if (random.chance(25)) return random_element_format(random);
  static const Names small{"e5m2", "e4m3", "e5m2fnuz", "e4m3fnuz", "e3m2", "e2m3", "e2m1"};
  static const Names middle{"f16", "f16", "bf16", "bf16", "tf32"};
  const int kind = random.below(100);
  if (kind < 50) return find_format(random.pick_from(small));
  if (kind < 91) return find_format(random.pick_from(middle));
  return find_format(kind < 98 ? "f32" : "f64");
}

bool at_most_16_bits(const Format& format) { return format.storage_bits() <= 16; }

// Whether every number, infinity and signed zero of one format is one of the other too, which has a
// zero.
bool widens_exactly(const Format& from, const Format& to) {
  return to.fraction_bits >= from.fraction_bits &&
         to.least_exponent() - to.fraction_bits <= from.least_exponent() - from.fraction_bits &&
         to.least_exponent() <= from.least_exponent() &&
         to.greatest_exponent() >= from.greatest_exponent() &&
         (to.has_infinity() || !from.has_infinity()) &&
         (to.has_minus_zero() || !from.has_minus_zero()) && (to.has_nan() || !from.has_nan());
}

int random_lanes(Random& random) {
  const int kind = random.below(100);
  if (kind < 35) return random.between(1, 16);
  if (kind < 85) return random.pick({1, 2, 4, 4, 8, 8, 8, 16, 16});
  if (kind < 93) return random.pick({24, 32, 32, 64});
  return random.between(17, 64);
}

// A number of elements that share their scales: of k, and fitting the steps.
int random_block(Random& random, int k, int lanes) {
  std::vector<int> blocks;
  for (int block = 1; block <= k; ++block)
    if (k % block == 0 && (block % lanes == 0 || lanes % block == 0)) blocks.push_back(block);
  return random.pick_from(blocks);
}

// Whether every block of scales of a step can be a group of a sum.
bool blocks_are_groups(int lanes, int block) { return block >= lanes || lanes / block <= 32; }

class UnitMaker {
 public:
  explicit UnitMaker(std::uint64_t seed) : seed_(seed), random_(seed) {
    const std::string name = std::to_string(seed);
    unit_.instruction.id = "random/" + name;
    unit_.instruction.datapath = unit_.datapath.name = "random." + name;
    unit_.instruction.structure = unit_.structure.name = "random_" + name;
  }

  Unit make() {
    choose_formats();
    choose_shape();
    choose_instruction();
    choose_flush_and_product();
    choose_tree();
    choose_result();
    choose_structure();
    choose_nans();
    choose_zero_signs(seed_, unit_.datapath);
    choose_totals(seed_, unit_.datapath);
    choose_negated(seed_, unit_);
    choose_coarse_factors(seed_, unit_);
    return unit_;
  }

 private:
  void choose_formats() {
    auto& instruction = unit_.instruction;
    instruction.a = random_operand_format(random_);
    instruction.b = random_.chance(60) ? instruction.a : random_operand_format(random_);
    unit_.datapath.result.format = random_rounded_format(random_);
    instruction.c = random_.chance(65) ? &unit_.d() : random_rounded_format(random_);
  }

  const Format* scale_format() {
    if (random_.chance(25)) return random_scale_format(random_);
    return find_format(random_.chance(60) ? "ue8m0" : "ue4m3");
  }

  void choose_shape() {
    auto& shape = unit_.instruction.shape;
    const int lanes = random_lanes(random_);
    unit_.datapath.lanes = lanes;
    const int most_steps = std::min(4, kMaxK / lanes);
    const int steps = random_.chance(70) ? 1 : random_.between(1, most_steps);
    shape.m = 16;
    shape.n = {8, 8, 1};
    shape.k = lanes * steps;
    if (steps == 1 && lanes > 1 && random_.chance(4)) shape.k = random_.between(1, lanes - 1);
    if (steps > 1) unit_.instruction.c = &unit_.d();
  }

  void choose_instruction() {
    auto& instruction = unit_.instruction;
    const int k = instruction.shape.k;
    if (at_most_16_bits(*instruction.a) && at_most_16_bits(*instruction.b) && random_.chance(20))
      instruction.scale = ScaleRow{scale_format(), random_block(random_, k, unit_.lanes())};
    if (random_.chance(15)) choose_widen();
    if (random_.chance(15)) choose_widen_c();
    if (!instruction.scale && random_.chance(20)) choose_order();
    if (unit_.c() == unit_.d() && unit_.d().has_one() && random_.chance(12))
      instruction.late_c = LateC{random_rounding(random_)};
  }

  void choose_widen() {
    const Format* to = find_format(random_.pick<std::string_view>({"f16", "f16", "bf16", "tf32"}));
    if (widens_exactly(*unit_.instruction.a, *to) && widens_exactly(*unit_.instruction.b, *to))
      unit_.instruction.widen = to;
  }

  void choose_widen_c() {
    auto& instruction = unit_.instruction;
    const bool chains = instruction.shape.k > unit_.lanes();
    if (chains && random_.chance(50)) {  // the d of a step is widened, too
      const Format* wider = find_format(random_.pick<std::string_view>({"f32", "tf32", "f64"}));
      if (widens_exactly(unit_.d(), *wider)) instruction.widen_c = wider;
      return;
    }
    const Format& to = chains ? unit_.d() : *find_format("f32");
    const Format* from = random_rounded_format(random_);
    if (!widens_exactly(*from, to)) return;
    instruction.c = from;
    instruction.widen_c = &to;
  }

  void choose_order() {
    auto& order = unit_.instruction.order;
    if (unit_.instruction.shape.k < 2) return;
    order.modulus = random_.between(2, std::min(8, unit_.instruction.shape.k));
    for (int residue = 0; residue < order.modulus; ++residue)
      if (random_.chance(50)) order.first.push_back(residue);
    if (order.first.empty()) order.first.push_back(order.modulus - 1);
  }

  // The format a and b have in the datapath.
  const Format& seen(const Format* operand) const {
    return unit_.instruction.widen == nullptr ? *operand : *unit_.instruction.widen;
  }

  void choose_flush_and_product() {
    auto& datapath = unit_.datapath;
    if (random_.chance(30))
      datapath.flush.inputs =
          random_.pick({Flush::to_plus_zero, Flush::keep_sign, Flush::all_to_plus_zero});
    if (random_.chance(25))
      datapath.flush.results = random_.pick({Flush::to_plus_zero, Flush::keep_sign});
    if (random_.chance(40) && datapath.flush.results != Flush::none)
      datapath.flush.tininess = Tininess::unbounded;
    if (random_.chance(40)) datapath.zero_sign = ZeroSign::ieee;
    if (random_.chance(12)) {
      datapath.product.round_to = random_.chance(30) ? &unit_.d() : random_rounded_format(random_);
      datapath.product.rounding = random_rounding(random_);
    }
    if (random_.chance(12)) {
      const int greatest = seen(unit_.instruction.a).greatest_exponent() +
                           seen(unit_.instruction.b).greatest_exponent();
      const int below_greatest = greatest + random_.between(-8, 2);
      const int beyond_result = unit_.d().greatest_exponent() + random_.between(-1, 1);
      datapath.product.infinity_at =
          std::clamp(random_.chance(50) ? below_greatest : beyond_result, -1000, 1000);
    }
  }

  void choose_tree() {
    const Format& a = seen(unit_.instruction.a);
    const Format& b = seen(unit_.instruction.b);
    TreeLimits limits;
    limits.products = unit_.lanes();
    limits.cut = unit_.lanes() == unit_.datapath.lanes;
    const auto& scale = unit_.instruction.scale;
    limits.scale_block = scale ? scale->block : 0;
    const bool fixed_point_possible = limits.cut && unit_.datapath.product.round_to == nullptr &&
                                      at_most_16_bits(a) && at_most_16_bits(b) &&
                                      (!scale || blocks_are_groups(limits.products, scale->block));
    limits.fixed_point = random_.chance(scale ? 45 : 6) && fixed_point_possible;
    limits.product_least = a.least_exponent() + b.least_exponent();
    limits.result = &unit_.d();
    unit_.datapath.sums = random_tree(random_, limits);
  }

  void choose_result() {
    auto& result = unit_.datapath.result;
    const int all = result.format->fraction_bits;
    if (random_.chance(25)) {
      const int least = random_.chance(40) ? 0 : std::max(0, all - 12);
      result.significand_fraction = random_.between(least, all);
    }
    if (random_.chance(20)) {
      const int more = random_.chance(80) ? random_.between(1, 10) : random_.between(11, 100);
      result.prerounding =
          Prerounding{result.significand_fraction.value_or(all) + more, random_rounding(random_)};
      if (random_.chance(40))
        result.prerounding->underflow =
            random_.pick({Underflow::keep_sign, Underflow::to_plus_zero});
    }
    result.rounding = random_rounding(random_);
    if (random_.chance(40))
      result.overflow = random_.pick({Overflow::saturate, Overflow::by_rounding});
    if (random_.chance(25)) result.underflow = Underflow::to_plus_zero;
    if (random_.chance(50)) result.nan = random_nan(*result.format);
  }

  // NaNs that say where they come from.
  void choose_nans() {
    auto& result = unit_.datapath.result;
    const Instruction& row = unit_.instruction;
    if (!result.nan || row.scale || row.tensor_scale != nullptr || row.sparsity || row.late_c ||
        !random_.chance(30))
      return;
    if (random_.chance(70)) result.factor_nan = random_nan(*result.format);
    if (*row.c == *result.format && row.widen_c == nullptr &&
        result.format->specials == Specials::ieee && random_.chance(70))
      result.c_nan = OwnNan::quiet;
  }

  std::uint64_t random_nan(const Format& format) {
    const std::uint64_t sign = std::uint64_t{1} << format.sign_low();
    std::uint64_t nan = format.default_nan();
    if (format.specials == Specials::nan_minus_zero) return nan;
    if (format.has_infinity()) {
      const std::uint64_t fraction_mask = (std::uint64_t{1} << format.fraction_bits) - 1;
      if (random_.chance(50)) nan |= (random_.next() & fraction_mask) << format.fraction_low();
    }
    return random_.chance(30) ? nan | sign : nan;
  }

  void choose_structure() {
    auto& structure = unit_.structure;
    structure.multiplier.registers = random_.between(0, 3);
    structure.aligner.registers = random_.between(0, 3);
    structure.adder_tree.radix = random_.between(2, 8);
    structure.adder_tree.registers_per_level = random_.between(0, 3);
    structure.normalizer.registers = random_.between(1, 3);
    structure.initiation_interval = random_.between(1, 3);
    structure.units = random_.pick({1, 1, 2, 3, 8, 16});
    if (random_.chance(5)) structure.adder_tree.radix = 128;
    if (random_.chance(5)) structure.multiplier.registers = structure.normalizer.registers = 8;
  }

  const std::uint64_t seed_;
  Random random_;
  Unit unit_;
};

}  // namespace

Unit random_unit(std::uint64_t seed) { return UnitMaker(seed).make(); }

Unit stochastic_unit(std::uint64_t seed) {
  constexpr std::uint64_t kApart = 1 << 20;
  for (;; seed += kApart) {
    Unit unit = random_unit(seed);
    Random random(seed, 1);
    const auto draw = [&](Rounding& rounding) {
      if (random.chance(60))
        rounding = Rounding::stochastic(random.between(1, random.chance(20) ? 32 : 8));
    };
    Datapath& row = unit.datapath;
    draw(row.product.rounding);
    for (SumRow& sum : row.sums) {
      draw(sum.alignment_rounding);
      draw(sum.rounding);
      for (TermRow& term : sum.terms)
        if (term.alignment_rounding) draw(*term.alignment_rounding);
    }
    if (row.result.prerounding) draw(row.result.prerounding->rounding);
    draw(row.result.rounding);
    if (unit.instruction.late_c) draw(unit.instruction.late_c->rounding);
    try {
      validate(unit);
      if (!random_widths(unit).empty()) return unit;
    } catch (const RowError&) {  // an exact window wider than any, a sticky bit that is weighed
    }
  }
}

Unit sparse_unit(std::uint64_t seed) {
  constexpr std::uint64_t kApart = 1 << 20;
  for (Random random(seed, 2);; seed += kApart) {
    Unit unit = random_unit(seed);
    unit.instruction.id = "sparse/" + std::to_string(seed);
    const int of = random.pick({2, 4, 4, 4, 8});
    const SparsityRow row{random.between((of + 3) / 4, of - 1), of, random.pick({1, 1, 1, 2})};
    unit.instruction.shape.k = unit.instruction.shape.k / row.keep * of;
    unit.instruction.sparsity = row;
    if (unit.instruction.shape.k == 0 || unit.instruction.shape.k > kMaxK) continue;
    try {
      validate(unit);
      (void)make_plan(unit);
      return unit;
    } catch (const RowError&) {  // steps that the groups do not fit, scales, an order
    }
  }
}

Unit tensor_scaled_unit(std::uint64_t seed) {
  constexpr std::uint64_t kApart = 1 << 20;
  for (Random random(seed, 3);; seed += kApart) {
    Unit unit = random.chance(20) ? sparse_unit(seed) : random_unit(seed);
    unit.instruction.id = "tensor_scaled/" + std::to_string(seed);
    unit.instruction.tensor_scale =
        random.chance(50) ? find_format("f32") : random_operand_format(random);
    try {
      validate(unit);
      (void)make_plan(unit);
      return unit;
    } catch (const RowError&) {  // a format without 1, an exact sum that grows too wide
    }
  }
}

}  // namespace mmasc
