// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "mmasc/specification/rounding.h"

namespace mmasc {

// Says, behind the value that came out, what else a rounding did; empty where it did nothing else.
constexpr std::string_view outcome_text(ExactRounding::Outcome outcome) {
  switch (outcome) {
    case ExactRounding::Outcome::flushed:
      return ": subnormal, flushed to zero";
    case ExactRounding::Outcome::overflowed:
      return ": overflow";
    case ExactRounding::Outcome::special:
    case ExactRounding::Outcome::number:
      break;
  }
  return "";
}

}  // namespace mmasc
