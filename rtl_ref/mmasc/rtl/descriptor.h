// SPDX-License-Identifier: Apache-2.0
// Descriptors (rtl_ref/stages/mmasc_pkg.sv): what a stage has to know of a format, group, sum or
// rounding, as a vector of 32-bit fields, each put by the name of its place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/plan.h"

namespace mmasc {

// Every field of a kind once, in any order.
class Descriptor {
 public:
  // "FORMAT": mmasc_pkg's constants of its fields begin with it.
  explicit Descriptor(std::string_view kind) : kind_(kind) {}

  Descriptor& of(std::string_view kind);  // the fields that follow
  // Fields by mmasc_pkg's constant without the kind, "EXPONENT_BITS".
  Descriptor& add(std::string_view field, std::int64_t value);
  Descriptor& add_code(std::string_view field, std::string code);     // a constant of mmasc_pkg
  Descriptor& add_wide(std::string_view field, std::uint64_t value);  // two words

  // "localparam [N-1:0] NAME = (N'dVALUE << FIELD) | ...;", a line each field.
  std::string declaration(std::string_view name) const;

  friend bool operator==(const Descriptor&, const Descriptor&) = default;

 private:
  static constexpr int kWordBits = 32;
  struct Field {
    std::string name = {};
    std::string number = {};  // "d5"
    std::string code = {};    // in its place
    std::int64_t is = 0;      // a negative number, for the reader
    int words = 1;
    friend bool operator==(const Field&, const Field&) = default;
  };
  Descriptor& push(std::string_view field, Field value);

  std::string kind_;
  std::vector<Field> fields_;
};

Descriptor describe_format(const Format& format);
// A scale operand with so many elements a step; `low`: its first bit within those of all scales.
Descriptor describe_scale(const ScalePlan& scale, int elements, int low);
// `absent`: the exponent below all others.
Descriptor describe_rounding(const RoundPlan& round, int absent);
// `first`, `low` and `random_low`: the group's first addend, significand bit and random bit, within
// its sum.
Descriptor describe_group(const AddendGroup& group, int first, int low, int random_low);

std::string code_of(Rounding rounding);
std::string code_of(Flush flush);

}  // namespace mmasc
