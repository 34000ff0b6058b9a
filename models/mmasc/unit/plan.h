// SPDX-License-Identifier: Apache-2.0
// The plan: a unit elaborated once into typed operations, with every width, shift, exponent range,
// register and the latency. All readers (reference, SystemC, RTL, show) walk the plan, none the
// row.
//
// A plan is plain data of fixed capacity, so that device code can hold one. Its parts answer what
// readers ask of several fields at once, so that a new field changes the answer and not the
// readers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mmasc/unit/bounded.h"
#include "mmasc/unit/operands.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

inline constexpr int kMaxTerms = kMaxLanes + 1;     // live at once: the products and c
inline constexpr int kMaxSumNodes = 2 * kMaxTerms;  // of the whole tree
inline constexpr int kMaxAddendGroups = 2 * kMaxSumNodes;
inline constexpr int kMaxLevels = kMaxTerms + 3;  // a sequential sum of all terms
inline constexpr int kMaxRandom = 2 * (kMaxTerms + kMaxSumNodes + 1);  // stochastic roundings
inline constexpr int kMaxStages = 8 * kMaxTerms;
inline constexpr int kNoLimit = std::numeric_limits<int>::max();

// A short name stored in place.
class Name {
 public:
  constexpr Name() = default;
  constexpr Name(std::string_view text) {
    for (char letter : text)
      if (size_ < kCapacity) letters_[size_++] = letter;
  }
  constexpr std::string_view view() const { return {letters_, static_cast<std::size_t>(size_)}; }

 private:
  static constexpr int kCapacity = 40;
  char letters_[kCapacity] = {};
  int size_ = 0;
};

// The widths of a term: |significand| < 2^magnitude_bits in units of 2^-fraction_bits, times
// 2^exponent with exponent_min <= exponent <= exponent_max for every term that is not an exact
// zero.
struct TermWidths {
  int magnitude_bits = 0;
  int fraction_bits = 0;
  int exponent_min = 0;
  int exponent_max = 0;
  constexpr int integer_bits() const { return magnitude_bits - fraction_bits; }
};

constexpr TermWidths widths_of(const Format& format) {
  return {.magnitude_bits = format.significand_bits(),
          .fraction_bits = format.fraction_bits,
          .exponent_min = format.least_exponent(),
          .exponent_max = format.greatest_exponent()};
}

// Whether a value beyond the greatest number becomes that number, by its sign.
struct Saturation {
  bool plus = false, minus = false;
  static constexpr Saturation both() { return {true, true}; }
  constexpr bool of(bool negative) const { return negative ? minus : plus; }
  constexpr bool any() const { return plus || minus; }
  constexpr bool all() const { return plus && minus; }
};

// One rounding to a floating-point grid: normalize (not below least_exponent), round, test for
// overflow. Or to an integer, which the input already is: wrap or clamp it.
struct RoundPlan {
  TermWidths input;
  int fraction_bits = 0;  // kept by the rounding
  Rounding rounding = Rounding::nearest_even;
  int prerounding_fraction_bits = 0;  // 0: no first rounding
  Rounding prerounding = Rounding::toward_zero;
  int first_random = 0;  // of Plan::random_bits: the first rounding's, then the last's
  int least_exponent = 0;
  int greatest_exponent = 0;
  std::uint64_t greatest_significand = 0;  // in units of 2^-fraction_bits
  std::uint64_t greatest_negative_significand = 0;
  int stored_bits = 0;   // of an integer, with its sign; 0: a floating-point grid
  Saturation saturates;  // else overflow gives Inf, or NaN without Inf; of integers, of either
                         // sign or else the low bits
  bool has_infinity = true;
  bool has_minus_zero = true;
  bool has_lost_bit = false;           // the input's lowest bit says only that bits were lost
  bool keeps_underflow_sign = true;    // of a non-zero value that rounds to zero
  bool keeps_prerounding_sign = true;  // of one that the first of two roundings takes to zero
  Flush flush = Flush::none;
  Tininess tininess = Tininess::bounded;  // of what is flushed
  int work_bits = 0;                      // of the normalized magnitude

