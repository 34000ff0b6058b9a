// SPDX-License-Identifier: Apache-2.0
// Descriptors (rtl_ref/stages/mmasc_pkg.sv): what a stage has to know of a format, group, sum or
// rounding, as a vector of 32-bit fields.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/plan.h"

namespace mmasc {

// The fields in mmasc_pkg's order, the lowest first.
class Descriptor {
 public:
  Descriptor& add(std::string_view field, std::int64_t value);
  Descriptor& add_code(std::string_view field, std::string code);     // a constant of mmasc_pkg
  Descriptor& add_wide(std::string_view field, std::uint64_t value);  // two fields

  // "localparam [N-1:0] NAME = {...};", a line each field.
  std::string declaration(std::string_view name) const;

  friend bool operator==(const Descriptor&, const Descriptor&) = default;

 private:
  struct Field {
    std::string value, name;
    int words = 1;
    friend bool operator==(const Field&, const Field&) = default;
  };
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
