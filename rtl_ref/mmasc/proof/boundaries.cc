// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/boundaries.h"

#include <fmt/format.h>

#include <cassert>

#include "mmasc/proof/rtl_logic.h"
#include "mmasc/rtl/unit_ports.h"
#include "mmasc/unit/error.h"

namespace mmasc::proof {

namespace {

// The port on which a field enters the first stage.
std::string port_of(const SymbolicField& field) {
  return field.operand ? port_name(row_of(*field.operand)) : field.name + "_i";
}

}  // namespace

std::string Boundaries::registers_at(std::size_t stage, const StageRegisters::Place& place) const {
  const auto instance = static_cast<std::size_t>(place.instance);
  return registers_of(rtl_.stages[stage].instances[instance].name);
}

Literal Boundaries::bit_of(const NamedBits& bits, const std::string& name) const {
  const auto found = bits.find(name);
  if (found == bits.end())
    throw InputError(fmt::format("{}: has no {}; is it the RTL of another unit?", rtl_.top, name));
  return found->second;
}

NumberForm Boundaries::form_of(std::size_t stage, std::size_t field) const {
  return stage == 0 ? NumberForm::plain : rtl_.stages[stage - 1].fields[field].form;
}

// Operands stand on ports element by element, the first lowest.
void Boundaries::drive(std::size_t stage, std::size_t field, const Literals& bits,
                       NamedBits& driven) const {
  std::string place;
  int low = 0;
  if (stage > 0) {
    const StageRegisters::Place& at = rtl_.stages[stage - 1].fields[field];
    place = registers_at(stage - 1, at) + ".data_o";
    low = at.low;
  } else {
    place = port_of(stages_[0].in[field]);
    for (std::size_t before = 0; before < field; ++before)
      if (port_of(stages_[0].in[before]) == place) low += stages_[0].in[before].width;
  }
  for (std::size_t i = 0; i < bits.size(); ++i)
    driven[bit_name(place, low + static_cast<int>(i))] = bits[i];
}

Literals Boundaries::given(const NamedBits& outputs, std::size_t stage, std::size_t field) const {
  const StageRegisters::Place& at = rtl_.stages[stage].fields[field];
  const std::string place = registers_at(stage, at) + ".data_i";
  assert(at.width == stages_[stage].out[field].width);
  Literals bits;
  for (int i = 0; i < kept_bits(at.width, at.form); ++i) {
    const auto found = outputs.find(bit_name(place, at.low + i));
    if (found == outputs.end())
      throw InputError(fmt::format("{}: has no {}, for {} of {}; is it the RTL of another unit?",
                                   rtl_.top, bit_name(place, at.low + i),
                                   stages_[stage].out[field].name, stages_[stage].name));
    bits.push_back(found->second);
  }
  return bits;
}

Literals Boundaries::bits_at(const NamedBits& bits, std::size_t stage,
                             const StageRegisters::Place& place, const char* end) const {
  Literals found;
  for (int i = place.low; i < place.low + place.width; ++i)
    found.push_back(bit_of(bits, bit_name(registers_at(stage, place) + end, i)));
  return found;
}

std::vector<LeadingZeros> Boundaries::leading_zeros(std::size_t stage, const NamedBits& inputs,
                                                    const NamedBits& outputs) const {
  std::vector<LeadingZeros> all;
  for (const auto& [field, zeros] : rtl_.stages[stage].anticipated)
    all.push_back({static_cast<std::size_t>(field), bits_at(outputs, stage, zeros, ".data_i"),
                   bits_at(inputs, stage, zeros, ".data_o")});
  return all;
}

void Boundaries::drive_leading_zeros(std::size_t stage, const NamedBits& outputs,
                                     NamedBits& driven) const {
  for (const auto& [field, zeros] : rtl_.stages[stage].anticipated) {
    const Literals bits = bits_at(outputs, stage, zeros, ".data_i");
    for (int i = 0; i < zeros.width; ++i)
      driven[bit_name(registers_at(stage, zeros) + ".data_o", zeros.low + i)] =
          bits[static_cast<std::size_t>(i)];
  }
}

std::vector<Wire> Boundaries::wires(const NamedBits& inputs, const NamedBits& outputs) const {
  std::vector<Wire> wires;
  // An output of the logic shows what an input of it brings.
  const auto join = [&](const std::string& end, const std::string& begin) {
    wires.push_back({end, bit_of(outputs, end), bit_of(inputs, begin)});
  };
  const auto registers = [&](std::size_t stage, std::size_t instance) {
    return registers_of(rtl_.stages[stage].instances[instance].name);
  };
  const auto payload_bits = [&](std::size_t stage, std::size_t instance) {
    return rtl_.stages[stage].instances[instance].payload_bits;
  };
  const std::size_t last = rtl_.stages.size() - 1;
  int ids = 0;  // bits
  while (inputs.contains(bit_name("id_i", ids))) ++ids;
  for (std::size_t s = 0; s <= last; ++s)
    for (std::size_t i = 0; i < rtl_.stages[s].instances.size(); ++i) {
      const std::string here = registers(s, i);
      for (const char* const common : {"clk_i", "rst_ni"})
        join(bit_name(here + "." + common, 0), bit_name(common, 0));
      join(bit_name(here + ".valid_i", 0),
           s == 0 ? bit_name("valid_i", 0) : bit_name(registers(s - 1, 0) + ".valid_o", 0));
      join(bit_name(here + ".ready_i", 0),
           s == last ? bit_name("ready_i", 0) : bit_name(registers(s + 1, 0) + ".ready_o", 0));
      for (int id = 0; id < ids; ++id)
        join(bit_name(here + ".data_i", payload_bits(s, i) + id),
             s == 0 ? bit_name("id_i", id)
                    : bit_name(registers(s - 1, 0) + ".data_o", payload_bits(s - 1, 0) + id));
    }
  join(bit_name("ready_o", 0), bit_name(registers(0, 0) + ".ready_o", 0));
  join(bit_name("valid_o", 0), bit_name(registers(last, 0) + ".valid_o", 0));
  for (int id = 0; id < ids; ++id)
    join(bit_name("id_o", id),
         bit_name(registers(last, 0) + ".data_o", payload_bits(last, 0) + id));
  const std::vector<SymbolicField>& results = stages_.back().out;
  for (std::size_t f = 0; f < results.size(); ++f)
    for (int i = 0; i < results[f].width; ++i)
      join(bit_name(results[f].name + "_o", i),
           bit_name(registers_at(last, rtl_.stages[last].fields[f]) + ".data_o",
                    rtl_.stages[last].fields[f].low + i));
  return wires;
}

}  // namespace mmasc::proof
