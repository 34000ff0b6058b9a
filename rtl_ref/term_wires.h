// SPDX-License-Identifier: Apache-2.0
// A term's fields, wherever they run, and vectors of terms.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rtl_ref/module_text.h"

namespace mmasc {

struct TermWires {
  Slice significand, exponent, negative, zero, nan, infinite;
  std::vector<Slice> fields() const {
    return {significand, exponent, negative, zero, nan, infinite};
  }
};

// One vector a field: "NAME_significand", ..., with a term for each of these widths.
std::vector<TermWires> wire_terms(ModuleText& module, const std::string& name,
                                  const std::vector<int>& significand_bits, int exponent_bits);
void connect_terms_in(Instance& instance, const ModuleText& module,
                      const std::vector<TermWires>& terms);
void connect_terms_out(Instance& instance, const std::string& name);

// Terms that pass a stage by: all their fields side by side in one vector.
class PassingTerms {
 public:
  void add(const TermWires& term);
  bool empty() const { return terms_.empty(); }
  int bits() const;  // 1 where there are none
  // As an input of a stage, and as they leave the vector `name` after it.
  std::string joined(const ModuleText& module) const;
  std::vector<TermWires> taken_from(const std::string& vector) const;

 private:
  std::vector<TermWires> terms_;
};

}  // namespace mmasc
