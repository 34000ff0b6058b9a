// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/between_cuts.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "mmasc/proof/largest_word.h"
#include "mmasc/proof/premises.h"
#include "mmasc/proof/step_inputs.h"
#include "mmasc/proof/unit_logic.h"

namespace mmasc::proof {
namespace {

using Clock = std::chrono::steady_clock;
using WordsByField = std::map<std::string, Literals, std::less<>>;

// One of the two models, on its way from a cut to the next.
class Way {
 public:
  explicit Way(const std::vector<SymbolicStage>& stages) : stages_(&stages) {}

  const SymbolicStage& next() const { return (*stages_)[at_]; }
  const SymbolicStage& last() const { return (*stages_)[at_ - 1]; }
  std::size_t passed() const { return at_; }

  void enter(Payload payload) { payload_ = std::move(payload); }
  // All words of the next stage, but for those of its graph that are given.
  std::vector<Literals> words(AndGraph& gates, GivenBits given = {}) const {
    return words_of(gates, next(), payload_, std::move(given));
  }
  void pass(const std::vector<Literals>& words) {
    payload_ = payload_of(next(), words);
    ++at_;
  }
  void go_to(AndGraph& gates, std::size_t stage) {
    while (at_ < stage) pass(words(gates));
  }

  // The number that left the last stage as the field of that name.
  std::optional<Literals> number(std::string_view name) const {
    const auto field = std::ranges::find(last().out, name, &SymbolicField::name);
    if (field == last().out.end()) return std::nullopt;
    return with_sign(*field, payload_[static_cast<std::size_t>(field - last().out.begin())]);
  }

