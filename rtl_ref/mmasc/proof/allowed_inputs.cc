// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/allowed_inputs.h"

#include "mmasc/proof/unit_logic.h"

namespace mmasc::proof {
namespace {

Literals least_unless(AndGraph& gates, Literal holds, const WordRange& range,
                      const Literals& word) {
  return chosen(gates, holds, word, constant_word(range.low, static_cast<int>(word.size())));
}

}  // namespace

Literals within(AndGraph& gates, const SymbolicField& field, const WordRange& range,
                const Literals& word) {
  if (range == all_of(field.width, field.is_signed)) return word;
  return least_unless(gates, is_in(gates, with_sign(field, word), range), range, word);
}

Payload allowed_inputs(AndGraph& gates, const SymbolicStage& stage, const Invariants& allowed,
                       std::vector<NamedLiteral>& inputs) {
  Payload payload;
  for (const SymbolicField& field : stage.in)
    payload.push_back(new_inputs(gates, stage.name + "." + field.name, field.width, inputs));
  for (const auto& [flag, of] : allowed.zeros)
    for (Literal& bit : payload[of]) bit = gates.both(bit, invert(payload[flag].front()));
  for (std::size_t f = 0; f < payload.size(); ++f)
    payload[f] = within(gates, stage.in[f], allowed.ranges[f], payload[f]);
  for (const auto& [flag, of] : allowed.least)
    payload[of] =
        least_unless(gates, invert(payload[flag].front()), allowed.ranges[of], payload[of]);
  for (const auto& [flag, word, range] : allowed.unless)
    payload[word] = chosen(gates, payload[flag].front(), payload[word],
                           within(gates, stage.in[word], range, payload[word]));
  return payload;
}

}  // namespace mmasc::proof
