// SPDX-License-Identifier: Apache-2.0
// Numbers that registers of the RTL keep as a sign and what it negates, as payloads have them: in
// two's complement.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "mmasc/pipeline/bit_place.h"
#include "mmasc/rtl/number_form.h"

namespace mmasc {

class KeptNumbers {
 public:
  // The place of a number of `width` bits that is kept there from `place.low` on: where it stands
  // itself, or where update() writes it.
  BitPlace number_at(const BitPlace& place, NumberForm form);
  void update();

 private:
  struct Number {
    BitPlace negated;  // by the sign, which is the bit above
    NumberForm form = NumberForm::plain;
    std::vector<std::uint64_t> words;
  };
  std::deque<Number> numbers_;
};

}  // namespace mmasc
