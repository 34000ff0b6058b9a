// SPDX-License-Identifier: Apache-2.0
// RTL against the model's own stage functions, stage by stage along the registers. RTL's logic is
// that of the whole unit as it is wired, so that what stages take of each other is a part of what
// is proved. Of each stage, for all that may enter it,
//
//     largest     each sum's largest exponent is below none of its terms', and one of them
//     bounds      what leaves it lies within bounds, which the next stage may take for granted
//     leading     zeros of a sum, which the RTL anticipates: as many as lead its magnitude, or one
//     zeros       or two fewer, which the next stage may take for granted, too
//     fields      what leaves it is what leaves the model's, bit by bit; behind the largest
//                 exponent, for whatever that is
//
// and of the RTL's unit that handshakes, ids, clock, reset and d are wires between the registers
// and the ports.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/proof/invariants.h"
#include "mmasc/proof/solver.h"
#include "mmasc/proof/unit_logic.h"

namespace mmasc::proof {

// What refutes a claim: the fields that enter the stage, and one that leaves it otherwise; of
// leading zeros "term_0.significand, leading zeros", where the model has as many as lead it.
struct Example {
  std::vector<std::pair<std::string, std::string>> entering;  // names and bits, the highest first
  std::string field, model, other;
};

struct Theorem {
  std::string stage;  // "aligner_0"
  std::string claim;  // "largest", "bounds", "leading zeros", "fields"; of the unit "wires"
  Outcome outcome = Outcome::open;
  std::string at;  // where it is not proved: "addend_3", "u_aligner_0.u_registers.valid_i[0]"
  std::optional<Example> example;
  double seconds = 0;
};

struct ProofOptions {
  Limits limits;
  // Units that are proved one after another may share it.
  std::shared_ptr<ProvedClaims> proved = std::make_shared<ProvedClaims>();
  std::function<void(const Theorem&)> tell = [](const Theorem&) {};  // as each is decided
};

// Throws as never() does.
std::vector<Theorem> prove_stages(const Plan& plan, UnitLogic& unit, const ProofOptions& options);

// What is proved of the fields that enter each stage of a model.
std::vector<Invariants> prove_invariants(const Plan& plan, const ProofOptions& options);

}  // namespace mmasc::proof
