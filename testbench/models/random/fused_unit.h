// SPDX-License-Identifier: Apache-2.0
// Random units of one fused sum, within what vector lanes hold and a little beyond.
#pragma once

#include <algorithm>
#include <vector>

#include "mmasc/unit/formats.h"
#include "random/random_tree.h"
#include "random/random_unit.h"

namespace mmasc {

// A random unit's instruction and result around one sum of the products and c.
class FusedUnitMaker {
 public:
  explicit FusedUnitMaker(std::uint64_t seed) : random_(seed, kStream), unit_(random_unit(seed)) {}

  Unit make() {
    choose_formats();
    choose_scale();
    if (is_short_) choose_truncated_result();
    Datapath& datapath = unit_.datapath;
    datapath.product = {};
    datapath.zero_sign = ZeroSign::plus;
    datapath.sums = {sum()};
    return unit_;
  }

 private:
  static constexpr std::uint64_t kStream = 0xf5ed;

  const Format* narrower(const Format* format) {
    return format->storage_bits() > 32
               ? find_format(random_.pick<std::string_view>({"f32", "bf16"}))
               : format;
  }

  const Format* shorter(const Format* format) {
    return format->storage_bits() > 8 ? find_format("f16") : format;
  }

  void choose_formats() {
    Instruction& instruction = unit_.instruction;
    const bool c_is_d = instruction.c == unit_.datapath.result.format;
    instruction.a = narrower(instruction.a);
    instruction.b = narrower(instruction.b);
    is_short_ = is_short_ && !instruction.widen;
    if (is_short_) {
      instruction.a = shorter(instruction.a);
      instruction.b = shorter(instruction.b);
    }
    if (unit_.d().storage_bits() > 32) {
      unit_.datapath.result = {};
      unit_.datapath.result.format = find_format("f32");
    }
    if (instruction.widen_c != nullptr && instruction.widen_c->storage_bits() > 32) {
      instruction.widen_c = nullptr;
      instruction.c = &unit_.d();
    }
    instruction.c = c_is_d ? &unit_.d() : narrower(instruction.c);
  }

  // As most units have it.
  void choose_truncated_result() {
    if (&unit_.d() != find_format("f32") || !random_.chance(70)) return;
    unit_.datapath.flush = {.inputs = unit_.datapath.flush.inputs};
    ResultRow& result = unit_.datapath.result;
    result.prerounding.reset();
    result.rounding = Rounding::toward_zero;
    result.overflow = Overflow::infinity;
    result.underflow = Underflow::keep_sign;
  }

  // One scale a step, without a significand.
  void choose_scale() {
    Instruction& instruction = unit_.instruction;
    if (!instruction.scale) return;
    std::vector<int> blocks;
    for (int block = unit_.lanes(); block <= instruction.shape.k; block += unit_.lanes())
      if (instruction.shape.k % block == 0) blocks.push_back(block);
    instruction.scale = ScaleRow{find_format("ue8m0"), random_.pick_from(blocks)};
  }

  int fraction_bits() {
    if (is_short_) return random_.between(0, 30);
    const int kind = random_.below(100);
    if (kind < 15) return random_.between(0, 12);
    if (kind < 30) return random_.between(13, 22);
    if (kind < 70) return random_.between(23, 30);
    return random_.between(31, 48);
  }

  // Near the exponents where zeros begin to matter.
  ZeroExponent zero_exponent() {
    const int kind = random_.below(100);
    if (kind < 20) return {ZeroExponent::Kind::own, 0};
    if (kind < 40) return {ZeroExponent::Kind::ignored, 0};
    const int products = unit_.a().least_exponent() + unit_.b().least_exponent();
    const int near = random_.pick(
        {products, unit_.c().least_exponent(), unit_.d().least_exponent(), products / 2, -133});
    return {ZeroExponent::Kind::fixed, near + random_.between(-4, 4)};
  }

  TermRow term(std::string_view from) {
    TermRow row;
    row.from = from;
    if (random_.chance(15)) row.zero_exponent = zero_exponent();
    if (random_.chance(10)) row.alignment_rounding = random_rounding(random_);
    return row;
  }

  SumRow sum() {
    SumRow row;
    row.name = "dot";
    row.fraction_bits = fraction_bits();
    if (!is_short_ && random_.chance(70)) row.alignment_rounding = random_rounding(random_);
    row.zero_exponent = zero_exponent();
    if (random_.chance(20)) row.exponent_floor = zero_exponent().value;
    row.terms = {term("products"), term("c")};
    if (random_.chance(15))
      row.terms.back().fraction_bits = std::max(0, *row.fraction_bits + random_.between(-6, 6));
    if (random_.chance(10)) std::swap(row.terms.front(), row.terms.back());
    return row;
  }

  Random random_;
  Unit unit_;
  bool is_short_ = random_.chance(50);  // products short enough for lanes of f32
};

inline Unit random_fused_unit(std::uint64_t seed) { return FusedUnitMaker(seed).make(); }

}  // namespace mmasc
