// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/stage_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <span>
#include <string_view>

#include "mmasc/proof/cases.h"
#include "mmasc/proof/factors.h"
#include "mmasc/proof/invariants.h"
#include "mmasc/proof/largest_word.h"
#include "mmasc/proof/leading_zeros.h"
#include "mmasc/proof/premises.h"
#include "mmasc/proof/signed_sums.h"
#include "mmasc/symbolic/word_ranges.h"

namespace mmasc::proof {
namespace {

using Clock = std::chrono::steady_clock;

// A bit that is never 1, if all is right.
struct Part {
  std::string name;
  Literal wrong = kFalse;
};

using Parts = std::vector<Part>;

// "product_3" of "product_3.significand".
std::string_view term_of(std::string_view field) { return field.substr(0, field.find('.')); }

// The parts of each term, in order.
std::vector<Parts> by_terms(const Parts& parts) {
  std::vector<Parts> groups;
  std::map<std::string_view, std::size_t> at;
  for (const Part& part : parts) {
    const auto [place, is_new] = at.try_emplace(term_of(part.name), groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(part);
  }
  return groups;
}

class StageProver {
 public:
  StageProver(const Plan& plan, UnitLogic& unit, std::size_t at, const Invariants& entering,
              const ProofOptions& options)
      : plan_(plan),
        unit_(unit),
        gates_(unit.gates()),
        at_(at),
        stage_(unit.stages()[at]),
        options_(options),
        ranges_(ranges_of(stage_.graph, entering.ranges, distances())),
        given_(with_factors(with_sums(read_and_free(), entering))),
        model_(bits_of_words(gates_, stage_.graph, given_)),
        entering_(kept_hold(holds(model_, entering), entering)),
        assumed_(largest_is_fit(entering_)),
        of_any_(unit_.kept_by(at_).empty()
                    ? model_
                    : bits_of_words(gates_, stage_.graph, unit_.any_read_by(at_))),
        any_(unit_.kept_by(at_).empty() ? assumed_
                                        : numbers_hold(holds(of_any_, entering), entering)) {}

  // What holds of the fields that leave the stage, once it is proved.
  const Invariants& leaving() const { return leaving_; }

  std::vector<Theorem> prove() {
    if (!unit_.largest_of(at_).empty()) largest();
    bounds();
    if (!unit_.leading_zeros_of(at_).empty()) leading_zeros();
    fields();
    return std::move(theorems_);
  }

 private:
  const Literals& word(int node) const { return model_[static_cast<std::size_t>(node)]; }
  const Literals& any_word(int node) const { return of_any_[static_cast<std::size_t>(node)]; }
  const WordRange& range(int node) const { return ranges_[static_cast<std::size_t>(node)]; }
  WordRange bounds_of(const SymbolicField& field) const {
    return range_of_field(field.width, field.is_signed, range(field.node));
  }
  int node_of(const std::string& field) const {
    return std::ranges::find(stage_.out, field, &SymbolicField::name)->node;
  }

  // No term lies above the largest exponent.
  std::map<int, WordRange> distances() const {
    std::map<int, WordRange> known;
    for (const UnitLogic::Largest& each : unit_.largest_of(at_))
      know_largest(stage_.graph, node_of(each.field), known);
    return known;
  }

  // What the stage reads, and the largest exponents as all logic behind them sees them: free.
  GivenBits read_and_free() const {
    GivenBits given = unit_.read_by(at_);
    for (const UnitLogic::Largest& each : unit_.largest_of(at_))
      given[node_of(each.field)] = each.free;
    return given;
  }

  // And adds numbers as the RTL does that has a sign beside them, where that is proved to be the
  // same.
  GivenBits with_sums(GivenBits given, const Invariants& entering) {
    sums_ = signed_sums(
        plan_, unit_, at_, entering, [&](const AndGraph& gates, const auto& inputs, Literal wrong) {
          return proof::never(gates, inputs, wrong, options_.limits, *options_.proved).outcome ==
                 Outcome::proved;
        });
    for (const auto& [node, bits] : sums_.numbers) given[node] = bits;
    return given;
  }

  // The model may multiply bits of the other side that are proved to be its own.
  GivenBits with_factors(GivenBits given) {
    match_factors(
        gates_, unit_.inputs(), stage_.graph,
        [&](Literal differs) { return never(differs).outcome == Outcome::proved; }, given);
    return given;
  }

  Premises holds(const std::vector<Literals>& words, const Invariants& invariants) {
    const std::vector<SymbolicField>& fields = stage_.in;
    const auto word_of = [&](std::size_t field) -> const Literals& {
      return words[static_cast<std::size_t>(fields[field].node)];
    };
    Premises all;
    for (std::size_t f = 0; f < fields.size(); ++f)
      if (invariants.ranges[f] != all_of(fields[f].width, fields[f].is_signed))
        all.add(gates_, is_in(gates_, word_of(f), invariants.ranges[f]));
    for (const auto& [flag, of] : invariants.zeros)
      all.add(gates_, zero_holds(gates_, word_of(flag), word_of(of)));
    for (const auto& [flag, of] : invariants.least)
      all.add(gates_, least_holds(gates_, word_of(flag), word_of(of), invariants.ranges[of]));
    if (invariants.leading_zeros)
      for (const auto& [field, given, read] : unit_.leading_zeros_of(at_ - 1))
        all.add(gates_, lead(gates_, resized(word_of(field), fields[field].width), read));
    return all;
  }
  Premises kept_hold(Premises all, const Invariants& invariants) {
    for (const std::size_t field : invariants.not_least)
      all.add(gates_, invert(is_least(gates_, unit_.kept_by(at_).at(field).bits)));
    return all;
  }
  // Nor is the number that has the sign of what is beside it.
  Premises numbers_hold(Premises all, const Invariants& invariants) {
    for (const std::size_t field : invariants.not_least)
      all.add(gates_, invert(is_least(gates_, any_word(stage_.in[field].node))));
    return all;
  }

  // With what largest() proves of the computed ones.
  Premises largest_is_fit(Premises all) {
    for (const UnitLogic::Largest& each : unit_.largest_of(at_)) {
      const int node = node_of(each.field);
      all.add(gates_, is_in(gates_, each.free, range(node)));
      for (const int distance : differences_from(stage_.graph, node))
        all.add(gates_, invert(is_less(gates_, each.free, word(subtracted(distance)))));
    }
    return all;
  }
  int subtracted(int distance) const { return stage_.graph.node(distance).operand[1]; }

  // The model's largest exponent is that of the terms that its comparisons choose from. What is
  // none of these below, and one of them, is that number too. Where it is more than such choices,
  // the RTL's is compared with it.
  void largest() {
    const std::vector<Literals> computed = bits_of_words(gates_, stage_.graph, unit_.read_by(at_));
    Parts parts;
    for (const UnitLogic::Largest& each : unit_.largest_of(at_)) {
      const int node = node_of(each.field);
      const Literals& model = computed[static_cast<std::size_t>(node)];
      std::vector<int> terms = words_of_largest(stage_.graph, node);
      if (terms.size() < 2) {
        parts.push_back({each.field, differs(gates_, model, each.computed)});
        parts.push_back({each.field + "'s bounds", invert(is_in(gates_, model, range(node)))});
        terms.clear();
      } else {
        if (differs(gates_, model, each.computed) != kFalse && !is_tree_of(each.computed, terms))
          is_largest(each.field, each.computed, terms, parts);
        lies_in_bounds(each.field + "'s bounds", node, terms, parts);
      }
      for (const int distance : differences_from(stage_.graph, node))
        if (std::ranges::find(terms, subtracted(distance)) == terms.end())
          parts.push_back(
              {each.field + " and its terms", is_less(gates_, model, word(subtracted(distance)))});
    }
    std::vector<Parts> groups;
    for (Part& part : parts) groups.push_back({std::move(part)});
    decide("largest", groups, entering_);
  }

  // Pairs of maxima in the order of mmasc_max, the exponent of nothing last, need no search.
  bool is_tree_of(const Literals& largest, std::vector<int> terms) {
    std::ranges::rotate(terms, terms.begin() + 1);
    const Literal wrong = differs(gates_, greatest(terms, largest.size()), largest);
    return ask(wrong, entering_).outcome == Outcome::proved;
  }
  Literals greatest(std::span<const int> terms, std::size_t bits) {
    if (terms.size() == 1) return resized(word(terms.front()), static_cast<int>(bits));
    const Literals low = greatest(terms.first(terms.size() / 2), bits);
    const Literals high = greatest(terms.subspan(terms.size() / 2), bits);
    const Literal is_high = is_less(gates_, low, high);
    Literals chosen;
    for (std::size_t i = 0; i < bits; ++i)
      chosen.push_back(gates_.choose(is_high, high[i], low[i]));
    return chosen;
  }

  void is_largest(const std::string& name, const Literals& largest, const std::vector<int>& terms,
                  Parts& parts) {
    Literal is_one = kFalse;
    for (const int term : terms) {
      parts.push_back({name, is_less(gates_, largest, word(term))});
      is_one = gates_.either(is_one, invert(differs(gates_, largest, word(term))));
    }
    parts.push_back({name, invert(is_one)});
  }

  // The largest of the terms does: none lies above, and one never below.
  void lies_in_bounds(const std::string& name, int node, const std::vector<int>& terms,
                      Parts& parts) {
    const WordRange bounds = range(node), all = all_of(stage_.graph.node(node).width, true);
    for (const int term : terms)
      parts.push_back({name, invert(is_in(gates_, word(term), {all.low, bounds.high}))});
    const auto least = std::ranges::max_element(
        terms, {}, [this](int term) -> const auto& { return range(term).low; });
    parts.push_back({name, invert(is_in(gates_, word(*least), {bounds.low, all.high}))});
  }

  // The field's word lies outside the range, or does not fit the field's width.
  Literal leaves(const SymbolicField& field, const WordRange& range) {
    const Literals& bits = any_word(field.node);
    Literal wrong = kFalse;
    for (std::size_t i = static_cast<std::size_t>(field.width); i < bits.size(); ++i)
      wrong = gates_.either(wrong, field.is_signed ? gates_.differ(bits[i], bits[i - 1]) : bits[i]);
    if (range != all_of(field.width, field.is_signed))
      wrong = gates_.either(wrong, invert(is_in(gates_, bits, range)));
    return wrong;
  }

  // No solver bounds such a product; that of the factors' bounds is never exceeded.
  bool is_wide_product(const SymbolicField& field) const {
    return field.width > kWideProduct && bounds_of(field) == range(field.node) &&
           stage_.graph.node(field.node).operation == WordGraph::Operation::mul;
  }

  // Of bounds that do not hold nothing is said, but that a word has to fit its width.
  void bounds() {
    Parts parts;
    for (const SymbolicField& field : stage_.out) {
      const WordRange range = bounds_of(field);
      leaving_.ranges.push_back(range);
      parts.push_back({field.name, is_wide_product(field) ? kFalse : leaves(field, range)});
    }
    const StagePlan& plan = plan_.stages[static_cast<int>(at_)];
    const auto zeros = words_with_flags(plan_, plan, stage_.out);
    for (const auto& [flag, of] : zeros)
      parts.push_back(
          {stage_.out[flag].name, invert(zero_holds(gates_, any_word(stage_.out[flag].node),
                                                    any_word(stage_.out[of].node)))});
    const std::size_t factors = parts.size();
    for (const SymbolicField& field : stage_.out)
      if (is_wide_product(field))
        for (const int factor : {0, 1}) {
          const int node = stage_.graph.node(field.node).operand[static_cast<std::size_t>(factor)];
          parts.push_back({field.name, invert(is_in(gates_, any_word(node), range(node)))});
        }
    const auto begin = Clock::now();
    const std::vector<bool> hold = which_hold(parts);
    Theorem theorem{stage_.name, "bounds", Outcome::proved, {}, {}, 0};
    for (std::size_t f = 0; f < stage_.out.size(); ++f) {
      if (hold[f]) continue;
      const SymbolicField& field = stage_.out[f];
      leaving_.ranges[f] = all_of(field.width, field.is_signed);
      if (!is_never(leaves(field, leaving_.ranges[f]))) {
        theorem.outcome = Outcome::open;
        theorem.at = field.name;
      }
    }
    for (std::size_t i = factors; i < parts.size(); ++i)
      if (!hold[i]) {
        theorem.outcome = Outcome::open;
        theorem.at = parts[i].name + "'s factors";
      }
    for (std::size_t z = 0; z < zeros.size(); ++z)
      if (hold[stage_.out.size() + z]) leaving_.zeros.push_back(zeros[z]);
    least_exponents();
    // Whatever is said of all that may enter would hold of nothing.
    if (never(any_.all(gates_)).outcome != Outcome::refuted) {
      theorem.outcome = Outcome::open;
      theorem.at = "what may enter";
    }
    tell(std::move(theorem), begin);
  }

  void least_exponents() {
    const auto candidates = exponents_with_flags(stage_.out);
    for (const auto& [flag, of] : candidates) {
      const WordRange& range = leaving_.ranges[of];
      if (range != all_of(stage_.out[of].width, stage_.out[of].is_signed) &&
          is_never(invert(least_holds(gates_, any_word(stage_.out[flag].node),
                                      any_word(stage_.out[of].node), range))))
        leaving_.least.emplace_back(flag, of);
    }
  }

  // Of the RTL's own significands, whatever these are.
  void leading_zeros() {
    Parts parts;
    for (const auto& [field, given, read] : unit_.leading_zeros_of(at_))
      parts.push_back(
          {stage_.out[field].name, invert(lead(gates_, unit_.given_by(at_, field), given))});
    decide(kLeadingZeros, by_terms(parts), assumed_);
    leaving_.leading_zeros = theorems_.back().outcome == Outcome::proved;
    if (theorems_.back().outcome == Outcome::refuted) show();
  }

  void fields() {
    Parts parts;
    for (std::size_t f = 0; f < stage_.out.size(); ++f) {
      const Literals& rtl = unit_.given_by(at_, f);
      const Literals field = resized(word(stage_.out[f].node), static_cast<int>(rtl.size()));
      parts.push_back({stage_.out[f].name, differs(gates_, field, rtl)});
    }
    decide("fields", by_terms(parts), assumed_);
    if (theorems_.back().outcome == Outcome::refuted) show();
    if (theorems_.back().outcome == Outcome::proved) never_least();
  }

  // The least of a width is its own negation: where the number is not, what the RTL keeps is not.
  void never_least() {
    for (std::size_t f = 0; f < stage_.out.size(); ++f)
      if (sums_.not_least.contains(stage_.out[f].node)) leaving_.not_least.insert(f);
  }

  // Which of the parts hold: those of a term at once, or else one by one.
  std::vector<bool> which_hold(const Parts& parts) {
    std::map<std::string, bool, std::less<>> of_term;
    for (const Parts& group : by_terms(parts))
      of_term.emplace(term_of(group.front().name), is_never(any_of(group)));
    std::vector<bool> hold;
    for (const Part& part : parts)
      hold.push_back(of_term.find(term_of(part.name))->second || is_never(part.wrong));
    return hold;
  }
  bool is_never(Literal wrong) { return ask(wrong, any_).outcome == Outcome::proved; }
  Literal any_of(const Parts& parts) {
    Literal any = kFalse;
    for (const Part& part : parts) any = gates_.either(any, part.wrong);
    return any;
  }

  // The parts of a group at once; where that takes too long, one after the other.
  void decide(const std::string& claim, const std::vector<Parts>& groups, const Premises& given) {
    const auto begin = Clock::now();
    Theorem theorem{stage_.name, claim, Outcome::proved, {}, {}, 0};
    for (const Parts& group : groups) {
      Answer answer = ask(any_of(group), given);
      const Part* part = &group.front();
      if (answer.outcome == Outcome::open)
        for (const Part& each : group) {
          if (group.size() > 1) answer = ask(each.wrong, given);
          if (answer.outcome == Outcome::open)
            answer =
                never_by_cases(gates_, unit_.inputs(), gates_.both(each.wrong, given.all(gates_)),
                               unit_.widest_read_by(at_), options_.limits, *options_.proved);
          part = &each;
          if (answer.outcome != Outcome::proved) break;
        }
      if (answer.outcome == Outcome::proved) continue;
      theorem.outcome = answer.outcome;
      theorem.at = part->name;
      example_ = std::move(answer.example);
      break;
    }
    tell(std::move(theorem), begin);
  }
  void tell(Theorem theorem, Clock::time_point begin) {
    theorem.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    options_.tell(theorem);
    theorems_.push_back(std::move(theorem));
  }
  Answer ask(Literal wrong, const Premises& given) {
    return never_given(gates_, given, wrong, [this](Literal bit) { return never(bit); });
  }
  Answer never(Literal wrong) const {
    return proof::never(gates_, unit_.inputs(), wrong, options_.limits, *options_.proved);
  }

  void show() {
    std::vector<std::uint64_t> values(example_.begin(), example_.end());
    const std::vector<std::uint64_t> all = simulate(gates_, unit_.inputs(), values);
    const auto text = [&](const Literals& bits, int width) {
      std::string digits;
      for (int i = width; i-- > 0;)
        digits += (value_of(all, bits[static_cast<std::size_t>(i)]) & 1) != 0 ? '1' : '0';
      return digits;
    };
    Example example;
    for (const SymbolicField& field : stage_.in)
      example.entering.emplace_back(field.name, text(word(field.node), field.width));
    if (theorems_.back().claim == kLeadingZeros) {
      for (const auto& [field, given, read] : unit_.leading_zeros_of(at_))
        if (stage_.out[field].name == theorems_.back().at) {
          const Literals& of = unit_.given_by(at_, field);
          const std::string number = text(of, static_cast<int>(of.size()));
          const auto width = static_cast<int>(given.size());
          example.field = theorems_.back().at + ", leading zeros";
          example.model = fmt::format("{:0{}b}", number.find('1'), width);
          example.other = text(given, width);
        }
    } else {
      show_field(example, text);
    }
    theorems_.back().example = std::move(example);
  }
  // The first field that leaves otherwise.
  void show_field(Example& example, const auto& text) const {
    for (std::size_t f = 0; f < stage_.out.size() && example.field.empty(); ++f) {
      const SymbolicField& field = stage_.out[f];
      const std::string is = text(resized(word(field.node), field.width), field.width);
      const std::string rtl = text(unit_.given_by(at_, f), field.width);
      if (is != rtl) example.field = field.name, example.model = is, example.other = rtl;
    }
  }

  const Plan& plan_;
  UnitLogic& unit_;
  AndGraph& gates_;
  const std::size_t at_;
  const SymbolicStage& stage_;
  const ProofOptions& options_;
  const std::vector<WordRange> ranges_;
  SignedSums sums_;  // as given_ has them
  const GivenBits given_;
  const std::vector<Literals> model_;
  const Premises entering_;  // what enters lies within its bounds
  const Premises assumed_;
  const std::vector<Literals> of_any_;  // the model of whatever may enter it, and that this may
  const Premises any_;
  Invariants leaving_;
  std::vector<bool> example_;
  std::vector<Theorem> theorems_;
};

// A wire is one by structure alone.
Theorem wires_of(const UnitLogic& unit) {
  Theorem theorem{"unit", "wires", Outcome::proved, {}, {}, 0};
  const auto broken =
      std::ranges::find_if(unit.wires(), [](const Wire& wire) { return wire.x != wire.y; });
  if (broken == unit.wires().end()) return theorem;
  theorem.outcome = Outcome::refuted;
  theorem.at = broken->end;
  return theorem;
}

bool are_proved(const std::vector<Theorem>& theorems) {
  return std::ranges::all_of(
      theorems, [](const Theorem& theorem) { return theorem.outcome == Outcome::proved; });
}

}  // namespace

std::vector<Theorem> prove_stages(const Plan& plan, UnitLogic& unit, const ProofOptions& options) {
  Invariants entering = bounded_by_widths(unit.stages().front().in);
  std::vector<Theorem> theorems;
  if (!unit.wires().empty()) {
    theorems.push_back(wires_of(unit));
    options.tell(theorems.back());
  }
  for (std::size_t stage = 0; stage < unit.stages().size(); ++stage) {
    StageProver prover(plan, unit, stage, entering, options);
    std::ranges::move(prover.prove(), std::back_inserter(theorems));
    entering = prover.leaving();
  }
  return theorems;
}

std::vector<Invariants> prove_invariants(const Plan& plan, const ProofOptions& options) {
  UnitLogic unit(plan);
  std::vector<Invariants> entering;
  for (const SymbolicStage& stage : unit.stages()) entering.push_back(bounded_by_widths(stage.in));
  for (std::size_t stage = 0; stage + 1 < unit.stages().size(); ++stage) {
    StageProver prover(plan, unit, stage, entering[stage], options);
    if (!are_proved(prover.prove())) break;
    entering[stage + 1] = prover.leaving();
  }
  return entering;
}

}  // namespace mmasc::proof
