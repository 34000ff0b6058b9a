// SPDX-License-Identifier: Apache-2.0
// The fields of every row: key, member, and what may be written there. Reading, writing and the
// list of legal keys are visitors of these descriptions, so a key or a range is stated here only.
//
// A visitor has `required(key, member, kind...)` and `optional(key, member, kind...)`; a member is
// anything std::invoke turns a row into a field with.
#pragma once

#include <functional>
#include <string_view>

#include "mmasc/unit/formats.h"
#include "mmasc/unit/instruction.h"
#include "mmasc/unit/structure.h"
#include "mmasc/unit/suggest.h"

namespace mmasc {

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

inline constexpr std::size_t kMaxText = 1000;  // characters
inline constexpr Range kFractionBits{0, kMaxFractionBits};
inline constexpr Range kExponents{-kMaxZeroExponent, kMaxZeroExponent};
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
  v.optional("fraction_bits", &TermRow::fraction_bits, ExactOr{kFractionBits});
  v.optional("alignment_rounding", &TermRow::alignment_rounding);
  v.optional("zero_exponent", &TermRow::zero_exponent, kExponents);
  v.optional("vanishes_below", &TermRow::vanishes_below, kFractionBits);
  v.optional("exponent_offset", &TermRow::exponent_offset, kExponents);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<SumRow>) {
  v.required("name", &SumRow::name);
  v.required("terms", &SumRow::terms);
  v.optional("fraction_bits", &SumRow::fraction_bits, ExactOr{kFractionBits});
  v.optional("alignment_rounding", &SumRow::alignment_rounding);
  v.optional("zero_exponent", &SumRow::zero_exponent, kExponents);
  v.optional("exponent_floor", &SumRow::exponent_floor, kExponents);
  v.optional("exponent", &SumRow::exponent);
  v.optional("groups", &SumRow::groups, Range{1, 32});
  v.optional("shape", &SumRow::shape);
  v.optional("round_to", &SumRow::round_to);
  v.optional("significand_fraction", &SumRow::significand_fraction, kFractionBits);
  v.optional("rounding", &SumRow::rounding);
  v.optional("zero_sign", &SumRow::zero_sign);
  v.optional("ones_complement", &SumRow::ones_complement);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<FlushRow>) {
  v.optional("inputs", &FlushRow::inputs);
  v.optional("results", &FlushRow::results);
  v.optional("tininess", &FlushRow::tininess);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<ProductRow>) {
  v.optional("round_to", &ProductRow::round_to);
  v.optional("rounding", &ProductRow::rounding);
  v.optional("infinity_at", &ProductRow::infinity_at, Range{-1000, 1000});
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<Prerounding>) {
  v.required("significand_fraction", &Prerounding::significand_fraction, Range{0, 200});
  v.required("rounding", &Prerounding::rounding);
  v.optional("underflow", &Prerounding::underflow);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<ResultRow>) {
  v.required("format", &ResultRow::format);
  v.optional("significand_fraction", &ResultRow::significand_fraction, kFractionBits);
  v.optional("prerounding", &ResultRow::prerounding);
  v.optional("rounding", &ResultRow::rounding);
  v.optional("overflow", &ResultRow::overflow);
  v.optional("underflow", &ResultRow::underflow);
  v.optional("nan", &ResultRow::nan, Hex{});
  v.optional("factor_nan", &ResultRow::factor_nan, Hex{});
  v.optional("c_nan", &ResultRow::c_nan);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<Undecided>) {
  v.required("what", &Undecided::what);
  v.required("set", &Undecided::set);
  v.required("source", &Undecided::source);
  v.optional("c", &Undecided::c);
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<Datapath>) {
  v.required("lanes", &Datapath::lanes, Range{1, kMaxLanes});
  v.optional("flush", &Datapath::flush);
  v.optional("product", &Datapath::product);
  v.optional("zero_sign", &Datapath::zero_sign);
  v.required("sum", &Datapath::sums);
  v.required("result", &Datapath::result);
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
  v.required("format", &ScaleRow::format);
  v.required("block", &ScaleRow::block, Range{1, kMaxK});
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<SparsityRow>) {
  v.required("keep", &SparsityRow::keep, Range{1, kMaxSparsity - 1});
  v.required("of", &SparsityRow::of, Range{2, kMaxSparsity});
  v.optional("together", &SparsityRow::together, Range{1, kMaxLanes});
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<OrderRow>) {
  v.required("modulus", &OrderRow::modulus, Range{1, kMaxK});
  v.required("first", &OrderRow::first, Range{0, kMaxK - 1});
}

template <class Visitor>
void describe(Visitor& v, FieldsOf<LateC>) {
  v.optional("rounding", &LateC::rounding);
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
  v.optional("tensor_scale", &Instruction::tensor_scale);
  v.optional("sparsity", &Instruction::sparsity);
  v.optional("widen", &Instruction::widen);
  v.optional("widen_c", &Instruction::widen_c);
  v.optional("order", &Instruction::order);
  v.optional("late_c", &Instruction::late_c);
  v.required("datapath", &Instruction::datapath);
  v.optional("structure", &Instruction::structure);
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
