// SPDX-License-Identifier: Apache-2.0
// RTL of units whose A is sparse.
#include <algorithm>

#include "mmasc/arith/sparsity.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/verilated/engine.h"
#include "printed_name.h"
#include "random/operation_batch.h"
#include "rtl/sparse_rows.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

class SparseRowRtl : public testing::WithVerilator,
                     public ::testing::WithParamInterface<const char*> {};

// NaN, Inf or else every bit set.
std::uint64_t poison(const Format& format, std::uint64_t which) {
  if (format.is_integer() || format.specials == Specials::none) return format.storage_mask();
  const std::uint64_t inf = (std::uint64_t{1} << format.exponent_bits) - 1;
  return which % 2 == 0 && format.specials == Specials::ieee ? inf << format.exponent_low()
                                                             : format.default_nan();
}

// Writes other bits over the elements of b that no index points at. Returns how many there are.
std::size_t poison_unselected(const Unit& unit, Case& x, std::uint64_t which) {
  std::vector<bool> selected(x[Operand::b].size());
  for (std::size_t i = 0; i < x[Operand::a].size(); ++i)
    selected[selected_place(*unit.instruction.sparsity, x[Operand::metadata], i)] = true;
  for (std::size_t i = 0; i < x[Operand::b].size(); ++i)
    if (!selected[i]) x[Operand::b][i] = poison(*unit.instruction.b, which + i);
  return static_cast<std::size_t>(std::ranges::count(selected, false));
}

// Metadata as it comes: indices repeat, and descend.
TEST_P(SparseRowRtl, TakesFromBWhatMetadataSelectsAndNothingElse) {
  const Unit& unit = catalog().find(GetParam());
  const SparsityRow& sparsity = *unit.instruction.sparsity;
  const Unit dense = dense_unit(unit);
  OperationBatch batch(unit), poisoned(unit), selected(dense);
  std::size_t unselected = 0, repeated = 0, descending = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Case x = random_operands(unit, seed);
    batch.add(x);
    Case taken = x;
    taken[Operand::b].clear();
    taken[Operand::metadata].clear();
    for (std::size_t i = 0; i < x[Operand::a].size(); ++i)
      taken[Operand::b].push_back(x[Operand::b][selected_place(sparsity, x[Operand::metadata], i)]);
    selected.add(taken);
    for (std::size_t i = 1; i < x[Operand::metadata].size(); ++i) {
      if (i % static_cast<std::size_t>(sparsity.keep) == 0) continue;
      repeated += x[Operand::metadata][i] == x[Operand::metadata][i - 1] ? 1 : 0;
      descending += x[Operand::metadata][i] < x[Operand::metadata][i - 1] ? 1 : 0;
    }
    unselected += poison_unselected(unit, x, seed);
    poisoned.add(x);
  }
  EXPECT_GT(unselected, 500u);
  if (sparsity.keep > 1) {
    EXPECT_GT(repeated, 100u);
    EXPECT_GT(descending, 100u);
  }
  const auto rtl = make_rtl_engine(unit);
  const auto d = selected.run(*make_reference_engine(dense));
  EXPECT_EQ(batch.run(*rtl), d);
  EXPECT_EQ(poisoned.run(*rtl), d);
  EXPECT_EQ(batch.run(*make_reference_engine(unit)), d);
}

INSTANTIATE_TEST_SUITE_P(Rows, SparseRowRtl, ::testing::ValuesIn(kSparseRows), PrintedName());

}  // namespace
}  // namespace mmasc
