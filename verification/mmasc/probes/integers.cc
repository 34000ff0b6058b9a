// SPDX-License-Identifier: Apache-2.0
// Finds what becomes of a sum of integers that d cannot hold.
#include <fmt/format.h>

#include "mmasc/probes/probes.h"
#include "mmasc/unit/number_pattern.h"

namespace mmasc::probes {
namespace {

constexpr std::uint64_t kOne = 1;

// Product `i` becomes 1 or -1, as it is added; false where the formats have no such product.
bool set_one(const Bench& bench, Case& row, int i, bool negative) {
  const OperandLayout& formats = bench.formats();
  negative = negative != bench.negates(i);
  const bool in_a = formats.format[Operand::a]->is_signed();
  if (negative && !in_a && !formats.format[Operand::b]->is_signed()) return false;
  row[Operand::a][at(i)] = number_pattern(*formats.format[Operand::a], negative && in_a, kOne);
  row[Operand::b][at(i)] = number_pattern(*formats.format[Operand::b], negative && !in_a, kOne);
  return true;
}

// Products apart from which the sum is clamped: 1 in the first and -1 in a later one give the
// greatest number less 1 where the sum was clamped between them.
int clamped_every(const Bench& bench, const Case& beyond) {
  const int k = bench.formats()[Operand::a].count;
  for (int i = 1; i < k; ++i) {
    Case row = beyond;
    if (set_one(bench, row, i, true) && bench.run(row) != row.c()) return i;
  }
  return k;
}

}  // namespace

void probe_integers(Survey& survey) {
  const Bench& bench = survey.bench();
  const OperandLayout& formats = bench.formats();
  const Format& d = bench.d_format();
  if (!(bench.c_format() == d))
    return survey.not_observable(name::kOverflow, "c is not of d's format");
  Case row = bench.zeros();
  row.c() = number_pattern(d, false, greatest_magnitude(d));
  std::uint64_t next = (row.c() + 1) & d.storage_mask();
  if (!set_one(bench, row, 0, false)) {  // only -1 is there
    next = row.c();
    row.c() = (row.c() + 1) & d.storage_mask();
    (void)set_one(bench, row, 0, true);
  }
  const std::uint64_t beyond = bench.run(row);
  if (beyond == next) return survey.found(name::kOverflow, "wraps", row);
  if (beyond != row.c()) return survey.found(name::kOverflow, "neither wraps nor saturates", row);
  const int every = clamped_every(bench, row);
  survey.found(name::kOverflow,
               every == formats[Operand::a].count
                   ? "saturates"
                   : fmt::format("saturates every {} products", every),
               row);
}

}  // namespace mmasc::probes
