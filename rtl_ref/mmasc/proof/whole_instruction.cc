// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/whole_instruction.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "mmasc/proof/unit_logic.h"
#include "mmasc/symbolic/symbolic_stage.h"

namespace mmasc::proof {
namespace {

// Elements that have one value; the others may have any.
using GivenElements = PerInput<std::vector<std::optional<std::uint64_t>>>;

GivenElements nothing_given(const Unit& unit) {
  const OperandLayout layout = layout_of(unit);
  GivenElements given;
  for (const OperandRow& row : kInputs)
    given[row.operand].resize(static_cast<std::size_t>(layout[row.operand].count));
  return given;
}

// The products of these steps are zeros where nothing else is given: -0, which changes no sum, if
// there is one. Which elements of a sparse b they select does not matter then.
void idle(const Sequence& sequence, int first, int end, GivenElements& given) {
  const SequencePlan& program = sequence.program();
  const Format& a = sequence.unit().a();
  const std::uint64_t minus_zero =
      a.has_minus_zero() ? std::uint64_t{1} << a.sign_low() : std::uint64_t{0};
  for (const Operand operand : {Operand::a, Operand::b}) {
    if (operand == Operand::b && program.step.multiplier.is_sparse()) continue;
    for (int step = first; step < end; ++step)
      for (int lane = 0; lane < program.step.lanes(); ++lane) {
        auto& element =
            given[operand][place_of(program, step, operand, static_cast<std::size_t>(lane))];
        element = element.value_or(operand == Operand::a ? minus_zero : 0);
      }
  }
}

// An instruction's operands as gates, and what steps make of them.
class Steps {
 public:
  Steps(const Unit& unit, const GivenElements& given) : layout_(layout_of(unit)) {
    for (const OperandRow& row : kInputs)
      for (std::size_t i = 0; i < given[row.operand].size(); ++i) {
        const int width = layout_[row.operand].bits_of(static_cast<int>(i));
        const auto& bits = given[row.operand][i];
        elements_[row.operand].push_back(
            bits ? constant_word(static_cast<int128>(*bits), width)
                 : new_inputs(gates_, fmt::format("{}_{}", row.name, i), width, inputs_));
      }
  }

  // d of the step before `end`.
  Literals d(const SequencePlan& program, int end) {
    const SymbolicStage steps = symbolic_steps(program, layout_, end);
    GivenBits bits;
    PerInput<std::size_t> taken;
    for (const SymbolicField& field : steps.in) {
      const Operand operand = *field.operand;
      bits[field.node] = with_sign(field, elements_[operand][taken[operand]++]);
    }
    const std::vector<Literals> words = bits_of_words(gates_, steps.graph, bits);
    const SymbolicField& out = steps.out.front();
    return resized(words[static_cast<std::size_t>(out.node)], out.width);
  }
  Literal differ(const Literals& x, const Literals& y) { return differs(gates_, x, y); }

  Difference ask(Literal bit, const ProofOptions& options) const {
    const Answer answer = never(gates_, inputs_, bit, options.limits, *options.proved);
    Difference found{answer.outcome, {}};
    if (answer.outcome != Outcome::refuted) return found;
    const std::vector<std::uint64_t> values =
        simulate(gates_, inputs_, {answer.example.begin(), answer.example.end()});
    for (const OperandRow& row : kInputs)
      for (const Literals& element : elements_[row.operand]) {
        std::uint64_t& bits = found.example.operands[row.operand].emplace_back();
        for (std::size_t i = 0; i < element.size(); ++i)
          bits |= (value_of(values, element[i]) & 1) << i;
      }
    return found;
  }

