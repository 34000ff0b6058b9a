// SPDX-License-Identifier: Apache-2.0
// The numbers that a register's fields stand for, for people who look at traces: what is wider than
// a double is rounded to one.
#pragma once

#include <string>
#include <vector>

#include "mmasc/arith/payload_fields.h"
#include "mmasc/pipeline/packed_bits.h"

namespace mmasc {

struct DecodedValue {
  // Bits of the payload; none: no such field.
  struct Field {
    int low = 0, width = 0;
  };
  enum class Kind { term, addend, element };
  Kind kind = Kind::term;
  std::string name;  // "term_3", "addend_0", "d"
  Field bits;        // a significand, an addend in two's complement or an element
  Field exponent;    // two's complement; of an addend its sum's
  Field negative, nan, infinite, negative_infinity;
  int fraction_bits = 0;
  Format format{};  // of an element
};

// The values in the payload that leaves a stage: its terms, addends, terms that pass by, and d.
std::vector<DecodedValue> decoded_values(const Plan& plan, const StagePlan& stage);

// 0 of a payload before the first operation.
double value_of(const DecodedValue& value, const PackedBits& payload);

}  // namespace mmasc
