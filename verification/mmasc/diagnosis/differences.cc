// SPDX-License-Identifier: Apache-2.0
#include "mmasc/diagnosis/differences.h"

#include <algorithm>
#include <bit>

#include "mmasc/arith/same_bits.h"
#include "mmasc/unit/number_pattern.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc::diagnosis {
namespace {

// Of a distance other than 0.
int bin_of(std::int64_t ulps) {
  const auto magnitude = static_cast<std::uint64_t>(ulps < 0 ? -ulps : ulps);
  const int bin = 1 + static_cast<int>(std::bit_width(magnitude - 1));
  return ulps < 0 ? -bin : bin;
}

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
    constexpr std::int64_t kMost = std::int64_t{1} << 61;
    std::int64_t distance = 0;
    const std::int64_t from = ordinal(format, expected), to = ordinal(format, theirs);
    if (__builtin_sub_overflow(to, from, &distance))  // f64 numbers of unlike signs
      distance = to < from ? -kMost : kMost;
    ++all.ulps[bin_of(std::clamp(distance, -kMost, kMost))];
  }
}

}  // namespace

UlpBin ulps_of_bin(int bin) {
  const int width = (bin < 0 ? -bin : bin) - 1;
  const std::int64_t most = std::int64_t{1} << width;
  const std::int64_t least = width == 0 ? 1 : most / 2 + 1;
  return bin < 0 ? UlpBin{-most, -least} : UlpBin{least, most};
}

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
