// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compare/chain.h"

#include "mmasc/arith/engine.h"
#include "mmasc/unit/formats.h"
#include "pairs.h"

namespace mmasc::compare {
namespace {

TEST(Chain, IsWhatGemmComputes) {
  const Unit& unit = catalog().find("hopper/wgmma.m64nNk16.f32.f16.f16");
  const Sequence sequence(unit);
  const Generator generator(unit, 7);
  const auto f32 = [](std::byte* data) { return row_major(*find_format("f32"), data, 1, 1); };
  for (std::uint64_t i = 0; i < 20; ++i) {
    Case row = generator.make(VectorClass::normal, 2 * i);
    const Case more = generator.make(VectorClass::normal, 2 * i + 1);
    row[Operand::a].insert(row[Operand::a].end(), more[Operand::a].begin(),
                           more[Operand::a].begin() + 5);
    row[Operand::b].insert(row[Operand::b].end(), more[Operand::b].begin(),
                           more[Operand::b].begin() + 5);
    std::vector<std::byte> a(42), b(42), c(4), d(4);
    for (std::int64_t k = 0; k < 21; ++k) {
      const auto at = static_cast<std::size_t>(k);
      store_element(row_major(*unit.instruction.a, a.data(), 1, 21), 0, k, row[Operand::a][at]);
      store_element(row_major(*unit.instruction.b, b.data(), 21, 1), k, 0, row[Operand::b][at]);
    }
    store_element(f32(c.data()), 0, 0, row.c());
    const GemmProblem problem(
        {{Operand::a, row_major<const std::byte>(*unit.instruction.a, a.data(), 1, 21)},
         {Operand::b, row_major<const std::byte>(*unit.instruction.b, b.data(), 21, 1)},
         {Operand::c, f32(c.data())}},
        f32(d.data()));
    make_reference_engine(unit)->gemm(problem);
    EXPECT_EQ(evaluate_chain(sequence, row).d, load_element(f32(d.data()), 0, 0)) << i;
  }
}

TEST(Chain, InstructionsAreWholeAndChained) {
  const Unit& unit = catalog().find("tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3");
  const Sequence sequence(unit);
  Case row;
  row[Operand::a] = row[Operand::b] = std::vector<std::uint64_t>(80, 2);
  row[Operand::sa] = row[Operand::sb] = {0x40, 0x40, 0x40, 0x40, 0x48};
  row.c() = 0x3f800000;
  const auto chain = instructions_of(sequence, row);
  ASSERT_EQ(chain.size(), 2U);
  EXPECT_EQ(chain[0].c(), row.c());
  EXPECT_EQ(chain[1].c(), chain[0].d());
  EXPECT_EQ(chain[1][Operand::a].size(), 64U);
  EXPECT_EQ(chain[1][Operand::a][15], 2U);
  EXPECT_EQ(chain[1][Operand::a][16], 0U);
  EXPECT_EQ(chain[1][Operand::sa], (std::vector<std::uint64_t>{0x48, 0x38, 0x38, 0x38}));
  EXPECT_EQ(evaluate_chain(sequence, row).d, chain[1].d());
  EXPECT_EQ(chain[1].d(), 0x44004000U);  // 1 + 64 * 4 + 16 * 16
}

TEST(Chain, OfNothingIsC) {
  const Sequence sequence(catalog().find("hopper/wgmma.m64nNk16.f32.f16.f16"));
  Case row;
  row.c() = 0x12345678;
  EXPECT_TRUE(instructions_of(sequence, row).empty());
  EXPECT_EQ(evaluate_chain(sequence, row).d, row.c());
}

}  // namespace
}  // namespace mmasc::compare
