// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/whole_logic.h"

#include "mmasc/proof/boundaries.h"
#include "mmasc/proof/unit_logic.h"

namespace mmasc::proof {
namespace {

NamedBits outputs_of(AndGraph& gates, const AigerFile& logic, const NamedBits& driven) {
  std::vector<Literal> literal{kFalse};
  const auto of = [&](Literal x) { return literal[x / 2] ^ (x & 1); };
  for (const std::string& name : logic.inputs) {
    const auto found = driven.find(name);
    literal.push_back(found == driven.end() ? kFalse : found->second);
  }
  for (const AndGraph::Gate& gate : logic.gates)
    literal.push_back(gates.both(of(gate.x), of(gate.y)));
  NamedBits outputs;
  for (const NamedLiteral& output : logic.outputs) outputs[output.name] = of(output.literal);
  return outputs;
}

}  // namespace

std::vector<Literals> words_of(AndGraph& gates, const SymbolicStage& stage, const Payload& entering,
                               GivenBits given) {
  for (std::size_t f = 0; f < stage.in.size(); ++f)
    given[stage.in[f].node] = with_sign(stage.in[f], entering[f]);
  return bits_of_words(gates, stage.graph, given);
}

Payload payload_of(const SymbolicStage& stage, const std::vector<Literals>& words) {
  Payload payload;
  for (const SymbolicField& field : stage.out)
    payload.push_back(resized(words[static_cast<std::size_t>(field.node)], field.width));
  return payload;
}

std::vector<Payload> model_payloads(AndGraph& gates, const std::vector<SymbolicStage>& stages,
                                    const Payload& operands) {
  std::vector<Payload> payloads;
  for (const SymbolicStage& stage : stages) {
    const Payload& entering = payloads.empty() ? operands : payloads.back();
    payloads.push_back(payload_of(stage, words_of(gates, stage, entering)));
  }
  return payloads;
}

RtlPayloads rtl_payloads(AndGraph& gates, const std::vector<SymbolicStage>& stages, const Rtl& rtl,
                         const AigerFile& logic, const Payload& operands) {
  const Boundaries boundaries(rtl, stages);
  RtlPayloads all;
  NamedBits driven;
  Payload entering = operands;  // as it is kept
  for (std::size_t s = 0; s < stages.size(); ++s) {
    for (std::size_t f = 0; f < stages[s].in.size(); ++f)
      boundaries.drive(s, f, entering[f], driven);
    const NamedBits outputs = outputs_of(gates, logic, driven);
    Payload payload;
    entering.clear();
    for (std::size_t f = 0; f < stages[s].out.size(); ++f) {
      entering.push_back(boundaries.given(outputs, s, f));
      payload.push_back(
          number_of(gates, kept_number(rtl.stages[s].fields[f].form, entering.back())));
    }
    all.fields.push_back(std::move(payload));
    boundaries.drive_leading_zeros(s, outputs, driven);
    all.leading_zeros.push_back(boundaries.leading_zeros(s, driven, outputs));
  }
  return all;
}

}  // namespace mmasc::proof
