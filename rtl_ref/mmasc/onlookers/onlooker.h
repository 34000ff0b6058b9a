// SPDX-License-Identifier: Apache-2.0
// What a module that looks on sees of a unit's RTL: its ports and wires by name, the fields of its
// payloads, and when an operation moves on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mmasc/rtl/emit.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

// Defined by the user where they are wanted.
inline constexpr const char* kAssertionsWord = "MMASC_ASSERTIONS";
inline constexpr const char* kCoverageWord = "MMASC_COVERAGE";
inline constexpr const char* kCovergroupsWord = "MMASC_COVERGROUPS";

class Onlooker {
 public:
  static constexpr int kInput = -1;  // what enters the first stage

  // Both must outlive it.
  Onlooker(const Rtl& rtl, const Plan& plan) : rtl_(rtl), plan_(plan) {}

  const Plan& plan() const { return plan_; }
  const Rtl& rtl() const { return rtl_; }
  int stages() const { return plan_.stages.size(); }
  const StagePlan& stage(int s) const { return plan_.stages[s]; }

  // The handshake behind a stage, or in front of the first.
  std::string valid(int stage) const;
  std::string ready(int stage) const;
  // "valid && ready": an operation moves on.
  std::string moves(int stage) const { return valid(stage) + " && " + ready(stage); }

  // A field of the payload that leaves a stage: "term_3.zero". Slices by join().
  const Slice& slice(int stage, const std::string& field) const;
  bool has(int stage, const std::string& field) const;
  std::string field(int stage, const std::string& name) const { return number(slice(stage, name)); }
  // The same part of several terms, the first lowest: of "term" 3 and 4 the part "zero".
  std::string part(int stage, const std::vector<int>& terms, std::string_view part) const;
  std::string join(const std::vector<Slice>& slices) const {
    return mmasc::join(slices, rtl_.widths);
  }
  // The number that a slice stands for has so many bits, or its own width.
  std::string number(const Slice& slice, int bits = 0) const;
  // Numbers of so many bits each, the first lowest.
  std::string filled(const std::vector<Slice>& slices, int bits = 0) const;
  // "aligner_0_product_3_zero" of a stage's field, for labels.
  std::string label(int stage, const std::string& field) const;
  // Leading zeros that a stage anticipates, and the significand of so many bits that they are of.
  struct AnticipatedZeros {
    std::string label, zeros, significand;
    int bits = 0;
  };
  std::vector<AnticipatedZeros> anticipated_zeros(int stage) const;
  // Random elements that later stages draw; "1'b0" where there are none.
  std::string random(int stage, int first, int count) const;

  // A module of that name with the unit's ports and wires as inputs, around the body.
  std::string module(const std::string& name, const std::string& body) const;

 private:
  const Rtl& rtl_;
  const Plan& plan_;
};

// A text that stands there only where the word is defined.
std::string only_if(std::string_view word, const std::string& text);

}  // namespace mmasc
