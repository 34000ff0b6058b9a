// SPDX-License-Identifier: Apache-2.0
// The functions that the emitted stages call, each written where it is used: leading zeros, and
// arithmetic on words of more than 64 bits.
#pragma once

#include <set>
#include <string>

namespace mmasc {

class CHelpers {
 public:
  // `name` begins the name of each.
  explicit CHelpers(std::string name) : name_(std::move(name)) {}

  // The name of a helper, which is written then, with those that it calls: "length" (of 64 bits),
  // "low" (32 bits of 64), "less", "less64", "extended";
  // "wide_of", "wide_of_signed", "wide_low", "wide_add", "wide_sub", "wide_mul", "wide_product",
  // "wide_left", "wide_right", "wide_field", "wide_bits", "wide_length", "wide_less",
  // "wide_equal", "wide_extended".
  std::string use(const std::string& helper);

  // The type of wide words, which hold so many bits, in two's complement.
  std::string wide_type(int bits);
  bool has_wide() const { return wide_bits_ > 0; }

  std::string declare_wide() const;  // for the header
  std::string text() const;          // of all that are used, those that others call first

 private:
  std::string name_;
  std::set<std::string> used_;
  int wide_bits_ = 0;
};

}  // namespace mmasc
