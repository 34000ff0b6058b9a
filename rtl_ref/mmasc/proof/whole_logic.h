// SPDX-License-Identifier: Apache-2.0
// A unit's RTL and its model from the operands on, stage behind stage: what operands can make of a
// difference that a stage by itself shows.
#pragma once

#include <vector>

#include "mmasc/proof/aiger.h"
#include "mmasc/proof/bits_of_words.h"
#include "mmasc/proof/leading_zeros.h"
#include "mmasc/rtl/emit.h"
#include "mmasc/symbolic/symbolic_stage.h"

namespace mmasc::proof {

// Bits of all fields of what a stage hands on.
using Payload = std::vector<Literals>;

// All words of a model's stage, of what enters it. Words that are `given` are not computed.
std::vector<Literals> words_of(AndGraph& gates, const SymbolicStage& stage, const Payload& entering,
                               GivenBits given = {});
// What it hands on, of these.
Payload payload_of(const SymbolicStage& stage, const std::vector<Literals>& words);

// A model's payloads, stage by stage, from those operands on.
std::vector<Payload> model_payloads(AndGraph& gates, const std::vector<SymbolicStage>& stages,
                                    const Payload& operands);

// The RTL's, without its registers. Inputs that are no operands - ids, handshakes - are 0.
struct RtlPayloads {
  std::vector<Payload> fields;
  std::vector<std::vector<LeadingZeros>> leading_zeros;  // beside them
};
RtlPayloads rtl_payloads(AndGraph& gates, const std::vector<SymbolicStage>& stages, const Rtl& rtl,
                         const AigerFile& logic, const Payload& operands);

}  // namespace mmasc::proof
