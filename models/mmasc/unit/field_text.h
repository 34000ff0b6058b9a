// SPDX-License-Identifier: Apache-2.0
// Values of fields as a row has them, for readers; "none": the field is left out.
#pragma once

#include <string>

#include "mmasc/unit/datapath.h"

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

}  // namespace mmasc
