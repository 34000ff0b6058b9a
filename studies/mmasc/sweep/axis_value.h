// SPDX-License-Identifier: Apache-2.0
// A value of a field as a study writes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace mmasc {

// A whole number or a text.
using AxisValue = std::variant<std::int64_t, std::string>;
std::string to_text(const AxisValue& value);
// The value as a number, whole or not; nullopt where it is none.
std::optional<double> to_number(const AxisValue& value);

}  // namespace mmasc
