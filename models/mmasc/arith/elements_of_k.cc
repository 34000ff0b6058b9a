// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/elements_of_k.h"

#include <fmt/format.h>

#include <limits>

#include "mmasc/unit/error.h"

namespace mmasc {

void check_elements_of_k(const Unit& unit, std::string_view option, std::int64_t elements) {
  const int step = unit.instruction.shape.k;
  if (elements < 0 || elements % step != 0)
    throw InputError(
        fmt::format("{} {}: {} multiplies {} elements of K at once; give a multiple of {}, or 0",
                    option, elements, unit.instruction.id, step, step));
}

std::optional<Promotion> promotion_every(const Unit& unit, std::string_view option,
                                         std::int64_t promote_k, Rounding rounding) {
  check_elements_of_k(unit, option, promote_k);
  if (promote_k == 0) return std::nullopt;
  const std::int64_t instructions = promote_k / unit.instruction.shape.k;
  if (instructions > std::numeric_limits<int>::max())
    throw InputError(fmt::format("{} {}: give a smaller number", option, promote_k));
  return Promotion{static_cast<int>(instructions), rounding};
}

}  // namespace mmasc
