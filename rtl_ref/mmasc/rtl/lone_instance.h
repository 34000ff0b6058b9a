// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace mmasc {

// An instance as the only one of a module kLoneTop, without its ports: the parameters at their
// values, and names that do not depend on the place in the unit.
struct LoneInstance {
  std::string name;  // in the unit, "u_aligner_0"
  std::string text;
};
inline constexpr const char* kLoneTop = "mmasc_lone";

}  // namespace mmasc
