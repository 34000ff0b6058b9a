// SPDX-License-Identifier: Apache-2.0
#include "mmasc/c_source/c_stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "mmasc/arith/payload.h"
#include "mmasc/c_source/c_names.h"

namespace mmasc {
namespace {

// "in->a[3]" of "a_3"; c alone is no array.
std::vector<CPlace> places_of_operands(const std::vector<SymbolicField>& fields) {
  std::vector<CPlace> places;
  for (const SymbolicField& field : fields) {
    std::string text = "in->" + field.name;
    const auto at = text.rfind('_');
    if (at != std::string::npos && std::isdigit(static_cast<unsigned char>(text[at + 1])) != 0)
      text = text.substr(0, at) + "[" + text.substr(at + 1) + "]";
    places.push_back({text, field.width, false, false, field.node});
  }
  return places;
}

}  // namespace

std::vector<COperand> operands_of_step(const Plan& plan) {
  const MultiplierPlan& m = plan.multiplier;
  std::vector<COperand> operands{{"a", m.lanes, m.a.storage_bits(), std::string(m.a.name)},
                                 {"b", m.b_elements(), m.b.storage_bits(), std::string(m.b.name)},
                                 {"c", 0, m.c.storage_bits(), std::string(m.c.name)}};
  for (const ScalePlan& scale : m.scales)
    operands.push_back({std::string(row_of(scale.operand).name), m.lanes / scale.lanes,
                        scale.format.storage_bits(),
                        fmt::format("scales of {} lanes, {}", scale.lanes, scale.format.name)});
  if (m.is_sparse())
    operands.push_back({"metadata", m.metadata_elements(), m.metadata.storage_bits(),
                        std::string(row_of(Operand::metadata).what)});
  if (!plan.random_bits.empty())
    operands.push_back({"random", plan.random_bits.size(),
                        *std::max_element(plan.random_bits.begin(), plan.random_bits.end()),
                        "at most; each element's low bits are drawn"});
  operands.push_back({"c_is_input", 0, 1, "c is the instruction's own, no result of a step"});
  return operands;
}

CStages c_stages(const Plan& plan, const std::string& name, CHelpers& helpers) {
  CStages out;
  std::string before = name + "_step_operands", calls, locals;
  out.declarations =
      "/* The operands of one step. Bits above those that are told are ignored. */\n" +
      struct_of_operands(before, operands_of_step(plan)) + "\n";
  const std::vector<SymbolicStage> stages = symbolic_stages(plan);
  for (const SymbolicStage& stage : stages) {
    const bool is_first = &stage == &stages.front(), is_last = &stage == &stages.back();
    const std::string function = name + "_" + stage.name;
    const std::string after = is_last ? name + "_result" : function;
    out.declarations += struct_of_fields(after, stage.out, helpers);
    const std::string prototype =
        fmt::format("void {}(const struct {} *in,\n    struct {} *out)", function, before, after);
    out.declarations += prototype + ";\n\n";
    CWords words(stage.graph, is_first ? places_of_operands(stage.in) : places_of("in", stage.in),
                 helpers);
    out.definitions += prototype + " {\n" + words.statements(places_of("out", stage.out)) + "}\n\n";
    out.functions.push_back(
        {function, before, after, is_first ? std::vector<SymbolicField>{} : stage.in, stage.out});
    if (!is_last) locals += fmt::format("  struct {} {};\n", after, stage.name);
    calls += fmt::format("  {}({}, {});\n", function,
                         is_first ? "in" : "&" + before.substr(name.size() + 1),
                         is_last ? "out" : "&" + stage.name);
    before = after;
  }
  const std::string prototype = fmt::format(
      "void {0}_step(const struct {0}_step_operands *in,\n    struct {0}_result *out)", name);
  out.declarations += "/* All stages, one after the other. */\n" + prototype + ";\n\n";
  out.calls = prototype + " {\n" + locals + calls + "}\n\n";
  return out;
}

}  // namespace mmasc
