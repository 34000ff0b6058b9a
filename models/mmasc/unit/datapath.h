// SPDX-License-Identifier: Apache-2.0
// The one description of a matrix unit's numerics: a small tree of multi-operand sums over products
// and c. Read from TOML (toml.h), elaborated into a Plan (plan.h). docs/datapath.md explains each
// field to users.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/format.h"
#include "mmasc/unit/rounding.h"

namespace mmasc {

inline constexpr int kMaxLanes = 64;
inline constexpr int kMaxSelectable = 4 * kMaxLanes;  // elements of b for a step's lanes
inline constexpr int kMaxFractionBits = 4400;         // an exact FP64 window fits
inline constexpr int kMaxZeroExponent = 4400;         // in magnitude
inline constexpr int kMaxSums = 32;                   // rows of a datapath's `sum`

// How subnormal numbers are flushed to zero; under all_to_plus_zero (of operands alone) -0 is, too.
enum class Flush { none, to_plus_zero, keep_sign, all_to_plus_zero };

// A flush takes results for subnormal. bounded: those that are as numbers of the format.
// unbounded: those that, rounded as if no exponent were too small, lie below the least normal one.
enum class Tininess { bounded, unbounded };

// The exponent with which an exactly zero term takes part in the largest exponent.
struct ZeroExponent {
  enum class Kind { own, ignored, fixed };
  Kind kind = Kind::own;
  int value = 0;  // of `fixed`
  friend bool operator==(const ZeroExponent&, const ZeroExponent&) = default;
};

// Fraction bits kept below the largest exponent; nullopt is `exact`: none lost.
using FractionBits = std::optional<int>;

// The elements of a named value (the products, or a sum with groups) that a term takes.
struct Selection {
  enum class Kind { all, even, odd, range };
  Kind kind = Kind::all;
  int first = 0, last = 0;  // of `range`, last excluded
  friend bool operator==(const Selection&, const Selection&) = default;
};

// The result where a rounded value is beyond the greatest number. infinity: an infinity, or NaN
// where the format has none. saturate: the nearest number. by_rounding: that number where the
// rounding never makes a magnitude of that sign larger, else an infinity, as IEEE 754 has it. wrap:
// the low bits, of an integer.
enum class Overflow { infinity, saturate, by_rounding, wrap };

// One entry of a sum's `terms`: "products", "products.even", "products[0:8]", "c", an earlier sum's
// name, or a table that also overrides the sum's alignment fields.
struct TermRow {
  std::string from;
  Selection selection;
  std::optional<FractionBits> fraction_bits;
  std::optional<Rounding> alignment_rounding;
  std::optional<ZeroExponent> zero_exponent;
  std::optional<int> vanishes_below;   // the term is zero where its exponent < e_max - this
  std::optional<int> exponent_offset;  // the term takes part in e_max with its exponent plus this
  bool negated = false;                // the term enters with the other sign, as a zero too
  friend bool operator==(const TermRow&, const TermRow&) = default;
};

enum class Shape {
  fused,       // all terms in one sum
  pairwise,    // a binary tree of two-term sums, neighbours first; every node rounds
  sequential,  // ((t0 + t1) + t2) + ...; every node rounds
};

enum class ExponentSource {
  largest,  // terms are aligned to the largest exponent among them
  scales,   // products become fixed-point numbers; only the block scales give the exponent
};

inline constexpr const char* kPlusFrame = "plus";

enum class ZeroSign { plus, ieee };

// e_max is raised to the next first + n * step: alignment goes in coarse steps of so many
// exponents, a power of two.
struct ExponentGrid {
  int step = 1;
  int first = 0;
  friend bool operator==(const ExponentGrid&, const ExponentGrid&) = default;
};

// A sum is held in so many bits of two's complement, in units of its last bit.
struct Accumulator {
  int bits = 0;
  Overflow overflow = Overflow::wrap;  // wrap or saturate
  friend bool operator==(const Accumulator&, const Accumulator&) = default;
};

// A sum is rounded as it is, not normalized, to so many fraction bits below e_max.
struct Cut {
  int fraction_bits = 0;
  Rounding rounding = Rounding::toward_zero;
  friend bool operator==(const Cut&, const Cut&) = default;
};

// A sum whose terms are not all exact zeros may have the value 0. It is an exact zero then never,
// or always, or unless alignment or the cut lost a bit of it.
enum class Cancelled { number, zero, zero_unless_lost };

struct SumRow {
  std::string name;
  std::vector<TermRow> terms;
  FractionBits fraction_bits;  // default exact
  Rounding alignment_rounding = Rounding::toward_zero;
  ZeroExponent zero_exponent;
  std::optional<int> exponent_floor;  // the largest exponent is never taken below this
  std::optional<ExponentGrid> exponent_grid;
  ExponentSource exponent = ExponentSource::largest;
  int groups = 1;  // the terms are split into this many equal, contiguous parts, each summed
  Shape shape = Shape::fused;
  const Format* round_to = nullptr;         // null: the sum goes on unrounded, not normalized
  std::optional<int> significand_fraction;  // fewer than round_to's
  Rounding rounding = Rounding::nearest_even;
  Overflow overflow = Overflow::infinity;  // of round_to
  std::optional<ZeroSign> zero_sign;       // where it is not the datapath's
  std::optional<Accumulator> accumulator;  // unset: as many bits as the sum needs
  std::optional<Cut> cut;
  Cancelled cancelled = Cancelled::number;
  bool sticky = false;  // the rounding sees whether any bit of a term was shifted out
  // Terms are negated by ones' complement: the name of the term in whose sign's frame, or
  // kPlusFrame. Empty: by two's complement.
  std::string ones_complement;
  friend bool operator==(const SumRow&, const SumRow&) = default;
};

struct ProductRow {
  const Format* round_to = nullptr;
  Rounding rounding = Rounding::nearest_even;
  std::optional<int> infinity_at;           // |product| >= 2^infinity_at is an infinity
  bool infinity_yields = false;             // it is a number where an a, b, scale or c is infinite
  std::optional<int> zero_factor_exponent;  // of a factor that is 0; unset: its format's least
  friend bool operator==(const ProductRow&, const ProductRow&) = default;
};

enum class Underflow { keep_sign, to_plus_zero };
// d where c is NaN: the unit's own NaN, or, quiet, c with its highest fraction bit set.
enum class OwnNan { replaced, quiet };
// A unit gives nothing beside d, or the exception flags of IEEE 754.
enum class StatusFlags { none, ieee };

struct Prerounding {
  int significand_fraction = 0;
  Rounding rounding = Rounding::toward_zero;
  std::optional<Underflow> underflow{};  // of what it takes to zero; unset: the result's
  friend bool operator==(const Prerounding&, const Prerounding&) = default;
};

struct ResultRow {
  const Format* format = nullptr;
  std::optional<int> significand_fraction;  // fewer than the format's
  std::optional<Prerounding> prerounding;
  Rounding rounding = Rounding::nearest_even;
  Overflow overflow = Overflow::infinity;
  Underflow underflow = Underflow::keep_sign;  // sign of a non-zero value that rounds to zero
  std::optional<std::uint64_t> nan;            // bits of the NaN; unset: payload not known
  std::optional<std::uint64_t> factor_nan;     // and where a factor is NaN; unset: the same
  OwnNan c_nan = OwnNan::replaced;             // and where c is
  StatusFlags flags = StatusFlags::none;
  friend bool operator==(const ResultRow&, const ResultRow&) = default;
};

struct FlushRow {
  Flush inputs = Flush::none;             // of a, b and the instruction's own c
  Flush results = Flush::none;            // of every rounded product, sum and result
  Tininess tininess = Tininess::bounded;  // of these
  friend bool operator==(const FlushRow&, const FlushRow&) = default;
};

// A question about the silicon that no recording settles. The datapath answers it one way; `set`
// are changes, FIELD=VALUE as Unit::with takes them, that answer it as `source` does. Without them
// no field expresses that answer.
struct Undecided {
  std::string what;
  std::vector<std::string> set;
  std::string source;
  const Format* a = nullptr;  // concerns only instructions whose a is of this
  const Format* c = nullptr;  // concerns only instructions whose c is of this and enters the sum
  bool is_expressed() const { return !set.empty(); }
  friend bool operator==(const Undecided&, const Undecided&) = default;
};

// The field whose value is a file, relative to what names it: a row's file, a study's folder, the
// folder where a command runs.
inline constexpr std::string_view kStagesField = "stages";

struct Datapath {
  std::string name;
  int lanes = 0;  // products per fused step
  FlushRow flush;
  ProductRow product;
  ZeroSign zero_sign = ZeroSign::plus;  // of exactly zero sums that have none of their own
  std::vector<SumRow> sums;             // the last one is the root
  ResultRow result;
  std::string stages{};  // a shared library whose stages take the place of the plan's; empty: none
  std::vector<Undecided> undecided;
  ZeroSign zero_sign_of(const SumRow& sum) const { return sum.zero_sign.value_or(zero_sign); }
  friend bool operator==(const Datapath&, const Datapath&) = default;
};

}  // namespace mmasc
