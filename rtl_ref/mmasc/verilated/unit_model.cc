// SPDX-License-Identifier: Apache-2.0
#include "mmasc/verilated/unit_model.h"

#include <new>
#include <stdexcept>

#include "mmasc/unit/error.h"

namespace mmasc {
UnitModel::UnitModel(const UnitLibrary& library, const RtlUnit& unit, std::uint32_t seed)
    : library_(library),
      model_(nullptr, library.table().destroy),
      operands_(unit),
      d_(static_cast<std::size_t>(port_sizes(unit).d_o)) {
  if (library.table().sizes != port_sizes(unit))
    throw std::logic_error(library.name() + ": the emitted ports are not those of the unit");
  model_.reset(library.table().create(seed));
  if (!model_) throw std::bad_alloc();
  for (const OperandRow& row : kInputs)
    inputs_.operands[index_of(row.operand)] = operands_[row.operand].data();
  for (const bool rst_n : {true, false, true}) settle(false, rst_n);  // an edge, wherever it was
}

void UnitModel::offer(std::uint32_t id, const Operands& operands, std::uint32_t format) {
  operands_.set(operands);
  inputs_.valid_i = true;
  inputs_.id_i = id;
  inputs_.format_i = format;
  inputs_.c_is_input_i = operands.c_is_input != 0;
}

UnitModel::Outputs UnitModel::cycle(bool ready) {
  inputs_.ready_i = ready;
  const Outputs outputs = settle(false);
  evaluate(true);
  if (outputs.ready) inputs_.valid_i = false;
  return outputs;
}

void UnitModel::set_handshake(bool valid, bool ready) {
  inputs_.valid_i = valid;
  inputs_.ready_i = ready;
}

UnitModel::Outputs UnitModel::settle(bool clk, bool rst_n) {
  library_.table().set(model_.get(), inputs_);
  evaluate(clk, rst_n);
  unit_abi::Outputs outputs = {};
  outputs.d_o = d_.data();
  library_.table().get(model_.get(), outputs);
  Outputs result{outputs.ready_o, outputs.valid_o, outputs.id_o, 0, outputs.flags_o};
  for (std::size_t i = 0; i < d_.size(); ++i)
    result.d |= std::uint64_t{d_[i]} << static_cast<int>(i) * kWordBits;
  return result;
}

void UnitModel::evaluate(bool clk, bool rst_n) {
  if (const char* const why = library_.table().evaluate(model_.get(), clk, rst_n))
    throw std::logic_error(library_.name() + ": " + why);
}

unit_abi::Variable UnitModel::find(const std::string& instance, const char* name) const {
  unit_abi::Variable variable = {};
  if (!library_.table().find(model_.get(), instance.c_str(), name, variable))
    throw InputError(library_.name() + ": the RTL has no " + instance + "." + name);
  return variable;
}

}  // namespace mmasc
