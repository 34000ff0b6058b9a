// SPDX-License-Identifier: Apache-2.0
// The fields of every row: key, meaning, member, and what may be written there. Reading, writing
// and the list of legal keys are visitors of these descriptions, so a key or a range is stated here
// only.
//
// A visitor has `required(key, member, kind...)` and `optional(key, member, kind...)`; a member is
// anything std::invoke turns a row into a field with.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "mmasc/unit/formats.h"
#include "mmasc/unit/instruction.h"
#include "mmasc/unit/structure.h"
#include "mmasc/unit/suggest.h"

namespace mmasc {

// A key, and what its field is, for those who read rows as a table.
struct Key {
  std::string_view name, meaning;

  constexpr Key(const char* key, std::string_view words = {}) : name(key), meaning(words) {}
  constexpr operator std::string_view() const { return name; }
};

// The kinds of a field's value, where its type alone does not say what it takes.
struct Range {  // a whole number
  int min, max;
};
struct ExactOr {  // a number of fraction bits or "exact"
  Range bits;
};
struct Hex {};       // bits in hexadecimal, as text
struct TermName {};  // `from` and `selection` in one text: "products[0:8]"
template <class Describe>
struct Group {  // a table over members of the row itself
  Describe describe;
};
template <class Describe>
Group(Describe) -> Group<Describe>;
inline constexpr std::identity kWholeRow;

inline constexpr std::size_t kMaxFieldText = 1000;  // characters
inline constexpr Range kFractionBits{0, kMaxFractionBits};
inline constexpr Range kExponents{-kMaxZeroExponent, kMaxZeroExponent};
inline constexpr int kMaxGridStep = 64;
inline constexpr Range kTile{1, 65536};
inline constexpr Range kRegisters{0, 8};

template <class Row>
struct FieldsOf {};

// As a table: a mode that draws random bits says how many.
template <class Visitor>
void describe(Visitor& v, FieldsOf<Rounding>) {
  v.required("mode", &Rounding::mode);
  v.optional("random_bits", &Rounding::random_bits, Range{1, kMaxRandomBits});
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<FormatRow>) {
  v.required("exponent_bits", &FormatRow::exponent_bits, Range{1, kMaxExponentBits});
  v.required("fraction_bits", &FormatRow::fraction_bits, Range{0, kMaxFormatFraction});
  v.optional("bias", &FormatRow::bias, Range{-2 * kGreatestExponent, 2 * kGreatestExponent});
  v.optional("specials", &FormatRow::specials);
  v.optional("sign", &FormatRow::sign);
  v.optional("subnormals", &FormatRow::subnormals);
  v.optional("ignored_low_bits", &FormatRow::ignored_low_bits, Range{0, 62});
  v.optional("source", &FormatRow::source);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<TermRow>) {
  v.required("from", kWholeRow, TermName{});
  v.optional(Key{"fraction_bits", "fraction bits of this term kept below e_max"},
             &TermRow::fraction_bits, ExactOr{kFractionBits});
  v.optional(
      Key{"alignment_rounding", "what becomes of the bits of this term that are shifted out"},
      &TermRow::alignment_rounding);
  v.optional(
      Key{"zero_exponent", "the exponent with which a zero of this term takes part in e_max"},
      &TermRow::zero_exponent, kExponents);
  v.optional(Key{"vanishes_below", "the term is zero where its exponent is below e_max - this"},
             &TermRow::vanishes_below, kFractionBits);
  v.optional(Key{"exponent_offset", "the term takes part in e_max with its exponent plus this"},
             &TermRow::exponent_offset, kExponents);
  v.optional(Key{"negated", "the term enters the sum with the other sign"}, &TermRow::negated);
}

// With which sign a term enters, for readers; empty where it is its own.
inline std::string sign_text(const TermRow& term) {
  return term.negated ? "enters with the other sign" : "";
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<ExponentGrid>) {
  v.required(Key{"step", "exponents are raised to a multiple of this, a power of two"},
             &ExponentGrid::step, Range{2, kMaxGridStep});
  v.optional(Key{"first", "beside this exponent, from which the multiples are counted"},
             &ExponentGrid::first, Range{0, kMaxGridStep - 1});
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<Accumulator>) {
  v.required(Key{"bits", "bits of the sum, in two's complement"}, &Accumulator::bits,
             Range{2, kMaxFractionBits});
  v.optional(Key{"overflow", "what becomes of a sum beyond them"}, &Accumulator::overflow);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<Cut>) {
  v.required(Key{"fraction_bits", "fraction bits below e_max that the finished sum keeps"},
             &Cut::fraction_bits, kFractionBits);
  v.optional(Key{"rounding", "what becomes of the bits below"}, &Cut::rounding);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<SumRow>) {
  v.required("name", &SumRow::name);
  v.required("terms", &SumRow::terms);
  v.optional(Key{"fraction_bits", "fraction bits kept below e_max"}, &SumRow::fraction_bits,
             ExactOr{kFractionBits});
  v.optional(Key{"alignment_rounding", "what becomes of the bits that alignment shifts out"},
             &SumRow::alignment_rounding);
  v.optional(Key{"zero_exponent", "the exponent with which an exact zero takes part in e_max"},
             &SumRow::zero_exponent, kExponents);
  v.optional(Key{"exponent_floor", "the least that e_max may be"}, &SumRow::exponent_floor,
             kExponents);
  v.optional(Key{"exponent_grid", "the exponents that e_max may be"}, &SumRow::exponent_grid);
  v.optional(Key{"exponent", "what gives the exponents of products"}, &SumRow::exponent);
  v.optional(Key{"groups", "equal parts that are added apart"}, &SumRow::groups, Range{1, 32});
  v.optional(Key{"shape", "the order of additions"}, &SumRow::shape);
  v.optional(Key{"round_to", "the format to which the sum is rounded"}, &SumRow::round_to);
  v.optional(Key{"significand_fraction", "fraction bits to which the sum is rounded"},
             &SumRow::significand_fraction, kFractionBits);
  v.optional(Key{"rounding", "the rounding of the sum"}, &SumRow::rounding);
  v.optional(Key{"overflow", "what becomes of a rounded sum beyond the greatest number"},
             &SumRow::overflow);
  v.optional(Key{"zero_sign", "the sign of this sum where it is exactly zero"}, &SumRow::zero_sign);
  v.optional(Key{"accumulator", "the bits in which the sum is held"}, &SumRow::accumulator);
  v.optional(Key{"cut", "a rounding of the sum as it is, not normalized"}, &SumRow::cut);
  v.optional(Key{"cancelled", "what a sum is of which only the value is 0"}, &SumRow::cancelled);
  v.optional(Key{"sticky", "the rounding sees whether any bit of a term was shifted out"},
             &SumRow::sticky);
  v.optional(
      Key{"ones_complement", "terms are negated by ones' complement, in the frame of this sign"},
      &SumRow::ones_complement);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<FlushRow>) {
  v.optional(Key{"inputs", "what becomes of subnormal a, b and c"}, &FlushRow::inputs);
  v.optional(Key{"results", "what becomes of a subnormal result of a rounding"},
             &FlushRow::results);
  v.optional(Key{"tininess", "which results count as subnormal"}, &FlushRow::tininess);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<ProductRow>) {
  v.optional(Key{"round_to", "the format to which every product is rounded"},
             &ProductRow::round_to);
  v.optional(Key{"rounding", "the rounding of products"}, &ProductRow::rounding);
  v.optional(Key{"infinity_at", "a product of magnitude 2^this or more is an infinity"},
             &ProductRow::infinity_at, Range{-1000, 1000});
  v.optional(Key{"infinity_yields",
                 "a product that infinity_at would make an infinity stays a number where an a, b, "
                 "scale or c of the step is infinite"},
             &ProductRow::infinity_yields);
  v.optional(Key{"zero_factor_exponent", "the exponent of an a or b that is 0"},
             &ProductRow::zero_factor_exponent, Range{-1000, 1000});
  v.optional(Key{"exponent_grid", "the exponents that a and b may have in a product"},
             &ProductRow::exponent_grid);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<Prerounding>) {
  v.required(Key{"significand_fraction", "fraction bits that the first rounding keeps"},
             &Prerounding::significand_fraction, Range{0, 200});
  v.required(Key{"rounding", "the first rounding, before that of d"}, &Prerounding::rounding);
  v.optional(Key{"underflow", "the sign of what the first rounding takes to zero"},
             &Prerounding::underflow);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<ResultRow>) {
  v.required(Key{"format", "the format of d"}, &ResultRow::format);
  v.optional(Key{"significand_fraction", "fraction bits to which d is rounded"},
             &ResultRow::significand_fraction, kFractionBits);
  v.optional(Key{"prerounding", "a first rounding, to more bits than d has"},
             &ResultRow::prerounding);
  v.optional(Key{"rounding", "the rounding of d"}, &ResultRow::rounding);
  v.optional(Key{"overflow", "what becomes of a rounded value beyond the greatest number"},
             &ResultRow::overflow);
  v.optional(Key{"underflow", "the sign of a non-zero sum that rounds to zero"},
             &ResultRow::underflow);
  v.optional(Key{"nan", "the bits of NaN"}, &ResultRow::nan, Hex{});
  v.optional(Key{"factor_nan", "the bits of NaN where a factor is NaN"}, &ResultRow::factor_nan,
             Hex{});
  v.optional(Key{"c_nan", "what becomes of the NaN of c"}, &ResultRow::c_nan);
  v.optional(Key{"flags", "the status flags beside d"}, &ResultRow::flags);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<Undecided>) {
  v.required("what", &Undecided::what);
  v.optional("set", &Undecided::set);
  v.required("source", &Undecided::source);
  v.optional("a", &Undecided::a);
  v.optional("c", &Undecided::c);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<Datapath>) {
  v.required(Key{"lanes", "products that one step adds"}, &Datapath::lanes, Range{1, kMaxLanes});
  v.optional("flush", &Datapath::flush);
  v.optional("product", &Datapath::product);
  v.optional(Key{"zero_sign", "the sign of a sum that is exactly zero"}, &Datapath::zero_sign);
  v.required("sum", &Datapath::sums);
  v.required("result", &Datapath::result);
  v.optional(Key{"stages", "a shared library with stages in place of those of the fields"},
             &Datapath::stages);
  v.optional("undecided", &Datapath::undecided);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<TileShape>) {
  v.required("m", &TileShape::m, kTile);
  v.required("n", &TileShape::n, kTile);
  v.required("k", &TileShape::k, Range{1, kMaxK});
  v.optional("blocks", &TileShape::blocks, Range{1, 64});
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<ScaleRow>) {
  v.required(Key{"format", "the format of block scales"}, &ScaleRow::format);
  v.required(Key{"block", "elements of k that share a scale"}, &ScaleRow::block, Range{1, kMaxK});
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<SparsityRow>) {
  v.required(Key{"keep", "neighbours of a that are kept"}, &SparsityRow::keep,
             Range{1, kMaxSparsity - 1});
  v.required(Key{"of", "among so many"}, &SparsityRow::of, Range{2, kMaxSparsity});
  v.optional(Key{"together", "elements kept or left out together"}, &SparsityRow::together,
             Range{1, kMaxLanes});
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<OrderRow>) {
  v.required(Key{"modulus", "the order of k: its remainder by this decides"}, &OrderRow::modulus,
             Range{1, kMaxK});
  v.required(Key{"first", "the order of k: those of this remainder come first"}, &OrderRow::first,
             Range{0, kMaxK - 1});
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<LateC>) {
  v.optional(Key{"rounding", "the rounding of the IEEE 754 addition that adds c at the end"},
             &LateC::rounding);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<Evidence>) {
  v.required("kind", &Evidence::kind);
  v.required("source", &Evidence::source);
  v.optional("what", &Evidence::what);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<Instruction>) {
  v.optional("mnemonic", &Instruction::mnemonic);
  v.optional("sass", &Instruction::sass);
  v.required("shape", &Instruction::shape);
  v.required("formats", kWholeRow, Group{[](auto& formats) {
               formats.required("a", &Instruction::a);
               formats.required("b", &Instruction::b);
               formats.required("c", &Instruction::c);
             }});
  v.optional("scale", &Instruction::scale);
  v.optional(Key{"tensor_scale", "the format of the scale of all products"},
             &Instruction::tensor_scale);
  v.optional("sparsity", &Instruction::sparsity);
  v.optional(Key{"widen", "the format to which a and b are converted first, exactly"},
             &Instruction::widen);
  v.optional(Key{"widen_c", "the format to which c is converted first, exactly"},
             &Instruction::widen_c);
  v.optional(Key{"order", "the order of k"}, &Instruction::order);
  v.optional(Key{"late_c", "when c is added"}, &Instruction::late_c);
  v.required("datapath", &Instruction::datapath);
  v.optional("structure", &Instruction::structure);
  v.optional(Key{"storage", "where a program finds the operands' elements; it changes no bit"},
             &Instruction::storage);
  v.optional("evidence", &Instruction::evidence);
  v.optional("note", &Instruction::note);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<Structure::Stage>) {
  v.optional("registers", &Structure::Stage::registers, kRegisters);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<Structure::AdderTree>) {
  v.optional("radix", &Structure::AdderTree::radix, Range{2, 128});
  v.optional("registers_per_level", &Structure::AdderTree::registers_per_level, kRegisters);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<Structure::Normalizer>) {
  v.optional("registers", &Structure::Normalizer::registers, kRegisters);
  v.optional("leading_zeros", &Structure::Normalizer::leading_zeros);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<Structure>) {
  v.optional("multiplier", &Structure::multiplier);
  v.optional("aligner", &Structure::aligner);
  v.optional("adder_tree", &Structure::adder_tree);
  v.optional("normalizer", &Structure::normalizer);
  v.optional("units", &Structure::units, Range{1, kMaxUnits});
  v.optional("initiation_interval", &Structure::initiation_interval, Range{1, 64});
}

// The visitor that lists the keys.
struct KeyList {
  Names keys;
  void required(std::string_view key, auto&&...) { keys.push_back(key); }
  void optional(std::string_view key, auto&&...) { keys.push_back(key); }
};

template <class Row>
Names keys_of() {
  KeyList list;
  describe(list, FieldsOf<Row>{});
  return list.keys;
}

// A type with a description of its own: a table in TOML.
template <class Row>
concept Described = requires(KeyList list) {
  describe(list, FieldsOf<Row>{});
};

}  // namespace mmasc
