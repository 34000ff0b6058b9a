// SPDX-License-Identifier: Apache-2.0
#include "mmasc/rtl/emitter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "mmasc/arith/payload_fields.h"
#include "mmasc/rtl/descriptor.h"
#include "mmasc/rtl/emit.h"
#include "mmasc/rtl/unit_ports.h"
#include "mmasc/unit/number_pattern.h"
#include "mmasc/unit/stage_name.h"
#include "mmasc/unit/status_flags.h"

namespace mmasc {

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char letter) {
    return static_cast<char>(std::toupper(letter));
  });
  return text;
}

std::string concatenation(std::vector<std::string> names) {
  std::ranges::reverse(names);
  return fmt::format("{{{}}}", fmt::join(names, ", "));
}

void Emitter::know_ports() {
  for (const char* name :
       {"clk_i", "rst_ni", "valid_i", "ready_o", "c_is_input_i", "valid_o", "ready_i"})
    module_.know_port(name, 1);
  for (const char* name : {"id_i", "id_o"}) module_.know_port_of_id(name);
  module_.know_port("format_i", select_bits(unit_));
  for (const Operand operand : operands_with_ports(unit_))
    module_.know_port(port_name(row_of(operand)), port_bits(unit_, operand));
  module_.know_port(port_name(row_of(Operand::d)), port_bits(unit_, Operand::d));
  if (plan_.raises_flags) module_.know_port(kFlagsPort, kStatusFlagBits);
}

std::vector<RtlSegment> Emitter::segments() const {
  std::vector<RtlSegment> segments;
  for (const Segment& stages : segments_of(plan_)) segments.push_back(module_.lone(stages));
  return segments;
}

std::string Emitter::text() {
  know_ports();
  if (const int bits = port_bits(unit_, Operand::random); bits > 0) random_ = {"random_i", 0, bits};
  for (const StagePlan& stage : plan_.stages) {
    module_.blank_line();
    const Fields wires = append(stage);
    std::vector<Slice> registered;
    std::vector<std::pair<int, Slice>> leading_zeros;
    for (const PayloadField& field : payload_fields(plan_, stage)) {
      const auto zeros = wires.find(leading_zeros_of(field.name));
      if (zeros != wires.end())
        leading_zeros.emplace_back(static_cast<int>(registered.size()), zeros->second);
      registered.push_back(wires.at(field.name));
    }
    registers_.push_back(module_.take_registers(registered, leading_zeros));
    fields_.push_back(wires);
    previous_ = stage_name(stage);
  }
  return fmt::format(
      "// SPDX-License-Identifier: Apache-2.0\n"
      "// Parameters, wires and instances, written by mmasc emit-rtl. {} cycles from an "
      "operation\n"
      "// that is taken to its result, if nothing stalls. Lane 0 is the least significant "
      "slice.\n"
      "module {} #(\n    parameter ID_BITS = 8\n) (\n{}\n);\n{}{}endmodule\n",
      plan_.latency(), top_, fmt::join(port_declarations(unit_), ",\n"), module_.text(),
      onlookers());
}

// Instances that stand there where a word is defined. What they count is of one pair of formats.
std::string Emitter::onlookers() const {
  const auto instance = [](const char* word, const std::string& module, const char* name) {
    return fmt::format("`ifdef {}\n  {} #(.ID_BITS(ID_BITS)) {} (.*);\n`endif\n", word, module,
                       name);
  };
  return "\n" + instance("MMASC_ASSERTIONS", assertions_top(top_), "u_assertions") +
         (unit_.formats.size() == 1 ? instance("MMASC_COVERAGE", coverage_top(top_), "u_coverage")
                                    : "");
}

Emitter::Fields Emitter::append(const StagePlan& stage) {
  switch (stage.kind) {
    case StageKind::multiplier:
      return append_multiplier(stage);
    case StageKind::aligner:
      return append_aligner(stage);
    case StageKind::adder_tree:
      return stage.last_tree_level ? append_adder_tree(stage) : append_tree_level(stage);
    case StageKind::normalizer:
      return stage.last ? append_result(stage) : append_normalizer(stage);
  }
  return {};
}