 private:
  const OperandLayout layout_;
  AndGraph gates_;
  std::vector<NamedLiteral> inputs_;
  PerInput<std::vector<Literals>> elements_;
};

// Asks of the steps before `end`: for a moment with few of them at work, the last one, then two,
// four and more, and then of all of them, of which alone an answer can be a proof.
Difference sought(const Sequence& sequence, const GivenElements& given, int end,
                  const std::function<Literal(Steps&)>& question, const ProofOptions& options) {
  const auto ask = [&](int working, std::uint64_t seconds) {
    GivenElements with_idle = given;
    idle(sequence, 0, end - working, with_idle);
    Steps steps(sequence.unit(), with_idle);
    ProofOptions limited = options;
    limited.limits.seconds = seconds;
    return steps.ask(question(steps), limited);
  };
  const std::uint64_t moment = std::min(std::uint64_t{1}, options.limits.seconds);
  for (int working = 1; working < end; working *= 2)
    if (Difference found = ask(working, moment); found.outcome == Outcome::refuted) return found;
  return ask(end, options.limits.seconds);
}

// The first step that gives another d.
void find_step(const Sequence& x, const Sequence& y, InstructionExample& example) {
  const DotOperands in = operands_of(example.operands);
  const int last = x.steps() + x.program().additions() - 1;
  for (example.step = 0; example.step < last; ++example.step) {
    const auto d_of = [&](const Sequence& sequence) {
      return evaluate(sequence.plan(), sequence.step(example.step, in, example.chained)).d;
    };
    const std::uint64_t d = d_of(x);
    if (d != d_of(y)) return;
    example.chained = d;
  }
}

}  // namespace

DotOperands operands_of(const InstructionOperands& operands) {
  DotOperands in;
  for (const OperandRow& row : kInputs) in[row.operand] = operands[row.operand];
  return in;
}

std::size_t place_of(const SequencePlan& program, int step, Operand operand, std::size_t i) {
  const MultiplierPlan& multiplier = program.step.multiplier;
  const auto behind = [&](int each) { return static_cast<std::size_t>(step * each) + i; };
  for (const ScalePlan& scale : multiplier.scales)
    if (scale.operand == operand)
      return (behind(program.step.lanes()) - i + i * static_cast<std::size_t>(scale.lanes)) /
             static_cast<std::size_t>(scale.block);
  if (operand == Operand::metadata) return behind(multiplier.metadata_elements());
  if (operand == Operand::random) return behind(program.step.random_bits.size());
  if (operand == Operand::b && multiplier.is_sparse()) return behind(multiplier.b_elements());
  if (operand != Operand::a && operand != Operand::b) return i;
  return static_cast<std::size_t>(program.order[static_cast<int>(behind(program.step.lanes()))]);
}

Difference find_difference(const Sequence& x, const Sequence& y, const ProofOptions& options) {
  const int end = x.steps() + x.program().additions();
  const auto differ = [&](Steps& steps) {
    const Literals of_x = steps.d(x.program(), end);
    return steps.differ(of_x, steps.d(y.program(), end));
  };
  Difference found = sought(x, nothing_given(x.unit()), x.steps(), differ, options);
  if (found.outcome == Outcome::refuted) find_step(x, y, found.example);
  return found;
}

std::optional<InstructionExample> example_with(const Sequence& sequence,
                                               const StepElements& elements, bool is_addition,
                                               const ProofOptions& options) {
  const SequencePlan& program = sequence.program();
  const auto chained = std::ranges::find_if(elements, [&](const StepElement& one) {
    return one.operand == (is_addition ? Operand::a : Operand::d);
  });
  const bool is_behind = chained != elements.end();
  const int step = is_addition ? program.steps : is_behind ? 1 : 0;
  GivenElements given = nothing_given(sequence.unit());
  PerInput<std::size_t> taken;
  for (const StepElement& one : elements) {
    const bool is_own =
        one.operand && *one.operand != Operand::d &&
        (!is_addition || *one.operand == Operand::c || *one.operand == Operand::random) &&
        !(*one.operand == Operand::c && program.late_c && !is_addition);
    if (!is_own) continue;
    given[*one.operand][place_of(program, step, *one.operand, taken[*one.operand]++)] = one.bits;
  }
  idle(sequence, step + 1, program.steps, given);
  InstructionExample example{.operands = {}, .step = step};
  if (is_behind) {
    example.chained = chained->bits;
    const auto is_made = [&](Steps& steps) {
      const Literals d = steps.d(program, step);
      const int width = static_cast<int>(d.size());
      return invert(steps.differ(d, constant_word(static_cast<int128>(chained->bits), width)));
    };
    Difference found = sought(sequence, given, step, is_made, options);
    if (found.outcome != Outcome::refuted) return std::nullopt;
    example.operands = std::move(found.example.operands);
    return example;
  }
  for (const OperandRow& row : kInputs)
    for (const auto& element : given[row.operand])
      example.operands[row.operand].push_back(element.value_or(0));
  return example;
}

}  // namespace mmasc::proof