  // The rounding that the normalized magnitude meets first: the prerounding, where there is one.
  struct Cut {
    int fraction_bits = 0;  // kept
    Rounding rounding;
  };
  constexpr bool rounds_twice() const { return prerounding_fraction_bits > 0; }
  constexpr Cut first_cut() const {
    return rounds_twice() ? Cut{prerounding_fraction_bits, prerounding}
                          : Cut{fraction_bits, rounding};
  }
  // Numbers of so many fraction bits stay as they are, but for the ends of the exponents.
  constexpr int exact_fraction_bits() const {
    return first_cut().fraction_bits < fraction_bits ? first_cut().fraction_bits : fraction_bits;
  }
  // The most fraction bits that a rounding keeps: what lies below needs a guard and a sticky bit.
  constexpr int deepest_fraction_bits() const {
    return first_cut().fraction_bits > fraction_bits ? first_cut().fraction_bits : fraction_bits;
  }
  constexpr bool flushes() const { return flush != Flush::none; }
  // Whether a number that rounds to the least normal one may be flushed all the same.
  constexpr bool flushes_before_the_least() const {
    return flushes() && tininess == Tininess::unbounded;
  }
  constexpr bool is_integer() const { return stored_bits > 0; }
  constexpr bool is_signed() const { return greatest_negative_significand > 0; }
  constexpr int random_count() const {
    return (prerounding.is_stochastic() ? 1 : 0) + (rounding.is_stochastic() ? 1 : 0);
  }
  // Drawn by the rounding that the normalized magnitude meets first.
  constexpr int first_random_bits() const { return first_cut().rounding.random_bits; }
  constexpr TermWidths output() const {
    return {.magnitude_bits = is_integer() ? stored_bits : fraction_bits + 1,
            .fraction_bits = fraction_bits,
            .exponent_min = least_exponent,
            .exponent_max = greatest_exponent};
  }
};

// An operand by whose elements products are multiplied: each by that of its block along K.
struct ScalePlan {
  Operand operand{};
  Format format;
  int block = 0;  // products of the instruction that share an element
  int lanes = 0;  // of a step that do
  // All products of a matrix product share one element.
  constexpr bool is_common() const { return row_of(operand).along == Along::whole; }
  // By which a product's significand grows; a power of two only moves its exponent.
  constexpr int significand_bits() const {
    return format.fraction_bits > 0 ? format.significand_bits() : 0;
  }
};

struct MultiplierPlan {
  Format a, b, c;
  int lanes = 0;
  Bounded<ScalePlan, static_cast<int>(kScaleCount)> scales;  // those that the unit has
  SparsityRow sparsity;  // where b has more elements than lanes; else of nothing
  Format metadata;
  Flush flush_inputs = Flush::none;
  int infinity_at = kNoLimit;           // |product| >= 2^this is an infinity
  bool infinity_yields = false;         // it is a number where an operand of the step is infinite
  int zero_factor_exponent = kNoLimit;  // of an a or b that is 0; kNoLimit: its format's least
  ExponentGrid grid;                    // to which the exponents of a and b are raised
  // Fixed-point products (exponent = "scales"): a's and b's exponents, less their least, shift the
  // significand left by at most this; kFloating where the exponent goes with the product.
  static constexpr int kFloating = -1;
  int fixed_point_shift = kFloating;
  TermWidths product;
  TermWidths c_term;
  bool rounds = false;  // every product, by `round`
  RoundPlan round;      // its random elements: lane by lane
  constexpr bool is_scaled() const { return !scales.empty(); }
  // How many neighbouring lanes share all their scales: all where there are none.
  constexpr int lanes_scaled_alike() const {
    int alike = lanes;
    for (const ScalePlan& scale : scales) alike = scale.lanes < alike ? scale.lanes : alike;
    return alike;
  }
  // By which all scales together widen a product's significand.
  constexpr int scale_bits() const {
    int bits = 0;
    for (const ScalePlan& scale : scales) bits += scale.significand_bits();
    return bits;
  }
  constexpr bool is_sparse() const { return sparsity.of > 0; }
  constexpr int b_elements() const {
    return is_sparse() ? lanes / sparsity.keep * sparsity.of : lanes;
  }
  constexpr int metadata_elements() const { return is_sparse() ? lanes / sparsity.together : 0; }
  constexpr bool fixed_point() const { return fixed_point_shift != kFloating; }
  constexpr bool has_overflow() const { return infinity_at != kNoLimit; }
  constexpr bool moves_zero_factors() const { return zero_factor_exponent != kNoLimit; }
  constexpr bool raises_factors() const { return grid.is_coarse(); }
  // A raised factor moves right by less than a step, and loses no bit.
  constexpr int factor_bits(const Format& factor) const {
    return factor.significand_bits() + grid.step - 1;
  }
  // The least and the greatest exponent, with scales, of a product of a factor that is 0, where its
  // exponent is moved: the other factor is 0, too, or any number.
  constexpr std::pair<int, int> moved_zeros() const {
    const int zero = grid.next(zero_factor_exponent);
    const int a_least = grid.next(a.least_exponent()), b_least = grid.next(b.least_exponent());
    const int a_greatest = grid.next(a.greatest_exponent());
    const int b_greatest = grid.next(b.greatest_exponent());
    const int scales_least = product.exponent_min - a_least - b_least;
    const int scales_greatest = product.exponent_max - a_greatest - b_greatest;
    return {zero + std::min({zero, a_least, b_least}) + scales_least,
            zero + std::max({zero, a_greatest, b_greatest}) + scales_greatest};
  }
};

