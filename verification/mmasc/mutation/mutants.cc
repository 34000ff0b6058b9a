// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/mutants.h"

#include <fmt/format.h>

#include <functional>
#include <span>

#include "mmasc/mutation/grids.h"
#include "mmasc/mutation/total_changes.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/field_text.h"
#include "mmasc/unit/fields.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/plan.h"
#include "mmasc/unit/validate.h"

namespace mmasc {
namespace {

constexpr int kWindows[] = {24, 31};  // that an exact sum is narrowed to

std::string text_of(const std::optional<int>& number, const char* absent) {
  return number ? std::to_string(*number) : absent;
}

class MutantMaker {
 public:
  // Mutants show in d, which flags stand beside; no field of theirs is to refuse a mutant.
  MutantMaker(const Unit& unit, int reach) : unit_(unit), reach_(reach) {
    unit_.datapath.result.flags = StatusFlags::none;
  }

  std::vector<Mutant> make() && {
    move_datapath();
    for (std::size_t i = 0; i < unit_.datapath.sums.size(); ++i) move_sum(i);
    move_result();
    move_program();
    fault_sums();
    misread();
    hide_metadata();
    return std::move(mutants_);
  }

  std::vector<Mutant> make_from_defaults(std::span<const std::uint64_t> nans) && {
    const std::vector<SumRow>& sums = unit_.datapath.sums;
    const Plan plan = make_plan(unit_);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (sums[i].ones_complement.empty()) move_complement(i);
      // The datapath's own is moved instead where there is one sum.
      if (sums.size() > 1 && !sums[i].zero_sign) move_zero_sign(i);
      if (sums[i].round_to && sums[i].overflow == Overflow::infinity) move_overflow_of_sum(i);
      change_total(i, changes_to_total(sums[i], plan));
    }
    if (!unit_.datapath.product.exponent_grid) move_grid_of_factors(smallest_grids());
    move_overflow(Overflow::by_rounding, enum_name(Overflow::by_rounding));
    for (const std::uint64_t nan : nans) {
      move_nan(nan);
      if (nan != unit_.datapath.result.nan) move_factor_nan(nan);
    }
    move_factor_nan(std::nullopt);
    if (unit_.datapath.result.c_nan == OwnNan::replaced) move_c_nan();
    return std::move(mutants_);
  }

 private:
  using Change = std::function<void(Unit&)>;

  void add(const std::string& field, const std::string& was, const std::string& is,
           const char* stage, const Change& change) {
    Mutant mutant{.unit = unit_, .field = field, .was = was, .is = is, .stage = stage};
    change(mutant.unit);
    try {
      validate(mutant.unit);
      (void)make_plan(mutant.unit);
    } catch (const RowError&) {
      return;
    }
    mutants_.push_back(std::move(mutant));
  }

  template <Enumerated E>
  void move_enum(const std::string& field, const char* stage, E was,
                 const std::function<E&(Unit&)>& member) {
    for (const auto& [value, name] : kNames<E>)
      if (value != was)
        add(field, std::string(enum_name(was)), std::string(name), stage,
            [&member, value = value](Unit& unit) { member(unit) = value; });
  }

  // Numbers near `was`, called with each.
  void near(int was, const std::function<void(int)>& call) const {
    for (int distance = 1; distance <= reach_; ++distance) {
      call(was - distance);
      call(was + distance);
    }
  }

  // A number that may be absent, where absence means something else.
  void move_optional(const std::string& field, const char* stage, const std::optional<int>& was,
                     std::initializer_list<int> where_absent,
                     const std::function<std::optional<int>&(Unit&)>& member) {
    const auto to = [&](std::optional<int> is) {
      if (is && *is < 0 && field.ends_with("fraction_bits")) return;
      add(field, text_of(was, "none"), text_of(is, "none"), stage,
          [&](Unit& unit) { member(unit) = is; });
    };
    if (was) {
      near(*was, to);
      to(std::nullopt);
    } else {
      for (const int number : where_absent) to(number);
    }
  }

