// SPDX-License-Identifier: Apache-2.0
// What an element is, whatever its value: one of five.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "mmasc/unit/format.h"

namespace mmasc {

enum class ElementClass { number, zero, subnormal, infinity, nan };  // number: a normal one
inline constexpr std::array kElementClasses{ElementClass::number, ElementClass::zero,
                                            ElementClass::subnormal, ElementClass::infinity,
                                            ElementClass::nan};

std::string_view name_of(ElementClass of);
ElementClass class_of(const Format& format, std::uint64_t bits);
// Why no element of the format is of the class: "e4m3 has no infinity"; empty where some are.
std::string lack_of(const Format& format, ElementClass of);

}  // namespace mmasc
