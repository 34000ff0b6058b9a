// SPDX-License-Identifier: Apache-2.0
#include "mmasc/disclosure/telling.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdlib>
#include <functional>
#include <optional>
#include <set>
#include <span>

#include "mmasc/arith/same_bits.h"
#include "mmasc/compare/shrink.h"
#include "mmasc/disclosure/fields.h"
#include "mmasc/mutation/mutants.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/unit/hex.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::uint64_t kDrawn = 24;       // of each class
constexpr std::size_t kShrunk = 6;         // the simplest of so many is taken
constexpr std::size_t kTriedOfARule = 12;  // mutants

// The rules that tell most come first; then those that most rows do not have, where this one has
// them; then common ones; then those that are not named here, special operands and adders; then
// what no field of the row says.
constexpr std::string_view kFirst[] = {
    "result.rounding",   "sum.fraction_bits",           "sum.alignment_rounding",
    "sum.zero_exponent", "result.prerounding.rounding",
};
constexpr std::string_view kSeldom[] = {
    "term.",
    "instruction.widen",
    "product.infinity_at",
    "product.infinity_yields",
    "product.zero_factor_exponent",
    "product.exponent_grid",
    "product.round_to",
    "sum.exponent_floor",
    "sum.ones_complement",
    "sum.round_to",
};
constexpr std::string_view kCommon[] = {
    "product.rounding",
    "sum.rounding",
    "result.significand_fraction",
    "instruction.late_c.rounding",
    "lanes",
    "instruction.order",
    "metadata",
    "result.overflow",
    "sum.overflow",
    "zero_sign",
    "sum.zero_sign",
    "result.nan",
    "result.factor_nan",
    "result.c_nan",
    "flush.inputs",
    "flush.results",
    "flush.tininess",
    "result.underflow",
    "instruction.late_c",
    "sum.shape",
    "sum.groups",
};

struct Rule {
  std::string name;  // common_path()
  std::vector<const Mutant*> mutants;
};

class Searcher {
 public:
  explicit Searcher(const Unit& unit)
      : unit_(unit), sequence_(unit), layout_(layout_of(unit)), mutants_(mutants_of(unit)) {
    for (const FieldValue& field : field_values(unit))
      if (field.value != "none") stated_.insert(field.path);
    const Generator generator(unit, kSeed);
    for (std::uint64_t i = 0; i < kDrawn; ++i)
      for (const VectorClassInfo& info : kVectorClasses) {
        pool_.push_back(generator.make(info.value, i));
        pool_.back().d() = d_of(pool_.back());
      }
    std::ranges::stable_sort(pool_, {}, [&](const Case& row) { return complexity(row); });
  }

  std::vector<TellingCase> search(std::size_t count) {
    std::vector<Rule> rules = rules_of();
    while (!rules.empty() && found_.size() < count) {
      std::vector<Rule> left;  // of which more mutants may tell
      for (Rule& rule : rules)
        if (found_.size() < count && take(rule)) left.push_back(std::move(rule));
      rules = std::move(left);
    }
    fill(count);
    return std::move(found_);
  }

 private:
  std::uint64_t d_of(const Case& row) const { return evaluate(sequence_, operands_of(row)); }

  // The less there is to read, the better: elements that are not zero, then bits set.
  // Numbers near 1 read best.
  std::size_t complexity(const Case& row) const {
    constexpr std::size_t kElement = 64;
    std::size_t cost = 0;
    for (const OperandRow& input : kInputs)
      for (const std::uint64_t bits : row[input.operand]) {
        if (bits != 0) cost += kElement + static_cast<std::size_t>(std::popcount(bits));
        const Format* const format = layout_.format[input.operand];
        if (bits != 0 && format != nullptr && !format->is_integer()) {
          const auto field =
              static_cast<int>(bits >> format->exponent_low()) & format->top_exponent_field();
          cost += 2 * static_cast<std::size_t>(std::abs(field - format->bias));
        }
      }
    return cost;
  }

  // In the order in which they have their turns; within one, fields that the row sets first.
  std::vector<Rule> rules_of() const {
    std::vector<Rule> rules;
    for (const Mutant& mutant : mutants_) {
      const std::string name = common_path(mutant.field);
      auto rule = std::ranges::find(rules, name, &Rule::name);
      if (rule == rules.end()) rule = rules.insert(rules.end(), {name, {}});
      rule->mutants.push_back(&mutant);
    }
    for (Rule& rule : rules)
      std::ranges::stable_sort(rule.mutants, std::greater{},
                               [&](const Mutant* mutant) { return is_stated(*mutant); });
    std::ranges::stable_sort(rules, {}, [&](const Rule& rule) { return rank_of(rule); });
    return rules;
  }

  // The row gives the field, or a part of it, a value.
  bool is_stated(const Mutant& mutant) const {
    return stated_.contains(mutant.field) ||
           std::ranges::any_of(stated_, [&](const std::string& path) {
             return path.starts_with(mutant.field + ".");
           });
  }

