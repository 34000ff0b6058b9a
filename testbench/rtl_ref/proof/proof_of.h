// SPDX-License-Identifier: Apache-2.0
// Proofs as tests ask for them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "mmasc/arith/payload.h"
#include "mmasc/proof/prove.h"
#include "mmasc/unit/catalog.h"
#include "proof/faults.h"
#include "rtl/changed_text.h"

namespace mmasc::testing {

inline std::string stages_not_proved(const proof::UnitProof& proof) {
  std::string text;
  for (const proof::Theorem& theorem : proof.theorems)
    if (theorem.outcome != proof::Outcome::proved)
      text += theorem.stage + " " + theorem.claim + " " + theorem.at + "\n";
  return text;
}

// As kTruncating, of narrow numbers: proved in half of the time.
inline Unit narrow_truncating() {
  return parse_unit(R"(
[datapath.x]
lanes  = 4
sum    = [{ name = "dot", terms = ["products", "c"], fraction_bits = 6, zero_exponent = -40 }]
result = { format = "f16", rounding = "toward_zero", underflow = "to_plus_zero", nan = "7fff" }

[instruction."my/x"]
shape    = { m = 8, n = 8, k = 4 }
formats  = { a = "e5m2", b = "e5m2", c = "f16" }
datapath = "x"
)");
}

inline Unit with_accumulator(const std::string& overflow) {
  return catalog()
      .find(kTruncating)
      .with("dot.accumulator", "{ bits = 26, overflow = \"" + overflow + "\" }");
}

inline void expect_refuted(const Unit& unit, const TextFault& fault) {
  const Plan plan = make_plan(unit);
  const Rtl rtl = with_changed_text(emit_rtl(plan, "unit"), std::string(fault.file) + ".sv",
                                    fault.from, fault.to);
  const proof::UnitProof proof = proof::prove_rtl(plan, rtl);
  EXPECT_EQ(proof.outcome, proof::Outcome::refuted) << stages_not_proved(proof);
  const auto first =
      std::ranges::find(proof.theorems, proof::Outcome::refuted, &proof::Theorem::outcome);
  ASSERT_NE(first, proof.theorems.end());
  EXPECT_EQ(first->stage, fault.stage) << stages_not_proved(proof);
  EXPECT_EQ(proof.differs_at, fault.stage);
  EXPECT_FALSE(proof.operands.empty());
}

// A step's operands from the elements that a proof found.
inline Operands operands_of_elements(const proof::StepElements& elements) {
  Operands in;
  for (const auto& [name, operand, bits] : elements) {
    if (!operand)
      in.c_is_input = bits != 0;
    else if (*operand == Operand::c)
      in.c() = bits;
    else
      in.push_back(*operand, bits);
  }
  return in;
}

}  // namespace mmasc::testing