// Terms of one sum that are aligned alike: every stride-th slot of the level's input.
// `input` is of the terms as they take part in e_max: where that is not by their own exponents,
// with as many more fraction bits as the exponents are higher.
struct AddendGroup {
  int first_slot = 0, stride = 1, count = 1;
  TermWidths input;
  bool exact = false;     // the row says exact; fraction_bits is then derived
  int fraction_bits = 0;  // kept below e_max
  int pre_shift = 0;      // left, by wiring: fraction_bits - input.fraction_bits where positive
  int post_shift = 0;     // right, besides the exponent distance: the opposite difference
  int scale_up = 0;       // left after the shift, by wiring, to the sum's common fraction bits
  Rounding alignment_rounding = Rounding::toward_zero;
  int first_random = 0;  // of Plan::random_bits, where alignment_rounding draws some: one a term
  ZeroExponent zero_rule;
  int zero_exponent = 0;          // unless its own: the plan's absent_exponent where it is ignored
  int vanishes_below = kNoLimit;  // by the exponents in e_max
  int exponent_offset = 0;
  bool negated = false;      // terms enter with the other sign
  int magnitude_bits = 0;    // of an addend, in the sum's fraction bits
  bool shifts = true;        // by its distance to e_max: some term's exponent may be another
  bool complements = false;  // a term that is negated in its sum's frame is one unit larger
  constexpr int slot_of(int term) const { return first_slot + term * stride; }
  constexpr int shifted_bits() const { return input.magnitude_bits + pre_shift; }

  // How zeros take part in e_max.
  constexpr bool own_zero_exponent() const { return zero_rule.kind == ZeroExponent::Kind::own; }
  constexpr bool fixed_zero_exponent() const { return zero_rule.kind == ZeroExponent::Kind::fixed; }
  // The exponent with which a zero does whose own, as it stands in e_max, is this; none where zeros
  // are ignored.
  constexpr std::optional<int> zero_in_e_max(int own) const {
    if (own_zero_exponent()) return own;
    return fixed_zero_exponent() ? std::optional(zero_rule.value) : std::nullopt;
  }

  // How a term enters the sum: with which sign, and with which exponent it takes part in e_max,
  // which is `raised` above its own.
  constexpr bool enters_negative(bool negative) const { return negative != negated; }
  constexpr int raised() const { return exponent_offset; }
  // A zero takes part as `zero_rule` says.
  constexpr int exponent_in_e_max(int exponent, bool zero) const {
    const bool absent = exponent == zero_exponent;  // a sum in which nothing took part
    return zero && (!own_zero_exponent() || absent) ? zero_exponent : exponent + raised();
  }

  // Alignment changes a term: by shifting, by cutting, or by dropping it.
  // A term is an exact zero where its exponent in e_max lies further below e_max than `reach`.
  constexpr bool may_vanish() const { return vanishes_below != kNoLimit; }
  constexpr int reach() const { return vanishes_below; }
  constexpr int own_reach() const { return reach() + raised(); }  // by a term's own exponent
  constexpr bool vanishes_at(int distance) const { return may_vanish() && distance > reach(); }
  // Terms whose last bit is 2^unit may lose bits beside this e_max.
  constexpr bool may_cut(int e_max, int unit) const {
    return !exact && e_max - fraction_bits > unit;
  }
  constexpr bool may_increment() const {
    return complements || mmasc::may_increment(alignment_rounding);
  }
};

// The total of a sum's addends becomes the sum in these steps.
//
//     total       [ t t t t t t t t t t t ]
//     accumulator       [ a a a a a a a a ]       accumulator_bits, wrapped or saturated
//     cut               [ q q q q q ]             cut_bits fewer, rounded
//     significand       [ q q q q q l ]           l: any bit was lost, where it is told
struct TotalPlan {
  int accumulator_bits = 0;  // of two's complement; 0: as many as the total has
  bool saturates = false;    // else it wraps
  int cut_bits = 0;
  Rounding cut_rounding = Rounding::toward_zero;
  Cancelled cancelled = Cancelled::number;  // what a total of 0 is
  bool tells_lost = false;                  // of alignment or the cut
  // Whether the aligner says that it lost a bit.
  constexpr bool asks_lost() const {
    return tells_lost || cancelled == Cancelled::zero_unless_lost;
  }
  constexpr bool stays() const {
    return accumulator_bits == 0 && cut_bits == 0 && cancelled == Cancelled::number && !tells_lost;
  }
};

