// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/between_cuts.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "mmasc/proof/allowed_inputs.h"
#include "mmasc/proof/largest_word.h"
#include "mmasc/proof/premises.h"
#include "mmasc/proof/raised_exponent.h"
#include "mmasc/proof/step_inputs.h"
#include "mmasc/proof/way.h"

namespace mmasc::proof {
namespace {

using Clock = std::chrono::steady_clock;
using WordsByField = std::map<std::string, Literals, std::less<>>;

// How many stages of each are passed behind those of the same name.
std::vector<std::pair<std::size_t, std::size_t>> common_stages(
    const std::vector<SymbolicStage>& x, const std::vector<SymbolicStage>& y) {
  std::vector<std::pair<std::size_t, std::size_t>> common;
  auto next = y.begin();
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto found = std::find_if(
        next, y.end(), [&](const SymbolicStage& stage) { return stage.name == x[i].name; });
    if (found == y.end()) continue;
    next = found + 1;
    common.emplace_back(i + 1, next - y.begin());
  }
  return common;
}

class Walk {
 public:
  Walk(const ProvedModel& model, const Plan& other)
      : x_stages_(symbolic_stages(model.plan())),
        y_stages_(symbolic_stages(other)),
        x_(x_stages_),
        y_(y_stages_),
        model_(model),
        options_(model.options()) {}

  CutProof run(const StepKind& kind) {
    const StepInputs in = step_inputs(gates_, x_stages_.front(), kind);
    inputs_ = in.inputs;
    x_.enter(in.operands);
    y_.enter(in.operands);
    CutProof proof;
    const auto common = common_stages(x_stages_, y_stages_);
    if (common.empty() || common.back() != std::pair(x_stages_.size(), y_stages_.size()))
      return proof;
    for (const auto& [x, y] : common) {
      const auto begin = Clock::now();
      Theorem theorem{x_stages_[x - 1].name, "fields", Outcome::open, {}, {}, 0};
      const bool are_next = x_.passed() + 1 == x && y_.passed() + 1 == y;
      std::optional<Answer> answer = are_next ? align() : std::nullopt;
      const bool is_decided = answer && answer->outcome != Outcome::proved;
      if (!answer) {
        x_.go_to(gates_, x);
        y_.go_to(gates_, y);
        answer = are_same(theorem.at);
      }
      proof.answer = *std::move(answer);
      theorem.outcome = proof.answer.outcome;
      theorem.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
      const bool is_last = x == x_stages_.size() || is_decided;
      if (theorem.outcome != Outcome::proved && !is_last) continue;
      options_.tell(theorem);
      proof.theorems.push_back(std::move(theorem));
      if (is_last) break;
      cut();
      proof.is_cut = true;
    }
    return proof;
  }

 private:
  // Passes the alignment of both with the same largest exponents, which are free. Where these are
  // not the same, either d is, or one of them is raised until it is the other: if neither is
  // proved, that is the answer. With the same exponents all that the stages hand on has to be the
  // same: else nothing is passed, and there is no answer, as where nothing is aligned.
  std::optional<Answer> align() {
    const std::vector<std::string> exponents = largest_exponents(model_.plan(), x_.passed());
    if (exponents.empty() || !leave_alike(x_.next(), y_.next())) return std::nullopt;
    const Exponents exponents_differ = decided_by_exponents(exponents);
    if (exponents_differ.answer) return exponents_differ.answer;
    WordsByField free;
    for (const std::string& name : exponents) {
      const auto field = std::ranges::find(x_.next().out, name, &SymbolicField::name);
      const auto f = static_cast<std::size_t>(field - x_.next().out.begin());
      Literals word = new_inputs(gates_, x_.next().name + "." + name, field->width, inputs_);
      if (!raised_)
        word = within(gates_, *field, model_.entering()[x_.passed() + 1].ranges[f], word);
      free[name] = with_sign(*field, std::move(word));
    }
    const Way x = x_, y = y_;
    for (Way* const way : {&x_, &y_}) {
      GivenBits given;
      for (const SymbolicField& field : way->next().out)
        if (const auto word = free.find(field.name); word != free.end())
          given[field.node] = word->second;
      const std::vector<Literals> words = way->words(gates_, given);
      for (const auto& [node, word] : given)
        assume_largest(gates_, way->next().graph, node, words, premises_);
      way->pass(words);
    }
    std::string at;
    Answer answer = are_same(at);
    premises_ = {};
    if (answer.outcome == Outcome::proved) {
      if (exponents_differ.are_raised) raised_ = x_.passed();
      return answer;
    }
    x_ = x;
    y_ = y;
    return std::nullopt;
  }
  // Largest exponents that are not the same leave no answer where d does not depend on them, or
  // where those of both units are raised until they are the same.
  struct Exponents {
    std::optional<Answer> answer;
    bool are_raised = false;
  };
  // Only one aligner's are raised. What is proved of the model's stages behind it no longer holds
  // by itself.
  Exponents decided_by_exponents(const std::vector<std::string>& exponents) {
    const std::vector<Literals> of_x = x_.words(gates_), of_y = y_.words(gates_);
    std::vector<std::string> others;
    Literal unequal = kFalse;
    for (const std::string& name : exponents) {
      const SymbolicField& field = field_of(x_.next(), name);
      const Literals& exponent = of_x[static_cast<std::size_t>(field.node)];
      const Literals& other = of_y[static_cast<std::size_t>(field_of(y_.next(), name).node)];
      // The free word has the field's width.
      const Literals fitted = with_sign(field, resized(exponent, field.width));
      const Literal differ = gates_.either(differ_as_numbers(gates_, exponent, other),
                                           differ_as_numbers(gates_, exponent, fitted));
      if (asked(differ, options_.limits.seconds).outcome == Outcome::proved) continue;
      others.push_back(name);
      unequal = gates_.either(unequal, differ);
    }
    if (others.empty()) return {};
    Answer answer = asked(gates_.both(unequal, differ_at_end()), options_.limits.seconds);
    if (answer.outcome == Outcome::proved) return {};
    const bool are_raised =
        answer.outcome == Outcome::open && !raised_ && others.size() == 1 &&
        RaisedExponent(model_, x_, y_, others.front(), gates_, inputs_).is_proved();
    return are_raised ? Exponents{{}, true} : Exponents{std::move(answer), false};
  }
  Literal differ_at_end() {
    Way x = x_, y = y_;
    x.go_to_end(gates_);
    y.go_to_end(gates_);
    return differ_behind(gates_, x, y);
  }