Instance Emitter::stage_instance(const std::string& module, const StagePlan& stage,
                                 const std::string& name, bool drives) {
  Instance instance(module, "u_" + name);
  instance.parameter("REGISTERS", stage.registers).parameter("ID_BITS", "ID_BITS");
  if (stage.last && drives) return instance;
  const std::string to = drives ? name : "unused_" + name;
  module_.wire(to + "_valid", 1);
  module_.wire(to + "_ready", 1);
  if (drives) ready_of_ = name + "_ready";
  module_.wire_of_id(to + "_id");
  return instance;
}

void Emitter::connect_handshake(Instance& instance, const StagePlan& stage, const std::string& name,
                                bool drives) {
  const std::string from = previous_.empty() ? "" : previous_ + "_";
  const bool first = previous_.empty();
  instance.port("clk_i", "clk_i").port("rst_ni", "rst_ni");
  instance.port("valid_i", first ? "valid_i" : from + "valid");
  instance.port("ready_o", !drives ? "unused_" + name + "_ready"
                           : first ? "ready_o"
                                   : from + "ready");
  instance.port("id_i", first ? "id_i" : from + "id");
  const std::string to = drives ? name : "unused_" + name;
  const bool is_output = stage.last && drives;
  instance.port("valid_o", is_output ? "valid_o" : to + "_valid");
  instance.port("ready_i", stage.last ? "ready_i" : ready_of_);
  instance.port("id_o", is_output ? "id_o" : to + "_id");
}

void Emitter::connect_bypass(Instance& instance, const std::string& name, const BypassTerms& bypass,
                             const std::string& bypass_i) {
  instance.port("bypass_i", bypass_i);
  instance.port("bypass_o", bypass.empty() ? module_.wire("unused_" + name + "_bypass", 1)
                                           : module_.wire(name + "_bypass", bypass.bits()));
}

Emitter::Fields Emitter::slot_fields() const {
  Fields fields;
  for (std::size_t i = 0; i < slots_.size(); ++i)
    add_fields(slots_[i], fmt::format("term_{}", i), fields);
  append_random_fields(fields);
  return fields;
}

Slice Emitter::take_random(int end) {
  Slice taken{random_.vector, random_.low, 0};
  for (; next_random_ < end; ++next_random_) taken.width += plan_.random_bits[next_random_];
  random_.low += taken.width;
  random_.width -= taken.width;
  return taken;
}

void Emitter::append_random_fields(Fields& fields) const {
  int low = random_.low;
  for (int i = next_random_; i < plan_.random_bits.size(); low += plan_.random_bits[i++])
    fields[fmt::format("random_{}", i)] = {random_.vector, low, plan_.random_bits[i]};
  if (plan_.tells_nans_apart()) fields["nan_word"] = nan_word();
  if (plan_.raises_flags) fields["quiet_nan"] = quiet_nan();
}

Slice Emitter::nan_word() const {
  const int bits = plan_.d.storage_bits(), above = plan_.raises_flags ? 1 : 0;
  return {random_.vector, random_.low + random_.width - above - bits, bits};
}
Slice Emitter::quiet_nan() const { return {random_.vector, random_.low + random_.width - 1, 1}; }

