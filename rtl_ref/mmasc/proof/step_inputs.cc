// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/step_inputs.h"

#include <map>

namespace mmasc::proof {
namespace {

Literals constant(std::uint64_t bits, int width) {
  Literals word;
  for (int i = 0; i < width; ++i) word.push_back((bits >> i & 1) != 0 ? kTrue : kFalse);
  return word;
}

class Builder {
 public:
  Builder(AndGraph& gates, const SequencePlan& of, bool is_addition, bool is_only)
      : gates_(gates), of_(of), is_addition_(is_addition), is_only_(is_only) {}

  StepInputs build(const SymbolicStage& first) && {
    // c is chosen by it, and comes before it.
    if (!is_only_) is_input_ = free("c_is_input", 1);
    for (const SymbolicField& field : first.in) {
      Literals taken;
      if (!field.operand)
        taken = is_input_;
      else if (is_addition_ && field.operand == Operand::b)
        taken = constant(of_.one, field.width);
      else if (field.operand == Operand::c)
        taken = c(field);
      else
        taken = element(field, is_addition_ ? std::nullopt : widening_of(*field.operand));
      if (!field.operand) step_.elements.push_back({field.name, {}, taken});
      step_.operands.push_back(resized(taken, field.width));
    }
    return std::move(step_);
  }

 private:
  const std::optional<Widening>& widening_of(Operand operand) const {
    static const std::optional<Widening> kNone;
    return operand == Operand::a ? of_.a : operand == Operand::b ? of_.b : kNone;
  }

  Literals free(const std::string& name, int width) {
    Literals word;
    for (int i = 0; i < width; ++i) {
      word.push_back(gates_.input());
      step_.inputs.push_back({name + "_" + std::to_string(i), word.back()});
    }
    return word;
  }

  Literals widened(const std::optional<Widening>& widening, const Literals& stored) {
    if (!widening) return stored;
    const SymbolicStage stage = symbolic_widening(*widening);
    const auto bits = bits_of_words(gates_, stage.graph, {{stage.in.front().node, stored}});
    return resized(bits[static_cast<std::size_t>(stage.out.front().node)],
                   widening->to.storage_bits());
  }

  Literals element(const SymbolicField& field, const std::optional<Widening>& widening) {
    const Literals stored =
        free(field.name, widening ? widening->from.storage_bits() : field.width);
    step_.elements.push_back({field.name, field.operand, stored});
    return widened(widening, stored);
  }

  Literals c(const SymbolicField& field) {
    const bool is_zero = of_.late_c && !is_addition_;
    const Literals first = is_zero ? constant(0, field.width) : element(field, of_.c);
    if (is_zero) step_.elements.push_back({field.name, field.operand, first});
    if (is_only_) return first;
    const int width = of_.chained ? of_.chained->from.storage_bits() : field.width;
    const Literals later = widened(of_.chained, free("d_of_the_step_before", width));
    Literals either;
    for (std::size_t i = 0; i < first.size(); ++i)
      either.push_back(gates_.either(gates_.both(is_input_.front(), first[i]),
                                     gates_.both(invert(is_input_.front()), later[i])));
    return either;
  }

  AndGraph& gates_;
  const SequencePlan& of_;
  const bool is_addition_, is_only_;
  Literals is_input_{kTrue};
  StepInputs step_;
};

}  // namespace

StepInputs step_inputs(AndGraph& gates, const SymbolicStage& first) {
  StepInputs step;
  step.operands = operand_inputs(gates, first, step.inputs);
  for (std::size_t f = 0; f < first.in.size(); ++f)
    step.elements.push_back({first.in[f].name, first.in[f].operand, step.operands[f]});
  return step;
}

StepInputs step_inputs(AndGraph& gates, const SymbolicStage& first, const SequencePlan& of,
                       bool is_addition, bool is_only) {
  return Builder(gates, of, is_addition, is_only).build(first);
}

StepElements elements_of(const StepInputs& step, const std::vector<bool>& example) {
  std::map<Literal, bool> value{{kFalse, false}, {kTrue, true}};
  for (std::size_t i = 0; i < step.inputs.size(); ++i) value[step.inputs[i].literal] = example[i];
  StepElements found;
  for (const StepInputs::Element& element : step.elements) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < element.bits.size(); ++i)
      if (value.at(element.bits[i])) bits |= std::uint64_t{1} << i;
    found.push_back({element.name, element.operand, bits});
  }
  return found;
}

}  // namespace mmasc::proof
