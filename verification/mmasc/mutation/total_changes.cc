// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/total_changes.h"

#include <algorithm>
#include <optional>
#include <span>

#include "mmasc/mutation/grids.h"
#include "mmasc/unit/field_text.h"
#include "mmasc/unit/names.h"

namespace mmasc {
namespace {

class Changes {
 public:
  explicit Changes(const SumRow& row) : row_(row) {}

  template <class Value>
  void to(const char* field, const char* stage, Value SumRow::*member, const Value& is) {
    const Value& was = row_.*member;
    if (is != was)
      all_.push_back({field, field_text(was), field_text(is), stage,
                      [member, is](SumRow& row) { row.*member = is; }});
  }
  // To each of the parts, and to none where there is one.
  template <class Part>
  void to_each(const char* field, const char* stage, std::optional<Part> SumRow::*member,
               const std::vector<Part>& parts) {
    for (const Part& part : parts) to(field, stage, member, std::optional<Part>(part));
    to(field, stage, member, std::optional<Part>());
  }

  void grids(const std::vector<ExponentGrid>& grids) {
    to_each("exponent_grid", "aligner", &SumRow::exponent_grid, grids);
  }
  void accumulators(const std::vector<Accumulator>& accumulators) {
    to_each("accumulator", "adder_tree", &SumRow::accumulator, accumulators);
  }
  void cuts(const std::vector<Cut>& cuts) { to_each("cut", "adder_tree", &SumRow::cut, cuts); }
  void cancelled() {
    for (const auto& [is, name] : kNames<Cancelled>)
      to("cancelled", "adder_tree", &SumRow::cancelled, is);
  }
  void sticky(bool is) { to("sticky", "aligner", &SumRow::sticky, is); }

  std::vector<TotalChange> take() && { return std::move(all_); }

 private:
  const SumRow& row_;
  std::vector<TotalChange> all_;
};

std::vector<int> near(int number, int reach, int least) {
  std::vector<int> numbers;
  for (int distance = 1; distance <= reach; ++distance)
    for (const int other : {number - distance, number + distance})
      if (other >= least) numbers.push_back(other);
  return numbers;
}

}  // namespace

std::vector<TotalChange> changes_of_total(const SumRow& row, const Plan& plan, int reach) {
  Changes changes(row);
  const std::optional<int> sum_bits = bits_of_sum(plan, row.name);
  if (const auto& grid = row.exponent_grid) changes.grids(grids_near(*grid));
  if (const auto& held = row.accumulator) {
    std::vector<Accumulator> accumulators;
    for (const Overflow overflow : {Overflow::wrap, Overflow::saturate})
      accumulators.push_back({held->bits, overflow});
    for (const int bits : near(held->bits, reach, 2))
      if (!sum_bits || bits < *sum_bits)  // else it holds all sums
        accumulators.push_back({bits, held->overflow});
    changes.accumulators(accumulators);
  }
  if (const auto& cut = row.cut) {
    std::vector<Cut> cuts;
    for (const auto& [rounding, name] : kRoundings) cuts.push_back({cut->fraction_bits, rounding});
    for (const int bits : near(cut->fraction_bits, reach, 0)) cuts.push_back({bits, cut->rounding});
    changes.cuts(cuts);
  }
  if (row.cancelled != Cancelled::number) changes.cancelled();
  if (row.sticky) changes.sticky(false);
  return std::move(changes).take();
}

std::vector<TotalChange> changes_to_total(const SumRow& row, const Plan& plan) {
  Changes changes(row);
  const std::optional<int> sum_bits = bits_of_sum(plan, row.name);
  if (!row.exponent_grid) changes.grids(smallest_grids());
  if (!row.accumulator && sum_bits) {
    std::vector<Accumulator> accumulators;
    for (const Overflow overflow : {Overflow::wrap, Overflow::saturate})
      for (const int fewer : {1, 2}) accumulators.push_back({*sum_bits - fewer, overflow});
    changes.accumulators(accumulators);
  }
  if (!row.cut) {
    const int bits = std::max(0, row.fraction_bits.value_or(0) - 1);
    changes.cuts({{bits, Rounding::toward_zero}, {bits, Rounding::down}});
  }
  if (row.cancelled == Cancelled::number) changes.cancelled();
  if (!row.sticky) changes.sticky(true);
  return std::move(changes).take();
}

}  // namespace mmasc