struct SumPlan {
  Name name;
  int index = 0;                           // among the sums of this name (groups, tree nodes)
  int first_group = 0, group_count = 0;    // in Plan::groups
  int first_addend = 0, addend_count = 0;  // in the level's addends
  int fraction_bits = 0;                   // of addends and sum
  int sum_bits = 0;                        // signed width of addends and every partial sum
  bool has_exponent_floor = false;
  int exponent_floor = 0;
  ExponentGrid grid;    // to which e_max is raised
  bool exact = false;   // the row says exact
  bool sticky = false;  // exact by a narrow window: shifted-out bits leave a sticky bit
  // Terms are negated by ones' complement: those whose sign is not that of the term in frame_slot
  // of the level's input, or kPlusSlot. They are one unit of the last bit larger, zeros too.
  static constexpr int kNoFrame = -2, kPlusSlot = -1;
  int frame_slot = kNoFrame;
  bool negates_frame = false;  // that term is negated: the frame has the sign with which it enters
  TotalPlan total;
  ZeroSign zero_sign = ZeroSign::plus;
  bool rounds_down = false;  // for the IEEE sign of a cancelled sum
  TermWidths output;         // of the sum before rounding
  bool anticipates = false;  // the tree tells its normalizer how many zeros lead its magnitude
  bool rounds = false;
  RoundPlan round;
  constexpr TermWidths result() const { return rounds ? round.output() : output; }
  constexpr bool complements() const { return frame_slot != kNoFrame; }
  constexpr bool has_grid() const { return grid.is_coarse(); }
  constexpr int on_grid(int exponent) const { return grid.next(exponent); }
  // e_max is the largest exponent or the floor, and the total of the addends is the sum.
  constexpr bool stays_as_added() const { return !has_grid() && total.stays(); }
  // It is the sum of what alignment keeps of its terms.
  constexpr bool is_plain() const { return !complements() && stays_as_added(); }
};

// Addends left of `count` after `levels` levels of nodes that add `radix` each.
constexpr int addends_left(int count, int radix, int levels) {
  for (; levels > 0; --levels) count = (count + radix - 1) / radix;
  return count;
}

// Levels until one addend is left; a lone addend still takes one.
constexpr int tree_levels(int count, int radix) {
  int levels = 1;
  while (addends_left(count, radix, levels) > 1) ++levels;
  return levels;
}

// Sums evaluated side by side. The level's output is its sums, then the terms that pass by.
struct LevelPlan {
  int first_sum = 0, sum_count = 0;
  int addend_count = 0;
  Bounded<std::int16_t, kMaxTerms> bypass;  // slots of the level's input
  bool rounds = false;                      // any sum does: the level has a normalizer
  // How far below and above their own the exponents of its terms lie in e_max, at most.
  int below_own = 0, above_own = 0;
  // In Plan::random_bits: the first that its sums' roundings may draw, and what comes after them.
  int rounding_random = 0, end_random = 0;
};

enum class StageKind { multiplier, aligner, adder_tree, normalizer };

// A stage of the pipeline, in order. `registers` ranks follow its logic.
struct StagePlan {
  StageKind kind = StageKind::multiplier;
  int level = -1;      // of an aligner, adder tree or level normalizer; -1: products, or the result
  int tree_level = 0;  // of an adder tree
  bool last_tree_level = false;
  bool last = false;  // the normalizer that packs d
  int registers = 0;
};

struct Plan {
  MultiplierPlan multiplier;
  Bounded<LevelPlan, kMaxLevels> levels;
  Bounded<SumPlan, kMaxSumNodes> sums;
  Bounded<AddendGroup, kMaxAddendGroups> groups;
  RoundPlan result;
  // How many bits each stochastic rounding draws, an element of the operand `random` each, in the
  // order of use: the products by lane; then level by level the alignments addend by addend, then
  // the sums' roundings; then the result's prerounding and rounding.
  Bounded<std::uint8_t, kMaxRandom> random_bits;
  Format d;
  std::uint64_t nan = 0;
  bool nan_known = false;
  std::uint64_t factor_nan = 0;  // d where a factor is NaN
  bool keeps_c_nan = false;      // quiet, where neither is and no product is invalid
  bool raises_flags = false;     // beside d, those of mmasc/unit/status_flags.h
  int absent_exponent = 0;       // below every exponent: of a zero that takes part nowhere
  int exponent_bits = 0;         // signed width of every exponent and exponent distance
  int word_bits = 0;             // signed width that holds every significand, addend and sum
  int adder_radix = 0;
  Bounded<StagePlan, kMaxStages> stages;

