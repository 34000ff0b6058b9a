// SPDX-License-Identifier: Apache-2.0
#include "mmasc/lanes/element_class.h"

#include "mmasc/specification/term.h"

namespace mmasc {

std::string_view name_of(ElementClass of) {
  switch (of) {
    case ElementClass::number:
      return "number";
    case ElementClass::zero:
      return "zero";
    case ElementClass::subnormal:
      return "subnormal";
    case ElementClass::infinity:
      return "infinity";
    case ElementClass::nan:
      return "nan";
  }
  return {};
}

ElementClass class_of(const Format& format, std::uint64_t bits) {
  const ExactTerm term = decode_exactly(format, Flush::none, bits);
  if (term.nan) return ElementClass::nan;
  if (term.infinite) return ElementClass::infinity;
  if (term.zero) return ElementClass::zero;
  if (format.has_subnormals && !format.is_integer() &&
      term.significand.bit_length() <= format.fraction_bits)
    return ElementClass::subnormal;
  return ElementClass::number;
}

std::string lack_of(const Format& format, ElementClass of) {
  const auto without = [&](bool has, const char* what) {
    return has ? std::string() : std::string(format.name) + " has no " + what;
  };
  switch (of) {
    case ElementClass::number:
      break;
    case ElementClass::zero:
      return without(format.has_zero(), "zero");
    case ElementClass::subnormal:
      return without(!format.is_integer() && format.has_subnormals && format.fraction_bits > 0,
                     "subnormal numbers");
    case ElementClass::infinity:
      return without(!format.is_integer() && format.has_infinity(), "infinity");
    case ElementClass::nan:
      return without(!format.is_integer() && format.has_nan(), "NaN");
  }
  return {};
}

}  // namespace mmasc
