// SPDX-License-Identifier: Apache-2.0
// A term's fields, wherever they run, and vectors of terms.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mmasc/rtl/module_text.h"

namespace mmasc {

struct TermWires {
  Slice significand, exponent, negative, zero, nan, infinite;
  Slice leading_zeros{};  // of the significand, or one or two fewer; width 0: not told
  std::vector<Slice> fields() const {
    return {significand, exponent, negative, zero, nan, infinite};
  }
};

// What the RTL hands on beside a significand whose leading zeros are anticipated:
// "term_0.significand.leading_zeros". It may be so many fewer than they are.
inline constexpr std::string_view kLeadingZerosField = ".leading_zeros";
inline constexpr int kMostZerosFewer = 2;
inline std::string leading_zeros_of(const std::string& significand) {
  return significand + std::string(kLeadingZerosField);
}

// Adds a term's wires as "OF.significand", ...
void add_fields(const TermWires& term, const std::string& of, FieldWires& fields);

// One vector a field: "NAME_significand", ..., with a term for each of these widths; above the
// significands the leading zeros of terms that have bits for them.
std::vector<TermWires> wire_terms(ModuleText& module, const std::string& name,
                                  const std::vector<int>& significand_bits, int exponent_bits,
                                  const std::vector<int>& leading_zeros_bits = {});
// `random`: drawn by the stage; it stands above all that. Width 0: none.
void connect_terms_in(Instance& instance, const ModuleText& module,
                      const std::vector<TermWires>& terms, const Slice& random = {});
void connect_terms_out(Instance& instance, const std::string& name);

// The terms that pass a stage by, side by side in one vector: all their fields, then random bits.
class BypassTerms {
 public:
  void add(const TermWires& term);
  void set_random(const Slice& random) { random_ = random; }
  bool empty() const { return terms_.empty() && random_.width == 0; }
  int bits() const;  // 1 where there are none
  // As an input of a stage, and as they leave the vector `name` after it.
  std::string joined(const ModuleText& module) const;
  std::vector<TermWires> taken_from(const std::string& vector) const;
  Slice random_from(const std::string& vector) const;

 private:
  int bits_of_terms() const;

  std::vector<TermWires> terms_;
  Slice random_;
};

}  // namespace mmasc