  void move_format(const std::string& field, const char* stage, const Format* was,
                   std::initializer_list<const char*> others,
                   const std::function<const Format*&(Unit&)>& member) {
    const auto to = [&](const Format* is) {
      if (is != was)
        add(field, field_text(was), field_text(is), stage, [&](Unit& unit) { member(unit) = is; });
    };
    to(nullptr);
    for (const char* name : others) to(find_format(name));
  }

  void move_zero_exponent(const std::string& field, const ZeroExponent& was,
                          const std::function<void(Unit&, const ZeroExponent&)>& set) {
    using Kind = ZeroExponent::Kind;
    const auto to = [&](const ZeroExponent& is) {
      if (is != was)
        add(field, field_text(was), field_text(is), "aligner", [&](Unit& unit) { set(unit, is); });
    };
    to({Kind::own});
    to({Kind::ignored});
    if (was.kind == Kind::fixed) near(was.value, [&](int value) { to({Kind::fixed, value}); });
  }

  void move_fraction_bits(const std::string& field, const FractionBits& was,
                          const std::function<void(Unit&, const FractionBits&)>& set) {
    const auto to = [&](const FractionBits& is) {
      if (!is || *is >= 0)
        add(field, text_of(was, "exact"), text_of(is, "exact"), "aligner",
            [&](Unit& unit) { set(unit, is); });
    };
    if (was) {
      near(*was, to);
      to(std::nullopt);
    } else {
      for (const int bits : kWindows) to(bits);
    }
  }

  // The mode; and how many random bits it draws, where it draws some.
  void move_rounding(const std::string& field, const char* stage, Rounding was,
                     const std::function<void(Unit&, Rounding)>& set) {
    for (const auto& [value, name] : kNames<Rounding>)
      if (value != was)
        add(field, std::string(name_of(was)), std::string(name), stage,
            [&set, value = value](Unit& unit) { set(unit, value); });
    if (!was.is_stochastic()) return;
    near(was.random_bits, [&](int bits) {
      if (bits >= 1 && bits <= kMaxRandomBits)
        add(field + ".random_bits", std::to_string(was.random_bits), std::to_string(bits), stage,
            [&](Unit& unit) { set(unit, Rounding::stochastic(bits)); });
    });
  }

  // The fraction bits that a rounding to `format` keeps, which are all of them where none are said.
  void move_kept(const std::string& field, const Format& format, const std::optional<int>& was,
                 const std::function<std::optional<int>&(Unit&)>& member) {
    const int all = format.fraction_bits, kept = was.value_or(all);
    near(kept, [&](int bits) {
      if (bits >= 0 && bits <= all)
        add(field, std::to_string(kept), std::to_string(bits), "normalizer",
            [&](Unit& unit) { member(unit) = bits; });
    });
  }