  std::size_t rank_of(const Rule& rule) const {
    enum : std::size_t {
      kHad = std::size(kFirst),
      kUnnamed = kHad + 1 + std::size(kCommon),
      kSpecial,
      kAdder,
      kLeftOut
    };
    const auto place_in = [&](std::span<const std::string_view> names) {
      return static_cast<std::size_t>(std::ranges::find(names, rule.name) - names.begin());
    };
    if (const std::size_t place = place_in(kFirst); place < kHad) return place;
    if (std::ranges::any_of(kSeldom,
                            [&](std::string_view name) { return rule.name.starts_with(name); }))
      return is_stated(*rule.mutants.front()) ? kHad : kLeftOut;
    if (rule.name.starts_with("lane.")) return kSpecial;
    if (rule.name == "sum.adder_bits" || rule.name == "sum.leading_zeros") return kAdder;
    const std::size_t common = place_in(kCommon);
    const bool is_unnamed = common == std::size(kCommon);
    return is_unnamed && is_stated(*rule.mutants.front()) ? kHad : kHad + 1 + common;
  }

  // Finds operands for the first of the rule's mutants that some tell; takes the others of its
  // field out. Whether mutants are left.
  bool take(Rule& rule) {
    std::size_t tried = 0;
    for (std::size_t i = 0; i < rule.mutants.size() && tried < kTriedOfARule; ++i, ++tried) {
      const Mutant& mutant = *rule.mutants[i];
      if (!tell(mutant)) continue;
      rule.mutants.erase(rule.mutants.begin(),
                         rule.mutants.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      std::erase_if(rule.mutants,
                    [&](const Mutant* other) { return other->field == mutant.field; });
      return !rule.mutants.empty();
    }
    return false;
  }

  bool tell(const Mutant& mutant) {
    const MutantSequence other(mutant);
    const bool any_nan = !unit_.datapath.result.nan;
    const compare::Shows shows = [&](const Case& row) {
      const DotOperands in = operands_of(row);
      return other.may_differ(in) && !same_bits(unit_.d(), d_of(row), other.evaluate(in), any_nan);
    };
    std::optional<Case> best;
    std::size_t shrunk = 0;
    for (const Case& row : pool_) {
      if (!shows(row)) continue;
      Case smaller = compare::shrink(layout_, padded(row),
                                     [&](const Case& one) { return shows(padded(one)); });
      smaller = padded(smaller);
      smaller.d() = d_of(smaller);
      if (!best || complexity(smaller) < complexity(*best)) best = std::move(smaller);
      if (++shrunk == kShrunk) break;
    }
    if (!best || !operands_.insert(operands_text(*best)).second) return false;
    found_.push_back({*best, rule_text(mutant),
                      fmt::format("{} would give `{}`", mutant.is,
                                  to_hex(other.evaluate(operands_of(*best)), unit_.d()))});
    return true;
  }

  // A case that lost elements, with +0 for them, and scales of 1.
  Case padded(Case row) const {
    for (const OperandRow& input : kInputs) {
      const OperandElements operand = layout_[input.operand];
      row[input.operand].resize(static_cast<std::size_t>(operand.count),
                                input.scales && operand.format ? one(*operand.format) : 0);
    }
    return row;
  }

  static std::string operands_text(const Case& row) {
    std::string text;
    for (const OperandRow& input : kInputs)
      text += fmt::format("{}\n", fmt::join(row[input.operand], ","));
    return text;
  }

  static std::string rule_text(const Mutant& mutant) {
    return fmt::format("{} (`{}`): {}.", sentence_start(mutant.field), mutant.field, mutant.was);
  }
  static std::string sentence_start(const std::string& field) {
    std::string words(field_meaning(field));
    if (words.empty()) return "The field";
    words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
    return words;
  }

  // Vectors that no single rule decides, of each class the fullest.
  void fill(std::size_t count) {
    std::set<std::string> classes;
    for (const bool any : {false, true})
      for (auto row = pool_.rbegin(); row != pool_.rend() && found_.size() < count; ++row) {
        const std::string name = row->name.substr(0, row->name.find('/'));
        if (!any && classes.contains(name)) continue;
        if (!operands_.insert(operands_text(*row)).second) continue;
        classes.insert(name);
        found_.push_back({*row, "An example of all rules together.", ""});
      }
  }

  const Unit& unit_;
  const Sequence sequence_;
  const OperandLayout layout_;
  const std::vector<Mutant> mutants_;
  std::set<std::string> stated_;  // fields that have a value
  std::vector<Case> pool_;
  std::vector<TellingCase> found_;
  std::set<std::string> operands_;  // of those found
};

}  // namespace

std::vector<TellingCase> telling_cases(const Unit& unit, std::size_t count) {
  return Searcher(unit).search(count);
}

}  // namespace mmasc
