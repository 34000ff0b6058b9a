// SPDX-License-Identifier: Apache-2.0
// D of a job, stage by stage, is D of one GEMM over all of K.
#include <set>
#include <string>

#include "mmasc/batch/engine.h"
#include "tlm/tiled_problem.h"

namespace mmasc::tlm {
namespace {

void expect_gemm(const Descriptor& descriptor, std::uint64_t seed) {
  std::optional<OwnedMatrix> expected;
  for (const std::byte poison : {std::byte{0x00}, std::byte{0xff}}) {
    TiledProblem problem(descriptor, seed, poison);
    const Unit& unit = *problem.job().unit;
    const auto engine = make_batch_engine(unit, {.target = {}, .threads = 1});
    if (!expected) expected = problem.expected(*engine);
    problem.run(*engine, ~poison);
    std::set<std::uint64_t> values;
    for (std::int64_t row = 0; row < expected->matrix().rows; ++row)
      for (std::int64_t column = 0; column < expected->matrix().columns; ++column) {
        ASSERT_EQ(problem.d_at(row, column), expected->at(row, column))
            << unit.instruction.id << " at " << row << ", " << column;
        values.insert(expected->at(row, column));
      }
    const auto elements =
        static_cast<std::size_t>(expected->matrix().rows * expected->matrix().columns);
    EXPECT_GT(values.size(), std::min<std::size_t>(4, elements - 1))
        << unit.instruction.id << ": results that could not tell";
  }
}

TEST(Execute, EqualsGemmOnEveryFamilyOfTheCatalogue) {
  std::set<std::string> families;
  for (std::size_t i = 0; i < catalog().units().size(); ++i) {
    const Unit& unit = catalog().units()[i];
    const std::string& id = unit.instruction.id;
    if (unit.instruction.tensor_scale) continue;  // refused
    // A datapath and the program over it make a family.
    std::string family = unit.instruction.datapath;
    if (unit.instruction.late_c) family += " late";
    if (unit.instruction.scale) family += " " + std::string(unit.instruction.scale->format->name);
    if (!families.insert(family).second) continue;
    const std::uint32_t n = unit.instruction.shape.n.fixed() ? 0 : 16;
    const auto instruction = static_cast<std::uint32_t>(i) | n << 16;
    SCOPED_TRACE(id);
    const Sizes sizes = i % 2 == 0 ? Sizes{2, 1, 3, 2, 2} : Sizes{1, 2, 3, 2, 2};
    expect_gemm(descriptor_of(0, instruction, sizes, {0, 0}, {0, 0}, true), i);
  }
  EXPECT_GT(families.size(), 30U);
}

TEST(Execute, EqualsGemmOfAllPairsOfByteFormats) {
  for (const std::uint64_t a : {0, 1, 3, 4, 5})
    for (const std::uint64_t b : {0, 1, 3, 4, 5})
      for (const std::uint64_t d : {0, 1}) {
        SCOPED_TRACE(std::to_string(a) + " " + std::to_string(b));
        expect_gemm(descriptor_of(3, tcgen05(3, a, b, d, 64, 16), {1, 2, 2, 2, 3}, {5, 5}),
                    a * 8 + b);
      }
}

TEST(Execute, EqualsGemmOfAllPairsOfIntegersThatSaturateAndThatWrap) {
  for (const std::uint64_t a : {0, 1})
    for (const std::uint64_t b : {0, 1})
      for (const std::uint64_t a_major : {0, 1})
        for (const std::uint64_t saturate : {0, 1}) {
          const KindRow& kind = kKinds[7];
          auto fields = decode_instruction(kind, tcgen05(7, a, b, 2, 64, 16, a_major));
          fields.saturate = saturate;
          Descriptor x = descriptor_of(7, encode_instruction(kind, fields), {1, 2, 2, 2, 3}, {5, 0},
                                       {a_major, 0}, true);
          EXPECT_EQ(job_of(x).unit->datapath.result.overflow,
                    saturate != 0 ? Overflow::saturate : Overflow::wrap);
          expect_gemm(x, 4 * a + 2 * b + saturate);
        }
}

// C is near both ends of its range, so that wrapping and saturating differ.
TEST(Execute, IntegersOverflowAsTheInstructionSays) {
  const auto d_of = [](std::uint64_t saturate) {
    const KindRow& kind = kKinds[7];
    auto fields = decode_instruction(kind, tcgen05(7, 0, 0, 2, 64, 16));
    fields.saturate = saturate;
    TiledProblem problem(
        descriptor_of(7, encode_instruction(kind, fields), {1, 1, 1, 2, 2}, {0, 0}, {0, 0}, true),
        3, std::byte{});
    const Job& job = problem.job();
    for (const auto name : {Operand::a, Operand::b, Operand::c}) {
      const Placed& placed = job[name]->placed;
      for (std::int64_t line = 0; line < placed.lines; ++line)
        for (std::int64_t i = 0; i < placed.inner; ++i) {
          const bool is_c = name == Operand::c;
          problem.memory().set_bits(
              placed.address + static_cast<std::uint64_t>(line) * placed.stride,
              static_cast<std::uint64_t>(i * (is_c ? 32 : 8)), is_c ? 32 : 8,
              is_c ? 0x7fff'fff0 : 1);
        }
    }
    problem.run(*make_batch_engine(*job.unit, {.target = {}, .threads = 1}), {});
    return problem.d_at(5, 7);
  };
  EXPECT_EQ(d_of(0), 0x8000'0030U);  // 64 ones more
  EXPECT_EQ(d_of(1), 0x7fff'ffffU);
}

// Metadata is any bits: places repeat and descend.
TEST(Execute, TakesASparseAWithItsMetadata) {
  for (const char* id :
       {"hopper/mma.sp.m16n8k32.f32.f16.f16.f32", "ampere/mma.sp.m16n8k8.f32.tf32.tf32.f32",
        "ampere/mma.sp.m16n8k128.satfinite.s32.u4.s4.s32", "cdna3/v_smfmac_f32_32x32x16_bf16"})
    for (const std::uint64_t layout : {0, 1})
      for (const std::uint64_t major : {0, 1}) {
        Descriptor x =
            descriptor_of(0, catalogue_number(id), {2, 2, 3, 2, 2}, {0, 0}, {major, major}, true);
        x[Operand::metadata].layout = layout;
        if (layout == 0) {  // longer lines
          x[Operand::metadata].address = x[Operand::d].address + 0x10'0000;
          x[Operand::metadata].stride = 1024;
        }
        expect_gemm(x, layout + major);
      }
}

TEST(Execute, TakesTheHardwaresSparseInstruction) {
  for (const std::uint64_t kind : {1, 2, 3, 7}) {
    const std::uint64_t a = kind == 2 ? 2 : 1, d = kind == 7 ? 2 : 1;
    auto fields = decode_instruction(kKinds[kind], tcgen05(kind, a, a, d, 128, 16));
    fields.sparse = 1;
    Descriptor x =
        descriptor_of(kind, encode_instruction(kKinds[kind], fields), {1, 2, 2, 2, 3}, {0, 0});
    EXPECT_TRUE(job_of(x).unit->instruction.sparsity) << kind;
    EXPECT_EQ(job_of(x).operand_bytes(), 128 * 32 + 16 * 64) << kind;
    expect_gemm(x, kind);
  }
}

TEST(Execute, TakesNibbles) {
  for (const char* id :
       {"ampere/mma.m16n8k64.s32.s4.u4.s32", "ada/mma.m8n8k32.satfinite.s32.u4.s4.s32"})
    for (const std::uint64_t a : {0, 1, 5})
      for (const std::uint64_t b : {0, 1, 5})
        for (const std::uint64_t major : {0, 1})
          expect_gemm(
              descriptor_of(0, catalogue_number(id), {2, 1, 3, 2, 2}, {a, b}, {major, 0}, true),
              a + b);
}

TEST(Execute, TakesEveryLayoutAndOrder) {
  // e2m1 and e3m2 through tensor copies, which take tiles of 128 elements a line: along k, m or n.
  for (const std::uint64_t a : {0, 1, 3, 5})
    for (const std::uint64_t b : {0, 1, 4, 5})
      for (const std::uint64_t a_major : {0, 1})
        for (const std::uint64_t b_major : {0, 1}) {
          const int m = a_major == 0 ? 64 : 128, n = b_major == 0 ? 8 : 128;
          const auto instruction = tcgen05(3, 5, 4, 1, m, n, a_major, b_major);
          expect_gemm(descriptor_of(3, instruction, {1, 1, 2, 4, 2}, {a, b}, {a_major, b_major}),
                      a * 8 + b);
        }
}

// So deep that the engine gets some of an output tile's k tiles, then the others.
TEST(Execute, TakesMoreDepthThanAtOnce) {
  for (const std::uint64_t major : {0, 1}) {
    const Sizes sizes{1, 2, 5, 12, 2};
    expect_gemm(descriptor_of(1, tcgen05(1, 0, 1, 1, 64, 8, major, major), sizes, {0, 0},
                              {major, major}, true),
                major);
  }
  expect_gemm(descriptor_of(4, tcgen05(4, 0, 5, 0, 128, 8, 0, 0, 1), {1, 1, 3, 8, 2}, {0, 1}), 2);
}

TEST(Execute, TakesScalesInBlocks) {
  for (const std::uint64_t tile_k : {1, 3}) {
    const Sizes sizes{2, 1, 3, static_cast<std::uint32_t>(tile_k), 2};
    expect_gemm(descriptor_of(4, tcgen05(4, 0, 5, 0, 128, 16, 0, 0, 1), sizes, {0, 1}), tile_k);
    expect_gemm(descriptor_of(5, tcgen05(5, 1, 1, 0, 128, 24, 0, 0, 1), sizes, {1, 2}), tile_k);
    expect_gemm(descriptor_of(6, tcgen05(6, 1, 1, 0, 128, 8, 0, 0, 0), sizes, {2, 1}), tile_k);
  }
}

TEST(Execute, TakesDenseScales) {
  Descriptor x = descriptor_of(6, tcgen05(6, 1, 1, 0, 128, 16, 0, 0, 0), {1, 2, 2, 1, 2}, {1, 1});
  for (const Operand name : {Operand::sa, Operand::sb}) x[name].layout = 0;
  // A line of scales is shorter than a row of blocks, and there are more of them.
  x[Operand::sa].address = x[Operand::d].address + 0x10'0000;
  x[Operand::sb].address = x[Operand::d].address + 0x20'0000;
  expect_gemm(x, 1);
}

TEST(Execute, AccumulatesIntoD) {
  Descriptor x = descriptor_of(1, tcgen05(1, 0, 0, 1, 64, 16), {2, 2, 2, 1, 2});
  x.accumulate = 1;
  expect_gemm(x, 1);
}

TEST(Execute, StoresColumns) {
  Descriptor x =
      descriptor_of(1, tcgen05(1, 1, 1, 1, 64, 64), {1, 1, 2, 1, 2}, {0, 0}, {0, 0}, true);
  x[Operand::d].major = 1;
  expect_gemm(x, 1);
}

TEST(Execute, APairOfSmsGivesTheSameBits) {
  Descriptor x = descriptor_of(1, tcgen05(1, 0, 0, 1, 128, 32), {1, 1, 2, 1, 2});
  x.group = 2;
  EXPECT_EQ(job_of(x).operand_bytes(), 32 * 64 + 32 * 16);
  expect_gemm(x, 1);
}

}  // namespace
}  // namespace mmasc::tlm