  void move_datapath() {
    const Datapath& row = unit_.datapath;
    for (const int lanes : {row.lanes / 2, row.lanes * 2})
      if (lanes >= 1 && lanes <= kMaxLanes)
        add("lanes", std::to_string(row.lanes), std::to_string(lanes), "sequence",
            [&](Unit& unit) { unit.datapath.lanes = lanes; });
    move_enum<Flush>("flush.inputs", "multiplier", row.flush.inputs,
                     [](Unit& unit) -> Flush& { return unit.datapath.flush.inputs; });
    move_flush_of_results(row.flush.results);
    if (row.flush.results != Flush::none)
      move_enum<Tininess>("flush.tininess", "normalizer", row.flush.tininess,
                          [](Unit& unit) -> Tininess& { return unit.datapath.flush.tininess; });
    move_format("product.round_to", "multiplier", row.product.round_to, {"f32", "bf16"},
                [](Unit& unit) -> const Format*& { return unit.datapath.product.round_to; });
    if (row.product.round_to != nullptr)
      move_rounding("product.rounding", "multiplier", row.product.rounding,
                    [](Unit& unit, Rounding is) { unit.datapath.product.rounding = is; });
    move_optional(
        "product.infinity_at", "multiplier", row.product.infinity_at,
        {find_format("f32")->greatest_exponent() + 1},
        [](Unit& unit) -> std::optional<int>& { return unit.datapath.product.infinity_at; });
    if (row.product.infinity_at)
      add("product.infinity_yields", row.product.infinity_yields ? "true" : "false",
          row.product.infinity_yields ? "false" : "true", "multiplier", [](Unit& unit) {
            bool& yields = unit.datapath.product.infinity_yields;
            yields = !yields;
          });
    if (row.product.zero_factor_exponent)
      move_optional("product.zero_factor_exponent", "multiplier", row.product.zero_factor_exponent,
                    {}, [](Unit& unit) -> std::optional<int>& {
                      return unit.datapath.product.zero_factor_exponent;
                    });
    if (row.product.exponent_grid) move_grid_of_factors(grids_near(*row.product.exponent_grid));
    move_enum<ZeroSign>("zero_sign", "adder_tree", row.zero_sign,
                        [](Unit& unit) -> ZeroSign& { return unit.datapath.zero_sign; });
  }

  // To each of them, and to none.
  void move_grid_of_factors(const std::vector<ExponentGrid>& grids) {
    using Grid = std::optional<ExponentGrid>;
    const Grid& was = unit_.datapath.product.exponent_grid;
    std::vector<Grid> all(grids.begin(), grids.end());
    all.push_back(std::nullopt);
    for (const Grid& is : all)
      if (is != was)
        add("product.exponent_grid", field_text(was), field_text(is), "multiplier",
            [&](Unit& unit) { unit.datapath.product.exponent_grid = is; });
  }

  // What flushes nothing asks for no tininess.
  void move_flush_of_results(Flush was) {
    for (const auto& [value, name] : kNames<Flush>)
      if (value != was)
        add("flush.results", std::string(enum_name(was)), std::string(name), "normalizer",
            [value = value](Unit& unit) {
              unit.datapath.flush.results = value;
              if (value == Flush::none) unit.datapath.flush.tininess = Tininess::bounded;
            });
  }

  void move_sum(std::size_t index) {
    const SumRow& row = unit_.datapath.sums[index];
    const std::string name = row.name + ".";
    const auto sum = [index](Unit& unit) -> SumRow& { return unit.datapath.sums[index]; };
    move_fraction_bits(
        name + "fraction_bits", row.fraction_bits,
        [&](Unit& unit, const FractionBits& bits) { sum(unit).fraction_bits = bits; });
    move_rounding(name + "alignment_rounding", "aligner", row.alignment_rounding,
                  [&](Unit& unit, Rounding is) { sum(unit).alignment_rounding = is; });
    move_zero_exponent(
        name + "zero_exponent", row.zero_exponent,
        [&](Unit& unit, const ZeroExponent& zero) { sum(unit).zero_exponent = zero; });
    move_optional(name + "exponent_floor", "aligner", row.exponent_floor,
                  {unit_.d().least_exponent()},
                  [&](Unit& unit) -> std::optional<int>& { return sum(unit).exponent_floor; });
    if (row.exponent == ExponentSource::scales)
      move_enum<ExponentSource>(name + "exponent", "multiplier", row.exponent,
                                [&](Unit& unit) -> ExponentSource& { return sum(unit).exponent; });
    for (const int groups : {row.groups / 2, row.groups * 2})
      if (groups >= 1)
        add(name + "groups", std::to_string(row.groups), std::to_string(groups), "adder_tree",
            [&](Unit& unit) { sum(unit).groups = groups; });
    move_enum<Shape>(name + "shape", "adder_tree", row.shape,
                     [&](Unit& unit) -> Shape& { return sum(unit).shape; });
    move_format(name + "round_to", "normalizer", row.round_to, {"f32", "bf16", "f16"},
                [&](Unit& unit) -> const Format*& { return sum(unit).round_to; });
    if (row.round_to != nullptr) {
      move_kept(name + "significand_fraction", *row.round_to, row.significand_fraction,
                [&](Unit& unit) -> std::optional<int>& { return sum(unit).significand_fraction; });
      if (row.overflow != Overflow::infinity) move_overflow_of_sum(index);
      move_rounding(name + "rounding", "normalizer", row.rounding,
                    [&](Unit& unit, Rounding is) { sum(unit).rounding = is; });
    }
    if (row.zero_sign) move_zero_sign(index);
    if (!row.ones_complement.empty()) move_complement(index);
    if (!total_texts(row).empty())
      change_total(index, changes_of_total(row, make_plan(unit_), reach_));
    for (std::size_t term = 0; term < row.terms.size(); ++term) move_term(index, term);
  }

