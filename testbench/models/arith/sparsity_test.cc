// SPDX-License-Identifier: Apache-2.0
// A sparse A: what metadata selects, by words and by the specification.
#include "mmasc/arith/sparsity.h"

#include <gtest/gtest.h>

#include "arith/operands.h"
#include "mmasc/arith/engine.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "printed_name.h"
#include "random/operation_batch.h"
#include "random/random_unit.h"
#include "specification/exact.h"

namespace mmasc {
namespace {

using Bits = std::vector<std::uint64_t>;

const char* const kSparse[] = {
    "ampere/mma.sp.m16n8k32.f32.f16.f16.f32",    // two steps of eight lanes
    "ampere/mma.sp.m16n8k16.f32.tf32.tf32.f32",  // one of two
    "hopper/wgmma.sp.m64nNk64.f32.e4m3.e5m2",
    "ampere/mma.sp.m16n8k128.satfinite.s32.s4.u4.s32",  // pairs
    "cdna3/v_smfmac_f32_16x16x64_fp8_bf8",
};

Unit sparse_dot(const std::string& sparsity, int k, int lanes) {
  return parse_unit("[datapath.x]\nlanes = " + std::to_string(lanes) +
                    "\nsum = [{ name = \"dot\", terms = [\"products\", \"c\"] }]\n"
                    "result = { format = \"s32\", overflow = \"wrap\" }\n"
                    "[instruction.\"my/x\"]\nshape = { m = 1, n = 1, k = " +
                    std::to_string(k) +
                    " }\nformats = { a = \"s8\", b = \"s8\", c = \"s32\" }\nsparsity = " +
                    sparsity + "\ndatapath = \"x\"\n");
}

std::uint64_t dot(const Unit& unit, const Bits& a, const Bits& b, const Bits& metadata) {
  OperationBatch batch(unit);
  batch.add(case_of(a, b, 0, {{Operand::metadata, metadata}}));
  return batch.run(*make_reference_engine(unit)).front();
}

TEST(Sparsity, MetadataNamesTheElementOfB) {
  const Unit unit = sparse_dot("{ keep = 2, of = 4 }", 8, 4);
  const Bits b{1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_EQ(unit.products(), 4);
  EXPECT_EQ(dot(unit, {1, 0, 0, 0}, b, {3, 0, 0, 0}), 4u);
  EXPECT_EQ(dot(unit, {0, 1, 0, 0}, b, {3, 2, 0, 0}), 3u);
  EXPECT_EQ(dot(unit, {0, 0, 1, 0}, b, {0, 0, 1, 0}), 6u);
  EXPECT_EQ(dot(unit, {1, 10, 0, 100}, b, {1, 1, 0, 3}), 2u + 20u + 800u);  // one twice
}

TEST(Sparsity, BitsAboveAnElementOfMetadataAreIgnored) {
  const Unit unit = sparse_dot("{ keep = 1, of = 2 }", 2, 1);
  EXPECT_EQ(dot(unit, {1}, {5, 7}, {0xfffe}), 5u);
  EXPECT_EQ(dot(unit, {1}, {5, 7}, {0xffff}), 7u);
}

TEST(Sparsity, NeighboursStayTogether) {
  const Unit unit = sparse_dot("{ keep = 2, of = 4, together = 2 }", 8, 4);
  EXPECT_EQ(unit.metadata(), 2);
  EXPECT_EQ(dot(unit, {1, 10, 100, 0}, {1, 2, 3, 4, 5, 6, 7, 8}, {1, 3}), 3u + 40u + 700u);
}

class SparseRows : public ::testing::TestWithParam<const char*> {};

TEST_P(SparseRows, EveryVectorIsTheEvaluators) {
  const Unit& unit = catalog().find(GetParam());
  const Generator generator(unit, 7);
  std::vector<Case> cases;
  for (const VectorClassInfo& info : kVectorClasses)
    for (std::uint64_t i = 0; i < 40; ++i) cases.push_back(generator.make(info.value, i));
  PackedCases packed(cases);
  make_reference_engine(unit)->dot(packed.batch());  // on vector lanes, where there are some
  const Bits together = packed.d;
  const Sequence& sequence = generator.sequence();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Case& x = cases[i];
    const std::uint64_t d = evaluate_exactly(unit, x);
    ASSERT_EQ(together[i], d) << x.name;
    ASSERT_EQ(evaluate(sequence, operands_of(x)), d) << x.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Sparsity, SparseRows, ::testing::ValuesIn(kSparse), PrintedName());

TEST(Sparsity, UnitsNobodyBuiltAgreeWithTheEvaluator) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Unit unit = sparse_unit(seed);
    const Sequence sequence(unit);
    const bool any_nan = !unit.datapath.result.nan;
    for (std::uint64_t i = 0; i < 10; ++i) {
      const Case x = random_operands(unit, 1000 * seed + i);
      const std::uint64_t d = evaluate_exactly(unit, x);
      ASSERT_TRUE(same_bits(unit.d(), evaluate(sequence, view(x)), d, any_nan)) << seed;
    }
  }
}

TEST(Compress, KeepsWhatIsNotZeroWithItsPlace) {
  const Format& f16 = format_named("f16");
  Bits kept, metadata;
  // -0 is a zero; where fewer are not zero, the first zeros fill up.
  EXPECT_EQ(compress({2, 4}, f16, Bits{0, 0x3c00, 0x8000, 0x4000, 0, 0, 0, 0x4200}, kept, metadata),
            std::nullopt);
  EXPECT_EQ(kept, (Bits{0x3c00, 0x4000, 0, 0x4200}));
  EXPECT_EQ(metadata, (Bits{1, 3, 0, 3}));
}

TEST(Compress, NamesTheGroupThatHasTooMany) {
  Bits kept, metadata;
  const Bits a{0, 0, 1, 2, 1, 0, 1, 1};
  EXPECT_EQ(compress({2, 4}, format_named("s8"), a, kept, metadata), 4u);
  EXPECT_EQ(kept, (Bits{1, 2}));
  kept.clear();
  EXPECT_EQ(compress({1, 2, 2}, format_named("s8"), Bits{0, 0, 1, 0, 0, 3, 0, 0}, kept, metadata),
            std::nullopt);
  EXPECT_EQ(kept, (Bits{1, 0, 0, 3}));
}

TEST(Sparsity, ARowThatCannotBeIsRefusedAtItsField) {
  const Unit& unit = catalog().find("hopper/mma.sp.m16n8k32.f32.f16.f16.f32");
  const auto key = [&](const char* path, const char* value) -> std::string {
    try {
      (void)unit.with(path, value);
    } catch (const RowError& error) {
      return error.key;
    }
    return "taken";
  };
  EXPECT_EQ(key("instruction.sparsity.of", "3"), "instruction.sparsity.of");
  EXPECT_EQ(key("instruction.sparsity.of", "2"), "instruction.sparsity.keep");
  EXPECT_EQ(key("instruction.sparsity.of", "16"), "instruction.sparsity.keep");
  EXPECT_EQ(key("instruction.shape.k", "30"), "instruction.shape.k");
  EXPECT_EQ(key("lanes", "1"), "instruction.sparsity");
  EXPECT_EQ(key("instruction.scale", "{ format = \"ue8m0\", block = 32 }"), "instruction.sparsity");
  EXPECT_EQ(key("instruction.order", "{ modulus = 2, first = [1] }"), "instruction.order");
  EXPECT_EQ(key("instruction.sparsity.together", "2"), "taken");
}

TEST(Sparsity, ARefusedKComesWithOneThatIsRight) {
  const auto refusal = [](const std::string& sparsity, int k, int lanes) -> std::string {
    try {
      sparse_dot(sparsity, k, lanes);
    } catch (const InputError& error) {
      const std::string what = error.what();
      return what.substr(what.find("k: "));
    }
    return "taken";
  };
  const std::string gpus = "{ keep = 2, of = 4 }";
  EXPECT_EQ(refusal(gpus, 24, 8),
            "k: 24 (12 products) is not a multiple of the datapath's 8 lanes; use 32");
  EXPECT_EQ(refusal(gpus, 32, 8), "taken");
  EXPECT_EQ(refusal(gpus, 252, 60),
            "k: 252 (126 products) is not a multiple of the datapath's 60 lanes; use 240");
  EXPECT_EQ(refusal(gpus, 240, 60), "taken");
  EXPECT_EQ(refusal(gpus, 30, 8),
            "k: 30 is not a multiple of the 4 elements of which 2 are kept; use 32");
  EXPECT_EQ(refusal("{ keep = 1, of = 4, together = 33 }", 256, 33),
            "k: 256 is not a multiple of the 132 elements of which 33 are kept; use 132");
  EXPECT_EQ(refusal("{ keep = 2, of = 8, together = 64 }", 256, 64),
            "k: 256 is not a multiple of the 512 elements of which 128 are kept; use a smaller "
            "together");
}

}  // namespace
}  // namespace mmasc
