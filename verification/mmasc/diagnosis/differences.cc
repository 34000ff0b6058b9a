// SPDX-License-Identifier: Apache-2.0
#include "mmasc/diagnosis/differences.h"

#include "mmasc/arith/same_bits.h"
#include "mmasc/unit/ulps.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc::diagnosis {
namespace {

void count(Differences& all, const Format& format, std::uint64_t theirs, std::uint64_t expected) {
  const auto x = number_of(format, theirs), y = number_of(format, expected);
  if (x.nan != 0 || y.nan != 0) {
    ++(x.nan == y.nan ? all.nan_bits : all.nans);
  } else if (x.infinite != 0 || y.infinite != 0) {
    ++all.infinities;
  } else if (x.significand == 0 && y.significand == 0) {
    ++all.zero_signs;
  } else {
    ++all.numbers;
    ++all.ulps[ulp_bin(ulps_between(format, expected, theirs))];
  }
}

}  // namespace

Differences differences_of(const Sequence& unit, const VectorFile& outputs) {
  const Format& d = *outputs.layout.format[Operand::d];
  Differences all;
  all.vectors = outputs.cases.size();
  for (const Case& row : outputs.cases) {
    const std::uint64_t expected = evaluate(unit, operands_of(row));
    if (same_bits(d, expected, row.d(), outputs.nan == NanMatch::any)) {
      all.right.push_back(&row);
      continue;
    }
    all.wrong.push_back({&row, expected});
    count(all, d, row.d(), expected);
  }
  return all;
}

}  // namespace mmasc::diagnosis