  void move_zero_sign(std::size_t index) {
    const SumRow& row = unit_.datapath.sums[index];
    const ZeroSign was = unit_.datapath.zero_sign_of(row);
    for (const auto& [value, name] : kNames<ZeroSign>)
      if (value != was)
        add(row.name + ".zero_sign", std::string(enum_name(was)), std::string(name), "adder_tree",
            [&, value = value](Unit& unit) { unit.datapath.sums[index].zero_sign = value; });
  }

  void move_overflow_of_sum(std::size_t index) {
    const SumRow& row = unit_.datapath.sums[index];
    move_enum<Overflow>(
        row.name + ".overflow", "normalizer", row.overflow,
        [index](Unit& unit) -> Overflow& { return unit.datapath.sums[index].overflow; });
  }

  // To two's complement and to other frames.
  void move_complement(std::size_t index) {
    const SumRow& row = unit_.datapath.sums[index];
    const auto text = [](std::string_view frame) {
      return frame.empty() ? std::string("none") : std::string(frame);
    };
    Names frames{"", kPlusFrame};
    for (const TermRow& term : row.terms) frames.push_back(term.from);
    for (const std::string_view frame : frames)
      if (frame != row.ones_complement)
        add(row.name + ".ones_complement", text(row.ones_complement), text(frame), "aligner",
            [&](Unit& unit) { unit.datapath.sums[index].ones_complement = frame; });
  }

  // What becomes of a sum besides adding its aligned terms.
  void change_total(std::size_t index, const std::vector<TotalChange>& changes) {
    for (const TotalChange& change : changes)
      add(unit_.datapath.sums[index].name + "." + change.field, change.was, change.is, change.stage,
          [&](Unit& unit) { change.apply(unit.datapath.sums[index]); });
  }

  void move_term(std::size_t index, std::size_t place) {
    const SumRow& row = unit_.datapath.sums[index];
    const TermRow& term = row.terms[place];
    const std::string name = fmt::format("{}.terms[{}].", row.name, place);
    const auto member = [index, place](Unit& unit) -> TermRow& {
      return unit.datapath.sums[index].terms[place];
    };
    // A lone term's fields are the sum's.
    if (row.terms.size() > 1 || term.fraction_bits)
      move_fraction_bits(
          name + "fraction_bits", term.fraction_bits.value_or(row.fraction_bits),
          [&](Unit& unit, const FractionBits& bits) { member(unit).fraction_bits = bits; });
    if (row.terms.size() > 1 || term.alignment_rounding)
      move_rounding(name + "alignment_rounding", "aligner",
                    term.alignment_rounding.value_or(row.alignment_rounding),
                    [&](Unit& unit, Rounding is) { member(unit).alignment_rounding = is; });
    if (row.terms.size() > 1 || term.zero_exponent)
      move_zero_exponent(
          name + "zero_exponent", term.zero_exponent.value_or(row.zero_exponent),
          [&](Unit& unit, const ZeroExponent& zero) { member(unit).zero_exponent = zero; });
    NumbersOfTerm numbers{*this, name, term, row.fraction_bits.value_or(kWindows[0]) + 1, member};
    describe(numbers, FieldsOf<TermRow>{});
  }

