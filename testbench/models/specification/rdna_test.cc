// SPDX-License-Identifier: Apache-2.0
// The catalogue's RDNA rows against an oracle that knows none of their fields.
#include "specification/rdna.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "arith/operands.h"
#include "mmasc/arith/reference.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/stimulus/random.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/formats.h"
#include "mmasc/vectors/case.h"
#include "specification/element.h"

namespace mmasc {
namespace {

struct Row {
  std::string id;
  int generation;
  std::size_t step, group;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.id; }

std::vector<Row> rows() {
  std::vector<Row> all;
  for (const char* x : {"f16", "bf16"}) {
    const std::string id = x, packed = "v_wmma_" + id + "_16x16x16_" + id;
    all.push_back({"rdna3/v_dot2_f32_" + id, 3, 2, 2});
    all.push_back({"rdna3/v_wmma_f32_16x16x16_" + id, 3, 2, 2});
    all.push_back({"rdna3/" + packed, 3, 2, 2});
    all.push_back({"rdna4/v_dot2_f32_" + id, 4, 2, 2});
    all.push_back({"rdna4/v_dot2_" + id + "_" + id, 4, 2, 2});
    for (const char* wave : {"_w32", "_w64"}) {
      all.push_back({"rdna4/v_wmma_f32_16x16x16_" + id + wave, 4, 4, 2});
      all.push_back({"rdna4/" + packed + wave, 4, 4, 2});
    }
  }
  for (const char* a : {"fp8", "bf8"})
    for (const char* b : {"fp8", "bf8"})
      all.push_back({std::string("rdna4/v_dot4_f32_") + a + "_" + b, 4, 4, 4});
  return all;
}

// Waves of 32 take four k of each half of k in turn.
std::vector<std::size_t> order_of(const Row& row, std::size_t k) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < k; ++i) order.push_back(i);
  if (row.id.ends_with("_w32")) order = {0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15};
  return order;
}

std::uint64_t oracle(const Row& row, const Unit& unit, const Case& x) {
  const auto &a = x[Operand::a], &b = x[Operand::b];
  const std::vector<std::size_t> order = order_of(row, a.size());
  std::uint64_t d = x.c();
  for (std::size_t first = 0; first < order.size(); first += row.step) {
    std::vector<std::uint64_t> of_a, of_b;
    for (std::size_t i = first; i < first + row.step; ++i) {
      of_a.push_back(a[order[i]]);
      of_b.push_back(b[order[i]]);
    }
    const Instruction& instruction = unit.instruction;
    d = row.generation == 3
            ? rdna::rdna3_step(*instruction.a, unit.d(), of_a, of_b, d)
            : rdna::rdna4_step(*instruction.a, *instruction.b, unit.d(), row.group, of_a, of_b, d);
  }
  return d;
}

class Rdna : public testing::TestWithParam<Row> {};

TEST_P(Rdna, EqualsTheOracle) {
  const Unit unit = find_unit(GetParam().id);
  const Sequence sequence(unit);
  Random random(1, 11);
  std::uint64_t special = 0;
  constexpr int kOperations = 3000;
  for (int i = 0; i < kOperations; ++i) {
    Case x;
    const int kind = random.below(kElementKinds);
    const auto draw = [&](const Format& format) {
      return element(random, format, random.chance(6) ? kElementKinds : kind);
    };
    for (int k = 0; k < unit.products(); ++k) {
      x[Operand::a].push_back(draw(*unit.instruction.a));
      x[Operand::b].push_back(draw(*unit.instruction.b));
    }
    x.c() = draw(unit.c());
    const std::uint64_t expected = oracle(GetParam(), unit, x);
    const std::uint64_t d = evaluate(sequence, view(x));
    special += is_nan(unit.d(), d) ? 1u : 0u;
    ASSERT_EQ(d, expected) << "operation " << i;
  }
  EXPECT_GT(special, 0u);
  EXPECT_LT(special, kOperations * 9u / 10u);
}

INSTANTIATE_TEST_SUITE_P(Rows, Rdna, testing::ValuesIn(rows()), [](const auto& row) {
  std::string name = row.param.id;
  for (char& letter : name)
    if (letter == '/') letter = '_';
  return name;
});

}  // namespace
}  // namespace mmasc
