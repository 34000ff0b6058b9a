// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/step_inputs.h"

#include <algorithm>
#include <map>
#include <utility>

namespace mmasc::proof {
namespace {

class Builder {
 public:
  Builder(AndGraph& gates, const StepKind& kind) : gates_(gates), kind_(kind) {}

  StepInputs build(const SymbolicStage& first) && {
    if (!kind_.is_only) c_is_input_ = free("c_is_input", 1);  // c is chosen by it
    for (const SymbolicField& field : first.in)
      step_.operands.push_back(resized(taken(field), field.width));
    return std::move(step_);
  }

 private:
  Literals taken(const SymbolicField& field) {
    if (!field.operand) return shown(field.name, {}, c_is_input_);
    if (kind_.of == nullptr) return element(field, {});
    const SequencePlan& of = *kind_.of;
    switch (*field.operand) {
      case Operand::a:
        return element(field, kind_.is_addition ? std::nullopt : of.a);
      case Operand::b:
        return kind_.is_addition
                   ? shown(field.name, field.operand, constant_word(of.one, field.width))
                   : element(field, of.b);
      case Operand::c:
        return c(field);
      default:
        return element(field, {});
    }
  }

  Literals c(const SymbolicField& field) {
    const SequencePlan& of = *kind_.of;
    const bool is_zero = of.late_c && !kind_.is_addition;
    const Literals first = is_zero ? shown(field.name, field.operand, constant_word(0, field.width))
                                   : element(field, of.c);
    if (kind_.is_only) return first;
    const int width = of.chained ? of.chained->from.storage_bits() : field.width;
    const std::string name = "d_of_the_step_before";
    const Literals later = widened(of.chained, shown(name, Operand::d, free(name, width)));
    const Literal is_first = c_is_input_.front();
    Literals either;
    for (std::size_t i = 0; i < static_cast<std::size_t>(field.width); ++i)
      either.push_back(
          gates_.either(gates_.both(is_first, first[i]), gates_.both(invert(is_first), later[i])));
    return either;
  }

  Literals element(const SymbolicField& field, const std::optional<Widening>& widening) {
    const int width = widening ? widening->from.storage_bits() : field.width;
    return widened(widening, shown(field.name, field.operand, free(field.name, width)));
  }

  Literals widened(const std::optional<Widening>& widening, const Literals& stored) {
    if (!widening) return stored;
    const SymbolicStage stage = symbolic_widening(*widening);
    const auto bits = bits_of_words(gates_, stage.graph, {{stage.in.front().node, stored}});
    const SymbolicField& out = stage.out.front();
    return resized(bits[static_cast<std::size_t>(out.node)], out.width);
  }

  Literals free(const std::string& name, int width) {
    return new_inputs(gates_, name, width, step_.inputs);
  }

  const Literals& shown(const std::string& name, std::optional<Operand> operand, Literals bits) {
    return step_.elements.emplace_back(name, operand, std::move(bits)).bits;
  }

  AndGraph& gates_;
  const StepKind kind_;
  Literals c_is_input_{kTrue};
  StepInputs step_;
};

}  // namespace

StepInputs step_inputs(AndGraph& gates, const SymbolicStage& first, const StepKind& kind) {
  return Builder(gates, kind).build(first);
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
  // A step of an instruction takes one of the two: its own c, or d of the step before.
  const auto of = [&](std::optional<Operand> operand) {
    return std::ranges::find(found, operand, &StepElement::operand);
  };
  if (of(Operand::d) != found.end())
    found.erase(of(of(std::nullopt)->bits != 0 ? Operand::d : Operand::c));
  return found;
}

}  // namespace mmasc::proof