  // Asks first what simulation tells, which is not much work, then the solver. `at` becomes the
  // term that is not the same.
  Answer are_same(std::string& at) {
    if (!leave_alike(x_.last(), y_.last())) return {};
    std::map<std::string, Literal, std::less<>> differ;
    for (const SymbolicField& field : x_.last().out) {
      const std::string term = field.name.substr(0, field.name.find('.'));
      Literal& wrong = differ.try_emplace(term, kFalse).first->second;
      wrong = gates_.either(
          wrong, differ_as_numbers(gates_, x_.number(field.name), y_.number(field.name)));
    }
    for (const std::uint64_t seconds : {std::uint64_t{0}, options_.limits.seconds})
      for (const auto& [term, wrong] : differ) {
        Answer answer = ask(wrong, seconds);
        const bool is_last_try = seconds == options_.limits.seconds;
        if (answer.outcome == Outcome::proved || (answer.outcome == Outcome::open && !is_last_try))
          continue;
        at = term;
        return answer;
      }
    return {Outcome::proved, {}};
  }
  Answer ask(Literal wrong, std::uint64_t seconds) {
    return never_given(gates_, premises_, wrong, [&](Literal bit) { return asked(bit, seconds); });
  }
  Answer asked(Literal wrong, std::uint64_t seconds) const {
    Limits limits = options_.limits;
    limits.seconds = seconds;
    return never(gates_, inputs_, wrong, limits, *options_.proved);
  }

  // All that enters the next stages is free from here on.
  void cut() {
    const SymbolicStage& stage = x_.next();
    const Invariants allowed = raised_ && x_.passed() > *raised_ ? asked_again() : allowed_here();
    gates_ = AndGraph();
    inputs_.clear();
    Payload payload = allowed_inputs(gates_, stage, allowed, inputs_);
    y_.enter(stage.in, payload);
    x_.enter(std::move(payload));
  }
  Invariants allowed_here() const {
    const std::size_t stage = x_.passed();
    if (raised_) return allowed_when_raised(model_, stage);
    return model_.entering()[stage];
  }
  // Behind a raised exponent it is no longer the model whose stages were asked.
  Invariants asked_again() const {
    const std::vector<SymbolicField>& fields = x_.next().in;
    const Invariants known = allowed_when_raised(model_, x_.passed());
    Invariants allowed = bounded_by_widths(fields);
    AndGraph gates = gates_;
    const auto holds = [&](Literal bit) {
      return never(gates, inputs_, invert(bit), options_.limits, *options_.proved).outcome ==
             Outcome::proved;
    };
    for (std::size_t f = 0; f < fields.size(); ++f)
      if (known.ranges[f] != allowed.ranges[f] &&
          holds(is_in(gates, x_.number(fields[f].name), known.ranges[f])))
        allowed.ranges[f] = known.ranges[f];
    for (const auto& [flag, word] : known.zeros)
      if (holds(zero_holds(gates, x_.number(fields[flag].name), x_.number(fields[word].name))))
        allowed.zeros.emplace_back(flag, word);
    return allowed;
  }

  const std::vector<SymbolicStage> x_stages_, y_stages_;
  Way x_, y_;
  const ProvedModel& model_;
  const ProofOptions& options_;
  AndGraph gates_;
  std::vector<NamedLiteral> inputs_;
  Premises premises_;
  std::optional<std::size_t> raised_;  // the stage that a raised largest exponent enters
};

}  // namespace

CutProof same_between_cuts(const ProvedModel& model, const Plan& other, StepKind kind) {
  return Walk(model, other).run(kind);
}

}  // namespace mmasc::proof
