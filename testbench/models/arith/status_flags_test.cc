// SPDX-License-Identifier: Apache-2.0
// The status flags beside d.
#include "mmasc/unit/status_flags.h"

#include <gtest/gtest.h>

#include "arith/checked.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/unit/error.h"
#include "random/flagged_units.h"
#include "random/operation_batch.h"
#include "specification/exact.h"

namespace mmasc {
namespace {

TEST(StatusFlags, AreNamedFromTheHighest) {
  EXPECT_EQ(flags_text(0), "none");
  EXPECT_EQ(flags_text(0x05), "OF NX");
  EXPECT_EQ(flags_text(0x1f), "NV DZ OF UF NX");
}

// Vectors of every class, and random ones.
OperationBatch drawn(const Unit& unit) {
  OperationBatch batch(unit);
  const Generator generator(unit, 1);
  for (const VectorClassInfo& info : kVectorClasses)
    for (std::uint64_t i = 0; i < 12; ++i) batch.add(generator.make(info.value, i));
  add_random(batch, unit, 400, 1);
  return batch;
}

// The reference, integers that prove the planned widths, and the specification.
TEST(StatusFlags, AreThoseOfTheExactSum) {
  std::uint64_t all = 0, none = 0;
  for (const Unit& unit : flagged_units()) {
    const OperationBatch operations = drawn(unit);
    const std::size_t count = operations.operations().size();
    const Sequence sequence(unit);
    const auto engine = make_reference_engine(unit);
    ASSERT_TRUE(engine->gives_flags());
    const std::vector<Result> got = operations.run_with_flags(*engine);
    for (std::size_t i = 0; i < count; ++i) {
      const DotOperands in = view(operations.operations()[i]);
      ASSERT_EQ(got[i].flags, flags_exactly(unit, in)) << operations.describe(i);
      ASSERT_EQ(got[i].d, evaluate_exactly(unit, in)) << operations.describe(i);
      all |= got[i].flags;
      none += got[i].flags == 0 ? 1 : 0;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Operands in = sequence.step(0, view(operations.operations()[i]), 0);
      ASSERT_EQ(evaluate_checked(sequence.plan(), in), evaluate(sequence.plan(), in))
          << operations.describe(i);
    }
  }
  EXPECT_EQ(flags_text(all), "NV OF UF NX");
  EXPECT_GT(none, 100U);
}

std::string flags_of(const Unit& unit, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return flags_text(evaluate_with_flags(Sequence(unit), view(case_of({a}, {b}, c))).flags);
}

// Of f32, rounded to the nearest.
TEST(StatusFlags, OfAMultiplyAdd) {
  const Unit unit = flagged_units().front();
  constexpr std::uint64_t kOne = 0x3f800000, kMinusOne = 0xbf800000, kInfinity = 0x7f800000,
                          kGreatest = 0x7f7fffff, kLeast = 0x00800000, kSignalling = 0x7f800001,
                          kQuiet = 0x7fc00000, kHalf = 0x3f000000, kTiny = 0x00000001;
  EXPECT_EQ(flags_of(unit, kOne, kOne, kOne), "none");
  EXPECT_EQ(flags_of(unit, kSignalling, kOne, kOne), "NV");
  EXPECT_EQ(flags_of(unit, kOne, kOne, kSignalling), "NV");
  EXPECT_EQ(flags_of(unit, kQuiet, kOne, kOne), "none");
  EXPECT_EQ(flags_of(unit, kQuiet, kInfinity, 0), "none");
  EXPECT_EQ(flags_of(unit, 0, kInfinity, kOne), "NV");
  EXPECT_EQ(flags_of(unit, 0, kInfinity, kQuiet), "NV");
  EXPECT_EQ(flags_of(unit, kMinusOne, kInfinity, kInfinity), "NV");
  EXPECT_EQ(flags_of(unit, kOne, kInfinity, kInfinity), "none");
  EXPECT_EQ(flags_of(unit, kGreatest, kGreatest, 0), "OF NX");
  EXPECT_EQ(flags_of(unit, kGreatest, kOne, kTiny), "NX");
  EXPECT_EQ(flags_of(unit, kTiny, kHalf, 0), "UF NX");
  EXPECT_EQ(flags_of(unit, kLeast, kHalf, 0), "none");            // subnormal, and exact
  EXPECT_EQ(flags_of(unit, 0x00ffffff, kHalf, 0), "UF NX");       // to the least normal number
  EXPECT_EQ(flags_of(unit, 0x3f7fffff, 0x00800000, 0), "UF NX");  // 2^-126 - 2^-150
  EXPECT_EQ(flags_of(unit, 0x3f7fffff, 0x00800001, 0), "NX");     // tiny before, not after
  EXPECT_EQ(flags_of(unit, kOne, kOne, kMinusOne), "none");
}

// An infinite operand that a format without infinities makes NaN is no invalid operation.
TEST(StatusFlags, OfAFormatWithoutInfinities) {
  const Unit unit =
      flagged_unit(1, "e5m2", "e5m2", "e5m2", R"([{ name = "dot", terms = ["products", "c"] }])",
                   R"(format = "e4m3", nan = "7f")");
  EXPECT_EQ(flags_of(unit, 0x7c, 0x3c, 0x00), "none");
  EXPECT_EQ(flags_of(unit, 0x7c, 0x3c, 0xfc), "NV");
  EXPECT_EQ(flags_of(unit, 0x7b, 0x3c, 0x00), "OF NX");
}

// Where the pattern of -0 is the NaN, it is no zero: an infinity times it is that quiet NaN, and no
// invalid operation.
TEST(StatusFlags, OfANanThatIsMinusZero) {
  const std::string one = R"([{ name = "dot", terms = ["products", "c"] }])";
  const std::string f16 = R"(format = "f16", nan = "7e00")";
  const Unit second = flagged_unit(1, "f16", "e4m3fnuz", "f16", one, f16);
  EXPECT_EQ(flags_of(second, 0x7c00, 0x80, 0x0000), "none");
  EXPECT_EQ(flags_of(second, 0x7c00, 0x00, 0x0000), "NV");
  EXPECT_EQ(flags_of(second, 0x7c00, 0x40, 0xfc00), "NV");
  const Unit first = flagged_unit(1, "e2m0fnuz", "f16", "f16", one, f16);
  EXPECT_EQ(flags_of(first, 0x4, 0x7c00, 0x0000), "none");
  EXPECT_EQ(flags_of(first, 0x4, 0x7c01, 0x0000), "NV");
  EXPECT_EQ(flags_of(first, 0x0, 0xfc00, 0x0000), "NV");
}

TEST(StatusFlags, AreAskedOfUnitsThatRaiseSome) {
  const Unit& volta = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  EXPECT_FALSE(make_reference_engine(volta)->gives_flags());
  OperationBatch one(volta);
  add_random(one, volta, 1, 1);
  std::vector<std::uint64_t> d(1), flags(1);
  DotBatch batch = one.batch(d);
  batch.flags = flags;
  EXPECT_THROW(check(volta, batch), InputError);
  const Unit unit = flagged_units().front();
  OperationBatch flagged(unit);
  add_random(flagged, unit, 1, 1);
  batch = flagged.batch(d);
  batch.flags = flags;
  EXPECT_NO_THROW(check(unit, batch));
  flags.resize(2);
  batch.flags = flags;
  EXPECT_THROW(check(unit, batch), InputError);
}

}  // namespace
}  // namespace mmasc
