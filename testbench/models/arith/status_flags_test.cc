// SPDX-License-Identifier: Apache-2.0
// The status flags beside d.
#include "mmasc/unit/status_flags.h"

#include <gtest/gtest.h>

#include "mmasc/unit/error.h"
#include "random/flagged_units.h"
#include "random/operation_batch.h"

namespace mmasc {
namespace {

TEST(StatusFlags, AreNamedFromTheHighest) {
  EXPECT_EQ(flags_text(0), "none");
  EXPECT_EQ(flags_text(0x05), "OF NX");
  EXPECT_EQ(flags_text(0x1f), "NV DZ OF UF NX");
}

TEST(StatusFlags, AreRaisedOrNot) {
  std::uint64_t all = 0;
  int none = 0;
  for (const Unit& unit : flagged_units()) {
    const auto engine = make_reference_engine(unit);
    EXPECT_TRUE(engine->gives_flags());
    for (const Result& result : random_batch(unit, 400, 1).run_with_flags(*engine)) {
      all |= result.flags;
      none += result.flags == 0 ? 1 : 0;
    }
  }
  EXPECT_EQ(flags_text(all), "NV OF UF NX");
  EXPECT_GT(none, 100);
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
