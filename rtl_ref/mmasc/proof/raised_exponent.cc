// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/raised_exponent.h"

#include <algorithm>

#include "mmasc/proof/allowed_inputs.h"
#include "mmasc/proof/cases.h"
#include "mmasc/proof/largest_word.h"

namespace mmasc::proof {
namespace {

Literals next_to(AndGraph& gates, const Literals& exponent) {
  return sum(gates, exponent, constant_word(0, static_cast<int>(exponent.size())), kTrue);
}

Literals doubled(Literals word) {
  word.insert(word.begin(), kFalse);
  return word;
}

Literals half(const SymbolicField& field, const Literals& word) {
  const Literals whole = with_sign(field, word);
  return resized({whole.begin() + 1, whole.end()}, field.width);
}

// Whether a field is too narrow for a number: that of another unit's wider one.
Literal is_lost_in(AndGraph& gates, const SymbolicField& field, const Literals& number) {
  return differ_as_numbers(gates, number, with_sign(field, resized(number, field.width)));
}

// The inputs of the widest of a stage's fields, which have inputs one after another.
Literals widest_of(const SymbolicStage& stage, const std::vector<NamedLiteral>& inputs) {
  Literals widest;
  auto next = inputs.begin();
  for (const SymbolicField& field : stage.in) {
    Literals word;
    for (int bit = 0; bit < field.width; ++bit) word.push_back((next++)->literal);
    if (word.size() > widest.size()) widest = std::move(word);
  }
  return widest;
}

}  // namespace

Invariants allowed_when_raised(const ProvedModel& model, std::size_t stage) {
  Invariants allowed = model.entering()[stage];
  allowed.least.clear();
  return allowed;
}

RaisedExponent::RaisedExponent(const ProvedModel& model, const Way& x, const Way& y,
                               const std::string& exponent, AndGraph& gates,
                               std::vector<NamedLiteral>& inputs)
    : model_(model), x_(x), y_(y), exponent_(exponent), gates_(gates), inputs_(inputs) {}

bool RaisedExponent::is_proved() {
  const std::optional<int> limit = limit_of_both();
  if (!limit) return false;
  limit_ = *limit;
  return keeps_d(x_) && keeps_d(y_);
}

// The limit is the least above which both largest exponents are the same.
std::optional<int> RaisedExponent::limit_of_both() {
  const SymbolicStage& aligner = x_.next();
  const auto field = std::ranges::find(aligner.out, exponent_, &SymbolicField::name);
  const WordRange& range = model_.entering()[x_.passed() + 1]
                               .ranges[static_cast<std::size_t>(field - aligner.out.begin())];
  int low = static_cast<int>(range.low), high = static_cast<int>(range.high);
  if (!are_same_above(high)) return std::nullopt;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (are_same_above(middle))
      high = middle;
    else
      low = middle + 1;
  }
  return high;
}

// The terms are asked one by one: if they are the same above the limit, so are the largest of them.
bool RaisedExponent::are_same_above(int limit) {
  const std::vector<Literals> x = terms_of(x_), y = terms_of(y_);
  if (x.size() != y.size()) return false;
  Asked asked{gates_, inputs_};
  const auto not_below = [&](const Literals& word) {
    // The limit is one of the field's numbers.
    const int width = std::max(static_cast<int>(word.size()), field_of(x_.next(), exponent_).width);
    const Literals least = constant_word(limit, width);
    return chosen(gates_, is_less(gates_, word, least), least, resized(word, width));
  };
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!is_never(asked, differ_as_numbers(gates_, not_below(x[i]), not_below(y[i])))) return false;
  return true;
}

// The words of which the largest exponent is one.
std::vector<Literals> RaisedExponent::terms_of(const Way& way) {
  const std::vector<Literals> words = way.words(gates_);
  std::vector<Literals> terms;
  for (const int node : words_of_largest(way.next().graph, field_of(way.next(), exponent_).node))
    terms.push_back(words[static_cast<std::size_t>(node)]);
  return terms;
}

