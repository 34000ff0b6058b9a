// SPDX-License-Identifier: Apache-2.0
// Values of fields as a row has them, for readers; "none": the field is left out.
#pragma once

#include <string>

#include "mmasc/unit/datapath.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/rounding_text.h"

namespace mmasc {

inline std::string field_text(const ZeroExponent& zero) {
  switch (zero.kind) {
    case ZeroExponent::Kind::own:
      return "own";
    case ZeroExponent::Kind::ignored:
      return "ignored";
    case ZeroExponent::Kind::fixed:
      break;
  }
  return std::to_string(zero.value);
}

inline std::string field_text(const Format* format) {
  return format == nullptr ? "none" : std::string(format->name);
}

inline std::string field_text(bool flag) { return flag ? "true" : "false"; }

inline std::string field_text(Cancelled cancelled) { return std::string(enum_name(cancelled)); }

inline std::string field_text(const ExponentGrid& grid) {
  return "step " + std::to_string(grid.step) + ", first " + std::to_string(grid.first);
}

inline std::string field_text(const Accumulator& held) {
  return std::to_string(held.bits) + " bits, " +
         (held.overflow == Overflow::saturate ? "saturate" : "wrap");
}

inline std::string field_text(const Cut& cut) {
  return std::to_string(cut.fraction_bits) + " bits, " + rounding_text(cut.rounding);
}

template <class Part>
std::string field_text(const std::optional<Part>& part) {
  return part ? field_text(*part) : "none";
}

}  // namespace mmasc
