// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/boundaries.h"

#include <fmt/format.h>

#include "mmasc/proof/rtl_logic.h"
#include "mmasc/unit/error.h"

namespace mmasc::proof {

std::string port_of(const std::string& field) {
  const std::size_t end = field.find_last_not_of("0123456789");
  return (end + 1 < field.size() ? field.substr(0, end) : field) + "_i";
}

std::string Boundaries::registers_of_field(std::size_t stage, std::size_t field) const {
  const StageRegisters& registers = rtl_.stages[stage];
  const auto instance = static_cast<std::size_t>(registers.fields[field].instance);
  return registers_of(registers.instances[instance].name);
}

// Operands stand on ports element by element, the first lowest.
void Boundaries::drive(std::size_t stage, std::size_t field, const Literals& bits,
                       NamedBits& driven) const {
  std::string place;
  int low = 0;
  if (stage > 0) {
    place = registers_of_field(stage - 1, field) + ".data_o";
    low = rtl_.stages[stage - 1].fields[field].low;
  } else {
    place = port_of(stages_[0].in[field].name);
    for (std::size_t before = 0; before < field; ++before)
      if (port_of(stages_[0].in[before].name) == place) low += stages_[0].in[before].width;
  }
  for (int i = 0; i < stages_[stage].in[field].width; ++i)
    driven[bit_name(place, low + i)] = bits[static_cast<std::size_t>(i)];
}

Literals Boundaries::given(const NamedBits& outputs, std::size_t stage, std::size_t field) const {
  const std::string place = registers_of_field(stage, field) + ".data_i";
  const StageRegisters::Place& at = rtl_.stages[stage].fields[field];
  Literals bits;
  for (int i = 0; i < at.width; ++i) {
    const auto found = outputs.find(bit_name(place, at.low + i));
    if (found == outputs.end())
      throw InputError(fmt::format("{}: has no {}, which holds {} of stage {}", rtl_.top,
                                   bit_name(place, at.low + i), stages_[stage].out[field].name,
                                   stages_[stage].name));
    bits.push_back(found->second);
  }
  return bits;
}

}  // namespace mmasc::proof