// No largest exponent of the way is below the least that this returns: one of the terms is not.
// There is none where the field does not hold each of the terms.
std::optional<int> RaisedExponent::least_of(const Way& way) {
  const SymbolicStage& stage = way.next();
  const std::vector<WordRange>& known = model_.entering()[x_.passed()].ranges;
  std::vector<WordRange> entering;
  for (const SymbolicField& field : stage.in) {
    const auto same = std::ranges::find(x_.next().in, field.name, &SymbolicField::name);
    if (same == x_.next().in.end()) return std::nullopt;
    entering.push_back(known[static_cast<std::size_t>(same - x_.next().in.begin())]);
  }
  const std::vector<WordRange> ranges = ranges_of(stage.graph, entering);
  const SymbolicField& field = field_of(stage, exponent_);
  const std::vector<int> nodes = words_of_largest(stage.graph, field.node);
  const std::vector<Literals> terms = terms_of(way);
  Asked asked{gates_, inputs_};
  for (const Literals& term : terms)
    if (!is_never(asked, differ_as_numbers(gates_, term, resized(term, field.width))))
      return std::nullopt;
  const auto low = [&](int node) { return ranges[static_cast<std::size_t>(node)].low; };
  const auto greatest = std::ranges::max_element(nodes, {}, low);
  const Literals& term = terms[static_cast<std::size_t>(greatest - nodes.begin())];
  const Literals least = constant_word(low(*greatest), static_cast<int>(term.size()));
  if (!is_never(asked, is_less(gates_, term, least))) return std::nullopt;
  return static_cast<int>(low(*greatest));
}

bool RaisedExponent::keeps_d(const Way& way) {
  const std::optional<int> least = least_of(way);
  if (!least) return false;
  if (*least >= limit_) return true;  // no exponent is raised
  least_ = *least;
  return keeps_d_behind(way, x_, behind_aligner(way, x_));
}

// Whether d is kept where what leaves the next stage of the way is related as one of the cases
// says.
bool RaisedExponent::keeps_d_behind(const Way& way, const Way& fields, const Cases& cases) {
  const auto is_same = [](const auto& field) {
    return field.second == Relation::zero || field.second == Relation::same;
  };
  Way behind = way, fields_behind = fields;
  behind.skip();
  fields_behind.skip();
  const bool goes_on = !behind.is_at_end() && !fields_behind.is_at_end() &&
                       behind.next().name == fields_behind.next().name;
  return !cases.empty() && std::ranges::all_of(cases, [&](const Relations& known) {
    return std::ranges::all_of(known, is_same) ||
           (goes_on &&
            keeps_d_behind(behind, fields_behind, behind_stage(behind, fields_behind, known)));
  });
}

RaisedExponent::Cases RaisedExponent::behind_aligner(const Way& way, const Way& fields) {
  const SymbolicStage& stage = way.next();
  const auto& [name, width, is_signed, node, operand] = field_of(stage, exponent_);
  const Literals e =
      below_limit(gates_, new_inputs(gates_, stage.name + "." + name, width, inputs_));
  Way lower = way, upper = way;
  const std::vector<Literals> words = way.words(gates_, {{node, e}});
  lower.pass(words);
  upper.pass(way.words(gates_, {{node, next_to(gates_, e)}}));
  Asked asked{gates_, inputs_};
  assume_largest(gates_, stage.graph, node, words, asked.premises);
  return cases(asked, lower, upper, fields);
}

// The relations behind a stage, of inputs that are related as what enters it.
RaisedExponent::Cases RaisedExponent::behind_stage(const Way& way, const Way& fields,
                                                   const Relations& entering) {
  AndGraph gates;
  std::vector<NamedLiteral> inputs;
  const std::vector<SymbolicField>& in = fields.next().in;
  Payload lower =
      allowed_inputs(gates, fields.next(), allowed_when_raised(model_, fields.passed()), inputs);
  Payload upper = lower;
  for (std::size_t f = 0; f < in.size(); ++f) switch (entering.at(in[f].name)) {
      case Relation::zero:
        lower[f] = upper[f] = constant_word(0, in[f].width);
        break;
      case Relation::same:
        break;
      case Relation::doubled:
        lower[f].front() = kFalse;
        upper[f] = half(in[f], lower[f]);
        break;
      case Relation::next:  // within bounds of its own
        lower[f] = below_limit(gates, new_inputs(gates, in[f].name, in[f].width, inputs));
        upper[f] = next_to(gates, lower[f]);
        break;
    }
  Way at_lower = way, at_upper = way;
  at_lower.enter(in, lower);
  at_upper.enter(in, upper);
  at_lower.pass(at_lower.words(gates));
  at_upper.pass(at_upper.words(gates));
  return cases({gates, inputs, {}, widest_of(fields.next(), inputs)}, at_lower, at_upper, fields);
}