  constexpr int lanes() const { return multiplier.lanes; }
  // 2^this makes any exponent a number that is not negative, and is a multiple of any grid's step.
  constexpr int grid_offset_bits() const { return std::max(exponent_bits + 1, 7); }
  // Whether d's NaN says where it came from (arith/nan_word.h).
  constexpr bool tells_nans_apart() const { return keeps_c_nan || factor_nan != nan; }
  constexpr int latency() const {  // cycles from an accepted operation to its valid result
    int cycles = 0;
    for (const auto& stage : stages) cycles += stage.registers;
    return cycles;
  }
};

constexpr std::string_view name_of(StageKind kind) {
  switch (kind) {
    case StageKind::multiplier:
      return "multiplier";
    case StageKind::aligner:
      return "aligner";
    case StageKind::adder_tree:
      return "adder_tree";
    case StageKind::normalizer:
      return "normalizer";
  }
  return {};
}

// The widths of the terms in a level's input, slot by slot; of the root where `level` is the number
// of levels.
using SlotWidths = Bounded<TermWidths, kMaxTerms>;
SlotWidths slot_widths(const Plan& plan, int level);

// The widths of the terms that leave a stage: a multiplier, a last tree level or a normalizer that
// is not the last.
SlotWidths slot_widths_after(const Plan& plan, const StagePlan& stage);

// The first element of Plan::random_bits that is still needed after a stage.
int first_random_after(const Plan& plan, const StagePlan& stage);

// The groups of a sum, in the order of its addends.
constexpr std::span<const AddendGroup> groups_of(const Plan& plan, const SumPlan& sum) {
  return {&plan.groups[sum.first_group], static_cast<std::size_t>(sum.group_count)};
}

// The rounding that a sum's bits meet first, its own or the result's.
constexpr const RoundPlan& rounding_of(const Plan& plan, const SumPlan& sum) {
  return sum.rounds ? sum.round : plan.result;
}

// Says what a term enters with that is not its own: "a term is negated". Empty where nothing is.
std::string changed_on_entry(const AddendGroup& group);

// Says what makes terms of a sum, or of any, more than numbers that are aligned: "a term vanishes".
// Empty where nothing does.
std::string beyond_alignment(const Plan& plan, const SumPlan& sum);
std::string beyond_alignment(const Plan& plan);

// Whether any term is negated: d is not c plus all products.
bool negates(const Plan& plan);

// Whether alignment drops no bit of any term of the sums of this name, and draws no random ones; or
// of a group's terms.
bool keeps_all_bits(const Plan& plan, std::string_view sum);
bool keeps_all_bits(const SumPlan& sum, const AddendGroup& group);

// The signed width of the sums of this name, of the first where they differ; none where there is
// none. And that of the widest sum.
std::optional<int> bits_of_sum(const Plan& plan, std::string_view sum);
int bits_of_widest_sum(const Plan& plan);

// How terms enter a sum besides the bits that they keep, for readers: "vanishes below e_max - 25".
std::vector<std::string> entry_texts(const TermRow& term);
// And for those that see the group: "none of a term below e_max - 25".
std::vector<std::string> entry_texts(const AddendGroup& group);

// Where exponents go: "raised to the next multiple of 4 plus 3".
std::string raised_text(const ExponentGrid& grid);

// A sum may do more than add its aligned terms; each such step, for readers: "held in 24 bits,
// wrapping".
std::vector<std::string> total_texts(const SumRow& sum);

// By what products are multiplied, scale by scale: "each 16 lanes scaled by sa (ue4m3)".
std::vector<std::string> scale_texts(const MultiplierPlan& plan);

// The rounding of a term of `input` widths to `format`'s numbers, every field at its default.
RoundPlan plan_rounding(const TermWidths& input, const Format& format, Rounding rounding);

// One fused step of the unit. Throws RowError where the row cannot be built, or has stages of its
// own, of which described() is rid.
Plan make_plan(const Unit& unit);

// One IEEE addition x * 1 + c outside the unit, a unit of its own: c and the result in `sum`'s
// format, x in its own. An unset `nan` is the format's default.
Unit addition_unit(const Format& x, const Format& sum, Rounding rounding,
                   std::optional<std::uint64_t> nan, const Structure& structure = {});

// The addition that adds a late C to the chain's result.
Unit late_c_unit(const Unit& unit);
inline Plan make_late_c_plan(const Unit& unit) { return make_plan(late_c_unit(unit)); }

}  // namespace mmasc