  // Visits the fields of a term and moves those that are true or false, and the whole numbers that
  // may be absent. Where there is
  // none, a distance is tried just outside the window; of others nothing is near.
  struct NumbersOfTerm {
    MutantMaker& maker;
    const std::string& name;
    const TermRow& term;
    int outside;
    std::function<TermRow&(Unit&)> term_of;

    void required(std::string_view, auto, auto...) {}
    void optional(std::string_view, auto, auto...) {}
    void optional(std::string_view key, bool TermRow::*flag) {
      const bool was = term.*flag;
      const auto text = [](bool is) { return is ? "true" : "false"; };
      maker.add(name + std::string(key), text(was), text(!was), "aligner",
                [&](Unit& unit) { term_of(unit).*flag = !was; });
    }
    void optional(std::string_view key, std::optional<int> TermRow::*number, Range range) {
      const auto member = [&](Unit& unit) -> std::optional<int>& { return term_of(unit).*number; };
      const std::string field = name + std::string(key);
      if (range.min >= 0)
        maker.move_optional(field, "aligner", term.*number, {outside}, member);
      else
        maker.move_optional(field, "aligner", term.*number, {}, member);
    }
  };

  void move_result() {
    const ResultRow& row = unit_.datapath.result;
    move_kept("result.significand_fraction", *row.format, row.significand_fraction,
              [](Unit& unit) -> std::optional<int>& {
                return unit.datapath.result.significand_fraction;
              });
    if (row.prerounding) {
      near(row.prerounding->significand_fraction, [&](int bits) {
        add("result.prerounding.significand_fraction",
            std::to_string(row.prerounding->significand_fraction), std::to_string(bits),
            "normalizer",
            [&](Unit& unit) { unit.datapath.result.prerounding->significand_fraction = bits; });
      });
      move_rounding(
          "result.prerounding.rounding", "normalizer", row.prerounding->rounding,
          [](Unit& unit, Rounding is) { unit.datapath.result.prerounding->rounding = is; });
      const Underflow underflow = row.prerounding->underflow.value_or(row.underflow);
      for (const auto& [value, name] : kNames<Underflow>)
        if (value != underflow)
          add("result.prerounding.underflow", std::string(enum_name(underflow)), std::string(name),
              "normalizer",
              [value = value](Unit& unit) { unit.datapath.result.prerounding->underflow = value; });
      add("result.prerounding", "as it is", "none", "normalizer",
          [](Unit& unit) { unit.datapath.result.prerounding.reset(); });
    }
    move_rounding("result.rounding", "normalizer", row.rounding,
                  [](Unit& unit, Rounding is) { unit.datapath.result.rounding = is; });
    // Elsewhere by_rounding is a change from defaults: most rows round as one of the others.
    for (const auto& [value, name] : kNames<Overflow>)
      if (value != Overflow::by_rounding || row.overflow == Overflow::by_rounding)
        move_overflow(value, name);
    move_enum<Underflow>("result.underflow", "normalizer", row.underflow,
                         [](Unit& unit) -> Underflow& { return unit.datapath.result.underflow; });
    if (row.nan) move_nan(*row.nan ^ std::uint64_t{1});
    if (row.factor_nan) move_factor_nan(*row.factor_nan ^ std::uint64_t{1});
    if (row.c_nan != OwnNan::replaced) move_c_nan();
  }

  void move_overflow(Overflow value, std::string_view name) {
    const Overflow was = unit_.datapath.result.overflow;
    if (value != was)
      add("result.overflow", std::string(enum_name(was)), std::string(name), "normalizer",
          [value](Unit& unit) { unit.datapath.result.overflow = value; });
  }

  static std::string text_of_nan(const std::optional<std::uint64_t>& nan) {
    return nan ? fmt::format("{:x}", *nan) : "nan";
  }