// A largest exponent of a later aligner is the same where the raised one does not lead, else it is
// raised, too.
RaisedExponent::Cases RaisedExponent::cases(const Asked& asked, const Way& lower, const Way& upper,
                                            const Way& fields) const {
  if (std::optional<Relations> known = relations(asked, lower, upper, fields)) return {*known};
  const std::vector<std::string> largest = largest_exponents(model_.plan(), fields.passed());
  if (largest.size() != 1 || !leave_alike(fields.next(), lower.last())) return {};
  const Literal differ =
      differ_as_numbers(asked.gates, lower.number(largest[0]), upper.number(largest[0]));
  Cases cases;
  for (const Literal given : {invert(differ), differ}) {
    Asked one = asked;
    one.premises.add(one.gates, given);
    std::optional<Relations> known = relations(std::move(one), lower, upper, fields);
    if (!known) return {};
    cases.push_back(*std::move(known));
  }
  return cases;
}

// The relations of all fields, which are within what is proved of the model's.
std::optional<RaisedExponent::Relations> RaisedExponent::relations(Asked asked, const Way& lower,
                                                                   const Way& upper,
                                                                   const Way& fields) const {
  AndGraph& gates = asked.gates;
  const std::vector<SymbolicField>& out = fields.next().out;
  if (!leave_alike(fields.next(), lower.last())) return std::nullopt;
  const std::size_t behind = fields.passed() + 1;
  const Invariants allowed = behind < model_.entering().size() ? allowed_when_raised(model_, behind)
                                                               : bounded_by_widths(out);
  const auto differ = [&](std::size_t f, Relation relation) {
    const Literals x = lower.number(out[f].name), y = upper.number(out[f].name);
    switch (relation) {
      case Relation::zero:
        return gates.either(differ_as_numbers(gates, x, {kFalse}),
                            differ_as_numbers(gates, y, {kFalse}));
      case Relation::same:
        return differ_as_numbers(gates, x, y);
      case Relation::doubled:
        return differ_as_numbers(gates, x, doubled(y));
      case Relation::next:
        break;
    }
    return differ_as_numbers(gates, next_to(gates, resized(x, static_cast<int>(x.size()) + 1)), y);
  };
  const auto leaves_bounds = [&](std::size_t f, Relation relation) {
    const Literals x = lower.number(out[f].name), y = upper.number(out[f].name);
    const Literal is_lost =
        gates.either(is_lost_in(gates, out[f], x), is_lost_in(gates, out[f], y));
    if (relation == Relation::next)
      return gates.either(is_lost, invert(is_in(gates, x, {least_, limit_ - 1})));
    if (allowed.ranges[f] == all_of(out[f].width, out[f].is_signed)) return is_lost;
    return gates.either(is_lost, gates.either(invert(is_in(gates, x, allowed.ranges[f])),
                                              invert(is_in(gates, y, allowed.ranges[f]))));
  };
  using enum Relation;
  Relations found;
  for (std::size_t f = 0; f < out.size(); ++f)
    for (const Relation relation : {zero, same, doubled, next}) {
      const Literal bit = gates.either(differ(f, relation), leaves_bounds(f, relation));
      if (outcome(asked, bit, 0) == Outcome::refuted) continue;
      if (!is_never(asked, bit)) continue;
      found[out[f].name] = relation;
      break;
    }
  if (found.size() < out.size()) return std::nullopt;
  Literal not_zero = kFalse;
  for (const auto& [flag, word] : allowed.zeros)
    for (const Way* way : {&lower, &upper})
      not_zero = gates.either(not_zero, invert(zero_holds(gates, way->number(out[flag].name),
                                                          way->number(out[word].name))));
  return is_never(asked, not_zero) ? std::optional(std::move(found)) : std::nullopt;
}

Outcome RaisedExponent::outcome(Asked& asked, Literal wrong, std::uint64_t seconds) const {
  const ProofOptions& options = model_.options();
  Limits limits = options.limits;
  limits.seconds = seconds;
  return never_given(asked.gates, asked.premises, wrong,
                     [&](Literal bit) {
                       return never(asked.gates, asked.inputs, bit, limits, *options.proved);
                     })
      .outcome;
}

bool RaisedExponent::is_never(Asked& asked, Literal wrong) const {
  const ProofOptions& options = model_.options();
  const Outcome at_once = outcome(asked, wrong, options.limits.seconds);
  if (at_once != Outcome::open || asked.widest.empty()) return at_once == Outcome::proved;
  const Literal given = asked.gates.both(wrong, asked.premises.all(asked.gates));
  return never_by_cases(asked.gates, asked.inputs, given, asked.widest, options.limits,
                        *options.proved)
             .outcome == Outcome::proved;
}

// The word, or one below the limit where it is no such exponent.
Literals RaisedExponent::below_limit(AndGraph& gates, const Literals& word) const {
  const Literal is_below = is_in(gates, word, {least_, limit_ - 1});
  return chosen(gates, is_below, word, constant_word(limit_ - 1, static_cast<int>(word.size())));
}

}  // namespace mmasc::proof