std::string Emitter::append_scales(Instance& multiplier) {
  const MultiplierPlan& m = plan_.multiplier;
  if (!m.is_scaled()) return "1'b0";
  std::vector<std::string> operands, ports;
  int significand_bits = 0, low = 0;
  for (const ScalePlan& scale : m.scales) {
    const OperandRow& row = row_of(scale.operand);
    operands.push_back(module_.declare(upper(std::string(row.name)) + "_SCALE",
                                       describe_scale(scale, m.lanes / scale.lanes, low)));
    ports.push_back(port_name(row));
    significand_bits += scale.format.significand_bits();
    low += port_bits(unit_, scale.operand);
  }
  multiplier.parameter("SCALES", m.scales.size())
      .parameter("SCALE_OPERANDS", concatenation(operands))
      .parameter("SCALE_BLOCKS", m.lanes / m.lanes_scaled_alike())
      .parameter("SCALE_SIGNIFICAND_BITS", significand_bits)
      .parameter("SCALE_PORT_BITS", low);
  return concatenation(ports);
}

Emitter::OperandFormats Emitter::declare_formats() {
  OperandFormats operands;
  for (std::size_t i = 0; i < unit_.formats.size(); ++i) {
    operands.a.push_back(
        module_.declare(fmt::format("A_FORMAT_{}", i), describe_format(unit_.formats[i].a)));
    operands.b.push_back(
        module_.declare(fmt::format("B_FORMAT_{}", i), describe_format(unit_.formats[i].b)));
  }
  operands.c = module_.declare("C_FORMAT", describe_format(plan_.multiplier.c));
  return operands;
}

// The parameters of a module that unpacks a, b and c.
void Emitter::set_operands(Instance& instance, const OperandFormats& operands) const {
  const MultiplierPlan& m = plan_.multiplier;
  instance.parameter("LANES", plan_.lanes())
      .parameter("FORMATS", static_cast<std::int64_t>(unit_.formats.size()))
      .parameter("SELECT_BITS", select_bits(unit_))
      .parameter("A_FORMATS", concatenation(operands.a))
      .parameter("B_FORMATS", concatenation(operands.b))
      .parameter("C_FORMAT", operands.c)
      .parameter("A_BITS", unit_.a_bits())
      .parameter("B_BITS", unit_.b_bits())
      .parameter("C_BITS", m.c.storage_bits())
      .parameter("A_SIGNIFICAND_BITS", m.a.significand_bits())
      .parameter("B_SIGNIFICAND_BITS", m.b.significand_bits())
      .parameter("C_SIGNIFICAND_BITS", m.c.significand_bits());
}

Emitter::Fields Emitter::append_multiplier(const StagePlan& stage) {
  const MultiplierPlan& m = plan_.multiplier;
  const std::string name = stage_name(stage);
  const OperandFormats operands = declare_formats();
  Instance instance = stage_instance("mmasc_multiplier", stage, name);
  set_operands(instance, operands);
  const std::string scales = append_scales(instance);
  if (m.is_sparse())
    instance.parameter("KEEP", m.sparsity.keep)
        .parameter("OF", m.sparsity.of)
        .parameter("TOGETHER", m.sparsity.together)
        .parameter("METADATA_BITS", port_bits(unit_, Operand::metadata));
  instance.parameter("EXPONENT_BITS", plan_.exponent_bits)
      .parameter("PRODUCT_BITS", m.product.magnitude_bits)
      .parameter("INTEGER_BITS", m.product.integer_bits())
      .parameter("FLUSH", code_of(m.flush_inputs));
  if (m.fixed_point())
    instance.parameter("IS_FIXED_POINT", 1)
        .parameter("FIXED_POINT_SHIFT", m.fixed_point_shift)
        .parameter("LEAST_EXPONENT", m.a.least_exponent() + m.b.least_exponent());
  if (m.has_overflow())
    instance.parameter("HAS_OVERFLOW", 1)
        .parameter("INFINITY_AT", m.infinity_at)
        .parameter("INFINITY_YIELDS", m.infinity_yields ? 1 : 0);
  if (m.moves_zero_factors())
    instance.parameter("MOVES_ZERO_FACTORS", 1)
        .parameter("ZERO_FACTOR_EXPONENT", m.zero_factor_exponent);
  if (m.raises_factors())
    instance.parameter("GRID_STEP", m.grid.step).parameter("GRID_FIRST", m.grid.first);

  std::vector<int> bits(static_cast<std::size_t>(plan_.lanes()), m.product.magnitude_bits);
  bits.push_back(m.c_term.magnitude_bits);
  slots_ = wire_terms(module_, name, bits, plan_.exponent_bits);
  connect_handshake(instance, stage, name);
  for (const char* port : {"format_i", "c_is_input_i"}) instance.port(port, port);
  instance.port("scale_i", scales);
  for (const OperandRow& row : kInputs)
    if (!row.scales && row.operand != Operand::random)  // which later stages draw
      instance.port(port_name(row), port_bits(unit_, row.operand) > 0 ? port_name(row) : "1'b0");
  connect_terms_out(instance, name);
  module_.add(instance);
  if (plan_.tells_nans_apart()) append_nan_word(operands);
  if (plan_.raises_flags) append_quiet_nan(operands);
  if (random_.width > 0) {
    const std::string own = name + "_beside";
    Instance beside = stage_instance("mmasc_beside", stage, own, false);
    beside.parameter("BESIDE_BITS", random_.width);
    connect_handshake(beside, stage, own, false);
    beside.port("beside_i", random_.vector).port("beside_o", module_.wire(own, random_.width));
    module_.add(beside);
    random_.vector = own;
  }
  return slot_fields();
}