 private:
  const std::vector<SymbolicStage>* stages_;
  Payload payload_;  // that enters the next stage
  std::size_t at_ = 0;
};

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

Literal differ_as_numbers(AndGraph& gates, const Literals& x, const Literals& y) {
  const int width = static_cast<int>(std::max(x.size(), y.size()));
  return differs(gates, resized(x, width), resized(y, width));
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
  // not the same, d has to be: if that is not proved, it is the answer. Where they are, all that
  // the stages hand on has to be the same: else nothing is passed, and there is no answer, as where
  // nothing is aligned.
  std::optional<Answer> align() {
    const std::vector<std::string> names = largest_exponents(model_.plan(), x_.passed());
    if (names.empty()) return std::nullopt;
    const Way x = x_, y = y_;
    const std::vector<Literals> of_x = x_.words(gates_), of_y = y_.words(gates_);
    WordsByField free;
    Literal unequal = kFalse;
    for (const std::string& name : names) {
      const auto found = std::ranges::find(x_.next().out, name, &SymbolicField::name);
      const auto other = std::ranges::find(y_.next().out, name, &SymbolicField::name);
      if (other == y_.next().out.end()) return std::nullopt;
      const SymbolicField& field = *found;
      const Literals& exponent = of_x[static_cast<std::size_t>(field.node)];
      unequal = gates_.either(
          unequal,
          differ_as_numbers(gates_, exponent, of_y[static_cast<std::size_t>(other->node)]));
      // The free word has the field's width.
      unequal = gates_.either(
          unequal,
          differ_as_numbers(gates_, exponent, with_sign(field, resized(exponent, field.width))));
      Literals word = fresh(x_.next().name + "." + name, field.width);
      const auto f = static_cast<std::size_t>(found - x_.next().out.begin());
      within(field, model_.entering()[x_.passed() + 1].ranges[f], word);
      free[name] = with_sign(field, std::move(word));
    }
    if (asked(unequal, options_.limits.seconds).outcome != Outcome::proved) {
      Answer answer = asked(gates_.both(unequal, differ_at_end()), options_.limits.seconds);
      if (answer.outcome != Outcome::proved) return answer;
    }
    for (Way* const way : {&x_, &y_}) {
      GivenBits given;
      for (const SymbolicField& field : way->next().out)
        if (const auto word = free.find(field.name); word != free.end())
          given[field.node] = word->second;
      const std::vector<Literals> words = way->words(gates_, given);
      assume_largest(way->next(), free, words);
      way->pass(words);
    }
    std::string at;
    Answer answer = are_same(at);
    premises_ = {};
    if (answer.outcome == Outcome::proved) return answer;
    x_ = x;
    y_ = y;
    return std::nullopt;
  }
  Literal differ_at_end() {
    Way x = x_, y = y_;
    x.go_to(gates_, x_stages_.size());
    y.go_to(gates_, y_stages_.size());
    Literal differ = kFalse;
    for (const SymbolicField& field : x.last().out)
      differ = gates_.either(
          differ, differ_as_numbers(gates_, *x.number(field.name), *y.number(field.name)));
    return differ;
  }
  // No term lies above the largest exponent that is chosen from them.
  void assume_largest(const SymbolicStage& stage, const WordsByField& free,
                      const std::vector<Literals>& words) {
    for (const SymbolicField& field : stage.out) {
      if (!free.contains(field.name)) continue;
      const std::vector<int> terms = words_of_largest(stage.graph, field.node);
      for (const int distance : differences_from(stage.graph, field.node))
        if (const int term = stage.graph.node(distance).operand[1];
            std::ranges::find(terms, term) != terms.end())
          premises_.add(gates_, invert(is_less(gates_, words[static_cast<std::size_t>(field.node)],
                                               words[static_cast<std::size_t>(term)])));
    }
  }

  // Asks first what simulation tells, which is not much work, then the solver. `at` becomes the
  // term that is not the same.
  Answer are_same(std::string& at) {
    if (x_.last().out.size() != y_.last().out.size()) return {};
    std::map<std::string, Literal, std::less<>> differ;
    for (const SymbolicField& field : x_.last().out) {
      const std::optional<Literals> other = y_.number(field.name);
      if (!other) return {};
      const std::string term = field.name.substr(0, field.name.find('.'));
      Literal& wrong = differ.try_emplace(term, kFalse).first->second;
      wrong = gates_.either(wrong, differ_as_numbers(gates_, *x_.number(field.name), *other));
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

  // Inputs are free here, and made such as the invariants allow: all of these can be made, and
  // claims need no premises, which the solver's sweeping does not see.
  void cut() {
    gates_ = AndGraph();
    inputs_.clear();
    const SymbolicStage& stage = x_.next();
    const Invariants& allowed = model_.entering()[x_.passed()];
    Payload payload;
    for (const SymbolicField& field : stage.in)
      payload.push_back(fresh(stage.name + "." + field.name, field.width));
    for (const auto& [flag, of] : allowed.zeros)
      for (Literal& bit : payload[of]) bit = gates_.both(bit, invert(payload[flag].front()));
    for (std::size_t f = 0; f < payload.size(); ++f)
      within(stage.in[f], allowed.ranges[f], payload[f]);
    for (const auto& [flag, of] : allowed.least)
      least_unless(invert(payload[flag].front()), allowed.ranges[of], payload[of]);
    Payload others;
    for (const SymbolicField& field : y_.next().in) {
      const auto same = std::ranges::find(stage.in, field.name, &SymbolicField::name);
      const Literals& word = payload[static_cast<std::size_t>(same - stage.in.begin())];
      others.push_back(resized(with_sign(*same, word), field.width));
    }
    x_.enter(std::move(payload));
    y_.enter(std::move(others));
  }
  Literals fresh(const std::string& name, int width) {
    return new_inputs(gates_, name, width, inputs_);
  }
  // A word beyond its range is the least of it.
  void within(const SymbolicField& field, const WordRange& range, Literals& word) {
    if (range != all_of(field.width, field.is_signed))
      least_unless(is_in(gates_, with_sign(field, word), range), range, word);
  }
  void least_unless(Literal holds, const WordRange& range, Literals& word) {
    for (std::size_t i = 0; i < word.size(); ++i) {
      const bool bit = (range.low >> std::min<std::size_t>(i, 127) & 1) != 0;
      word[i] = gates_.choose(holds, word[i], bit ? kTrue : kFalse);
    }
  }

  const std::vector<SymbolicStage> x_stages_, y_stages_;
  Way x_, y_;
  const ProvedModel& model_;
  const ProofOptions& options_;
  AndGraph gates_;
  std::vector<NamedLiteral> inputs_;
  Premises premises_;
};

}  // namespace

CutProof same_between_cuts(const ProvedModel& model, const Plan& other, StepKind kind) {
  return Walk(model, other).run(kind);
}

}  // namespace mmasc::proof
