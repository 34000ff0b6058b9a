// SPDX-License-Identifier: Apache-2.0
// Units of known families, built by hand for the specification's own tests.
#pragma once

#include <string_view>

#include "mmasc/unit/formats.h"
#include "mmasc/unit/unit.h"

namespace mmasc::known {

inline const Format& format(std::string_view name) { return *find_format(name); }

struct Formats {
  std::string_view a, b, c, d;
};

inline Unit plain_unit(const Formats& formats, int lanes, int k) {
  Unit unit;
  unit.instruction.id = "known/unit";
  unit.instruction.shape = {16, {8, 8, 1}, k, 1};
  unit.instruction.a = &format(formats.a);
  unit.instruction.b = &format(formats.b);
  unit.instruction.c = &format(formats.c);
  unit.instruction.datapath = unit.datapath.name = "known.unit";
  unit.datapath.lanes = lanes;
  unit.datapath.result.format = &format(formats.d);
  return unit;
}

inline TermRow term(std::string_view from, Selection::Kind selection = Selection::Kind::all) {
  TermRow row;
  row.from = from;
  row.selection.kind = selection;
  return row;
}

// Aligned with `fraction_bits`, what is lost going as `alignment_rounding` says.
inline TermRow aligned_term(std::string_view from, int fraction_bits, Rounding alignment_rounding) {
  TermRow row = term(from);
  row.fraction_bits = fraction_bits;
  row.alignment_rounding = alignment_rounding;
  return row;
}

inline SumRow sum(std::string_view name, std::vector<TermRow> terms) {
  SumRow row;
  row.name = name;
  row.terms = std::move(terms);
  return row;
}

inline SumRow truncated_sum(std::string_view name, std::vector<TermRow> terms, int fraction_bits,
                            ZeroExponent zero_exponent) {
  SumRow row = sum(name, std::move(terms));
  row.fraction_bits = fraction_bits;
  row.zero_exponent = zero_exponent;
  return row;
}

inline ZeroExponent zeros_at(int exponent) { return {ZeroExponent::Kind::fixed, exponent}; }
inline constexpr ZeroExponent kZerosIgnored{ZeroExponent::Kind::ignored, 0};

// All terms truncated below the largest exponent, one final rounding.
inline Unit t_fdpa(const Formats& formats, int lanes, int k, int fraction_bits, int zero_exponent,
                   Rounding rounding) {
  Unit unit = plain_unit(formats, lanes, k);
  unit.datapath.sums = {
      truncated_sum("dot", {term("products"), term("c")}, fraction_bits, zeros_at(zero_exponent))};
  unit.datapath.result.rounding = rounding;
  unit.datapath.result.nan = unit.d().name == "f16" ? 0x7fff : 0x7fffffff;
  return unit;
}

inline Unit st_fdpa(const Formats& formats, int k, int block) {
  Unit unit = t_fdpa(formats, k, k, 25, -133, Rounding::toward_zero);
  unit.instruction.scale = ScaleRow{&format("ue8m0"), block};
  return unit;
}

// Exact groups of 16 that only the scales align.
inline Unit gst_fdpa(std::string_view scale, int block) {
  Unit unit = plain_unit({"e2m1", "e2m1", "f32", "f32"}, 64, 64);
  unit.instruction.scale = ScaleRow{&format(scale), block};
  SumRow group = sum("group", {term("products")});
  group.groups = 4;
  group.exponent = ExponentSource::scales;
  unit.datapath.sums = {group,
                        truncated_sum("dot", {term("group"), term("c")}, 35, zeros_at(-139))};
  unit.datapath.result.rounding = Rounding::toward_zero;
  unit.datapath.result.nan = 0x7fffffff;
  return unit;
}

// A chain of fused multiply-adds.
inline Unit fma_chain(std::string_view name, int k, Rounding rounding = Rounding::nearest_even) {
  Unit unit = plain_unit({name, name, name, name}, 1, k);
  SumRow row = sum("fma", {term("products"), term("c")});
  row.round_to = &format(name);
  row.rounding = rounding;
  unit.datapath.zero_sign = ZeroSign::ieee;
  unit.datapath.sums = {row};
  return unit;
}

// The true sum, rounded once.
inline Unit e_fdpa(const Formats& formats, int lanes, int k) {
  Unit unit = plain_unit(formats, lanes, k);
  unit.datapath.sums = {sum("dot", {term("products"), term("c")})};
  return unit;
}

// Every product and every two-term sum rounds, subnormals are flushed.
inline Unit ftz_pairwise(const Formats& formats, int lanes, int k) {
  Unit unit = plain_unit(formats, lanes, k);
  unit.datapath.flush = {Flush::to_plus_zero, Flush::keep_sign};
  unit.datapath.product.round_to = &format("f32");
  unit.datapath.zero_sign = ZeroSign::ieee;
  SumRow pairs = sum("pairs", {term("products")});
  pairs.shape = Shape::pairwise;
  pairs.round_to = &format("f32");
  SumRow accumulate = sum("accumulate", {term("c"), term("pairs")});
  accumulate.round_to = &format("f32");
  unit.datapath.sums = {pairs, accumulate};
  return unit;
}

inline void accumulate_late(Datapath& datapath, std::string_view products, TermRow c) {
  datapath.product.infinity_at = 128;
  datapath.sums.push_back(
      sum("accumulate", {aligned_term(products, 32, Rounding::down), std::move(c)}));
  datapath.result.prerounding = Prerounding{31, Rounding::down};
}

// Products first, c late, both floored.
inline Unit tr_fdpa(const Formats& formats, int lanes, int k) {
  Unit unit = plain_unit(formats, lanes, k);
  unit.datapath.sums = {truncated_sum("dot", {term("products")}, 24, kZerosIgnored)};
  accumulate_late(unit.datapath, "dot", aligned_term("c", 24, Rounding::down));
  return unit;
}

// As tr_fdpa, from two groups by parity; a small c vanishes.
inline Unit gtr_fdpa(const Formats& formats, int lanes, int k) {
  Unit unit = plain_unit(formats, lanes, k);
  SumRow pair = truncated_sum("pair", {term("even"), term("odd")}, 24, kZerosIgnored);
  pair.alignment_rounding = Rounding::down;
  unit.datapath.sums = {
      truncated_sum("even", {term("products", Selection::Kind::even)}, 24, kZerosIgnored),
      truncated_sum("odd", {term("products", Selection::Kind::odd)}, 24, kZerosIgnored), pair};
  TermRow c = aligned_term("c", 24, Rounding::down);
  c.vanishes_below = 25;
  accumulate_late(unit.datapath, "pair", c);
  return unit;
}

// FP8 on a 16-deep f16 unit: widened, reordered, c added last.
inline Unit emulated_fp8(const Formats& formats, int zero_exponent, Rounding rounding) {
  Unit unit = t_fdpa(formats, 16, 32, 25, zero_exponent, rounding);
  unit.instruction.widen = &format("f16");
  unit.instruction.order = {4, {0, 1}};
  unit.instruction.late_c = LateC{};
  return unit;
}

}  // namespace mmasc::known
