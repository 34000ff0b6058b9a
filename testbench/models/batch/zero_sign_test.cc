// SPDX-License-Identifier: Apache-2.0
// Sums that sign their zeros otherwise than the datapath's other sums, on vector lanes.
#include <string>

#include "batch/agreement.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

// Nearly all are zeros, most of them -0, beside few numbers whose products the row flushes.
OperationBatch zeros_of(const Unit& unit) {
  OperationBatch batch = random_batch(unit, kOperations, 1);
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    Case x;
    const int minus = random.pick({90, 100}), tiny = random.pick({0, 10});
    for (int k = 0; k < unit.products(); ++k) {
      x[Operand::a].push_back(random.chance(tiny) ? 0x8080 : random.chance(minus) ? 0x8000 : 0);
      x[Operand::b].push_back(0x3f00);
    }
    x.c() = random.chance(90) ? 0x80000000 : 0;
    batch.add(x);
  }
  return batch;
}

TEST(ZeroSignOfASum, IsObeyedOnLanes) {
  const Unit unit = find_unit("x86/tdpbf16ps");
  EXPECT_TRUE(has_kernel(unit));
  const OperationBatch batch = zeros_of(unit);
  expect_agreement(unit, batch);
  const auto d = batch.run(*make_reference_engine(unit));
  for (const SumRow& sum : unit.datapath.sums) {
    const char* const other = unit.datapath.zero_sign_of(sum) == ZeroSign::plus ? "ieee" : "plus";
    SCOPED_TRACE(sum.name + " " + other);
    const Unit changed = unit.with(sum.name + ".zero_sign", other);
    EXPECT_TRUE(has_kernel(changed));
    expect_agreement(changed, zeros_of(changed));
    EXPECT_NE(zeros_of(changed).run(*make_reference_engine(changed)), d);
  }
}

// Additions of f32 as IEEE 754 has them give no other sign.
TEST(ZeroSignOfASum, IsNoneOfIeeesOwnAdditions) {
  const Unit unit = parse_unit(R"(
[datapath."my.additions"]
lanes     = 2
zero_sign = "ieee"
product   = { round_to = "f32" }
sum       = [
  { name = "part", terms = ["products"], round_to = "f32" },
  { name = "accumulate", terms = ["c", "part"] },
]
result    = { format = "f32" }
[instruction."my/additions"]
formats  = { a = "bf16", b = "bf16", c = "f32" }
datapath = "my.additions"
shape    = { m = 1, n = 1, k = 2 }
)");
  expect_agreement(unit, zeros_of(unit));
  for (const char* sum : {"part", "accumulate"}) {
    const Unit changed = unit.with(std::string(sum) + ".zero_sign", "plus");
    EXPECT_TRUE(has_kernel(changed));
    EXPECT_NE(batch_kernel(changed).name, batch_kernel(unit).name) << sum;
    expect_agreement(changed, zeros_of(changed));
  }
}

}  // namespace
}  // namespace mmasc
