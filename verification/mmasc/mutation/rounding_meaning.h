// SPDX-License-Identifier: Apache-2.0
// The meaning of the roundings of a plan, a part of the plan's own (meaning.h).
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "mmasc/mutation/bounds.h"
#include "mmasc/mutation/meaning.h"

namespace mmasc {

// The values that a rounding takes.
struct RoundingInput {
  Bounds bounds;
  bool never_overflows = false;           // whatever the bounds say
  bool is_alone_below_the_least = false;  // below the least normal number it is one term as it is
};

class RoundingReader {
 public:
  // Writes into `meaning`.
  explicit RoundingReader(Meaning& meaning) : meaning_(meaning) {}

  void read_rounding(const std::string& name, const RoundingRule& round, const RoundingInput& of);
  // The same of integers, which are wrapped or clamped.
  void read_fitting(const std::string& name, const RoundingRule& round);

 protected:
  template <class... T>
  void add(fmt::format_string<T...> format, T&&... values) {
    meaning_.facts.push_back(fmt::format(format, std::forward<T>(values)...));
  }
  template <class... T>
  void put_aside(std::string field, fmt::format_string<T...> why, T&&... values) {
    meaning_.aside.push_back({std::move(field), fmt::format(why, std::forward<T>(values)...)});
  }

 private:
  void read_prerounding(const std::string& name, const RoundingRule& round);
  void read_prerounding_sign(const std::string& name, const RoundingRule& round,
                             const Bounds& input);
  void read_sign(const std::string& name, const std::string& when, const RoundingRule& round,
                 bool keeps);
  void read_tininess(const std::string& name, const RoundingRule& round, const RoundingInput& of,
                     bool exact);

  Meaning& meaning_;
};

}  // namespace mmasc
