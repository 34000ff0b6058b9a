// SPDX-License-Identifier: Apache-2.0
// The meaning of a plan's operands and products, a part of the plan's own (meaning.h).
#pragma once

#include "mmasc/mutation/alignment.h"
#include "mmasc/mutation/rounding_meaning.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

class MultiplierReader : RoundingReader {
 public:
  // Writes into `meaning`. All must outlive it.
  MultiplierReader(const Unit& unit, const Sums& sums, const Alignment& alignment, Meaning& meaning)
      : RoundingReader(meaning),
        unit_(unit),
        rules_(sums.rules()),
        sums_(sums),
        alignment_(alignment) {}

  void read();

 private:
  void read_limit(int limit);
  bool has_own_zero_exponents() const;
  void read_grid();
  void read_element(const char* name, const Format& stored, const Format& seen,
                    const Format* partner);
  void read_flush();
  bool flushes(const char* name, const Format& stored, const Format& seen);
  bool shows_signs_of_zeros() const;
  void read_product_rounding(const RoundingRule& round);

  const Unit& unit_;
  const StepRules& rules_;
  const Sums& sums_;
  const Alignment& alignment_;
};

}  // namespace mmasc
