// SPDX-License-Identifier: Apache-2.0
#include "mmasc/stimulus/operand_constraint.h"
#include "mmasc/unit/operands.h"
#include "seeds.h"
#include "where_input.h"

namespace mmasc::fuzz {

std::vector<std::string> where_seeds() {
  std::vector<std::string> seeds;
  for (std::size_t unit = 0; unit < kWhereUnits.size(); ++unit) {
    const std::string first(1, static_cast<char>(unit));
    for (const char* text :
         {"exponent(a) - exponent(c) > 20", "significand(a[0]) == 0x3ff && sign(b[1])",
          "count(is_nan(a*b)) == 3 || !any(is_zero(a))", "max(exponent(a*b)) >= -min(bits(b)) + 1",
          "bits(sa[0]) * 3 != bits(metadata)", "all((exponent(a) <= 5) + is_subnormal(b) < 2)"})
      seeds.push_back(first + text);
  }
  return seeds;
}

std::string where_dictionary() {
  std::string text = "\"18446744073709551615\"\n\"0x\"\n\"&&\"\n\"||\"\n\"==\"\n\"!=\"\n\"<=\"\n";
  for (const PropertyRow& row : kProperties) text += '"' + std::string(row.name) + "(\"\n";
  for (const char* name : {"any(", "all(", "count(", "min(", "max("})
    text += '"' + std::string(name) + "\"\n";
  for (const OperandRow& row : kOperands) text += '"' + std::string(row.name) + "[0])\"\n";
  return text;
}

}  // namespace mmasc::fuzz