  void move_nan(std::uint64_t is) {
    const std::optional<std::uint64_t>& was = unit_.datapath.result.nan;
    if (was && is != *was)
      add("result.nan", text_of_nan(was), text_of_nan(is), "normalizer",
          [&](Unit& unit) { unit.datapath.result.nan = is; });
  }

  void move_factor_nan(std::optional<std::uint64_t> is) {
    const std::optional<std::uint64_t>& was = unit_.datapath.result.factor_nan;
    const std::optional<std::uint64_t>& nan = unit_.datapath.result.nan;
    if ((is ? is : nan) != (was ? was : nan))
      add("result.factor_nan", text_of_nan(was), text_of_nan(is), "multiplier",
          [&](Unit& unit) { unit.datapath.result.factor_nan = is; });
  }

  void move_c_nan() {
    move_enum<OwnNan>("result.c_nan", "multiplier", unit_.datapath.result.c_nan,
                      [](Unit& unit) -> OwnNan& { return unit.datapath.result.c_nan; });
  }

  void move_program() {
    const Instruction& row = unit_.instruction;
    if (!row.order.first.empty())
      add("instruction.order", "as it is", "ascending", "sequence",
          [](Unit& unit) { unit.instruction.order = {}; });
    else if (unit_.steps() > 1)
      add("instruction.order", "ascending", "odd k first", "sequence", [](Unit& unit) {
        unit.instruction.order = {2, {1}};
      });
    if (row.late_c) {
      add("instruction.late_c", "after the last step", "in the first step", "sequence",
          [](Unit& unit) { unit.instruction.late_c.reset(); });
      move_rounding("instruction.late_c.rounding", "sequence", row.late_c->rounding,
                    [](Unit& unit, Rounding is) { unit.instruction.late_c->rounding = is; });
    } else {
      add("instruction.late_c", "in the first step", "after the last step", "sequence",
          [](Unit& unit) { unit.instruction.late_c = LateC{}; });
    }
    move_format("instruction.widen", "multiplier", row.widen, {"f16", "bf16", "f32"},
                [](Unit& unit) -> const Format*& { return unit.instruction.widen; });
    move_format("instruction.widen_c", "multiplier", row.widen_c, {"f32"},
                [](Unit& unit) -> const Format*& { return unit.instruction.widen_c; });
  }

  void fault_sums() {
    for (const SumMutant& sum : sum_mutants(Sequence(unit_)))
      mutants_.push_back({.unit = unit_,
                          .field = sum.field,
                          .was = sum.was,
                          .is = sum.is,
                          .stage = sum.stage,
                          .sum = sum});
  }

  void misread() {
    const auto lanes = std::make_shared<const Lanes>(unit_);
    for (const LaneSpecial& special : lanes->specials()) {
      Mutant mutant{.unit = unit_,
                    .field = special.name(),
                    .was = "itself",
                    .is = std::string(lanes->misread_as(special)),
                    .stage = "multiplier"};
      mutant.lane = special;
      mutant.lanes = lanes;
      mutants_.push_back(std::move(mutant));
    }
  }

  void hide_metadata() {
    if (!unit_.instruction.sparsity) return;
    const int bits = metadata_format(*unit_.instruction.sparsity).storage_bits();
    for (int bit = 0; bit < bits; ++bit)
      mutants_.push_back({.unit = unit_,
                          .field = fmt::format("metadata bit {}", bit),
                          .was = "as given",
                          .is = "stuck at 0",
                          .stage = "multiplier",
                          .unseen_metadata = std::uint64_t{1} << bit});
  }

  Unit unit_;
  int reach_;
  std::vector<Mutant> mutants_;
};

}  // namespace

std::vector<Mutant> mutants_of(const Unit& unit, int reach) {
  return MutantMaker(unit, reach).make();
}

std::vector<Mutant> mutants_from_defaults(const Unit& unit, std::span<const std::uint64_t> nans) {
  return MutantMaker(unit, 0).make_from_defaults(nans);
}

}  // namespace mmasc