void Emitter::append_nan_word(const OperandFormats& operands) {
  const MultiplierPlan& m = plan_.multiplier;
  const int bits = plan_.d.storage_bits();
  const auto word = [bits](std::uint64_t x) { return fmt::format("{}'h{:x}", bits, x); };
  Instance instance("mmasc_nan_word", "u_nan_word");
  set_operands(instance, operands);
  instance.parameter("EXPONENT_BITS", plan_.exponent_bits)
      .parameter("FLUSH", code_of(m.flush_inputs))
      .parameter("D_BITS", bits)
      .parameter("NAN", word(plan_.nan))
      .parameter("FACTOR_NAN", word(plan_.factor_nan))
      .parameter("KEEPS_C", plan_.keeps_c_nan)
      .parameter("QUIET_BIT", word(plan_.keeps_c_nan ? quiet_bit(plan_.d) : 0));
  for (const char* port : {"format_i", "a_i", "b_i", "c_i"}) instance.port(port, port);
  instance.port("nan_word_o", module_.wire("nan_word", bits));
  module_.add_logic(instance);
  carry("nan_word", bits);
}

void Emitter::append_quiet_nan(const OperandFormats& operands) {
  const auto masks = [&](const auto& format_of, int bits) {
    std::vector<std::string> words;
    for (const auto& pair : unit_.formats)
      words.push_back(fmt::format("{}'h{:x}", bits, quiet_mask(format_of(pair))));
    return concatenation(words);
  };
  Instance instance("mmasc_quiet_nan", "u_quiet_nan");
  set_operands(instance, operands);
  const Format& c = plan_.multiplier.c;
  instance.parameter("EXPONENT_BITS", plan_.exponent_bits)
      .parameter("A_QUIET", masks(
                                [](const auto& pair) -> auto& { return pair.a; }, unit_.a_bits()))
      .parameter("B_QUIET", masks(
                                [](const auto& pair) -> auto& { return pair.b; }, unit_.b_bits()))
      .parameter("C_QUIET", fmt::format("{}'h{:x}", c.storage_bits(), quiet_mask(c)));
  for (const char* port : {"format_i", "a_i", "b_i", "c_i"}) instance.port(port, port);
  instance.port("quiet_nan_o", module_.wire("quiet_nan", 1));
  module_.add_logic(instance);
  carry("quiet_nan", 1);
}

void Emitter::carry(const std::string& wire, int bits) {
  std::vector<Slice> carried;
  if (random_.width > 0) carried.push_back(random_);
  carried.push_back({wire, 0, bits});
  random_ = {module_.join(carried), 0, random_.width + bits};
}

}  // namespace mmasc
