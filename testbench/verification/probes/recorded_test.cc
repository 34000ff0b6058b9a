// SPDX-License-Identifier: Apache-2.0
// The probes that were run on an RTX 4060 (Ada), by their names, through the same bench as ours;
// and what they were run for, found again by the probes.
#include <gtest/gtest.h>

#include "mmasc/vectors/bundled.h"
#include "probes/support.h"

namespace mmasc::probes {
namespace {

TEST(Rtx4060, EveryRecordedProbeGivesTheSameBits) {
  int cases = 0;
  for (const char* name : {"f32.f16.f16.f32", "f16.f16.f16.f16"}) {
    const VectorFile file =
        read_vectors(bundled_vectors_dir() + "/rtx4060/mma.m16n8k16." + name + ".vec");
    ASSERT_EQ(file.evidence, EvidenceKind::recorded);
    const Benched benched(catalog().find(file.instruction));
    for (const Case& row : file.cases) {
      EXPECT_EQ(benched.bench.run(row), row.d()) << row.name;
      ++cases;
    }
  }
  EXPECT_EQ(cases, 23);
}

TEST(Rtx4060, TheProbesFindTheFeaturesOfTheRecording) {
  const Benched f32(catalog().find("ada/mma.m16n8k16.f32.f16.f16.f32"));
  const Survey survey = probe_all(f32.bench);
  EXPECT_EQ(value_of(survey, name::kSubnormalA), "kept");
  EXPECT_EQ(value_of(survey, name::kSubnormalC), "kept");
  EXPECT_EQ(value_of(survey, name::kResultRounding), "toward_zero");
  EXPECT_EQ(value_of(survey, name::kSeenBits), "24");  // one guard bit
  EXPECT_EQ(value_of(survey, name::kNormalizes), "no");
  EXPECT_EQ(value_of(survey, name::kMonotonic), "no");
  const Benched f16(catalog().find("ada/mma.m16n8k16.f16.f16.f16.f16"));
  const Survey narrow = probe_all(f16.bench);
  EXPECT_EQ(value_of(narrow, name::kSubnormalProduct), "kept");
  EXPECT_EQ(value_of(narrow, name::kSubnormalSum), "kept");
  EXPECT_EQ(value_of(narrow, name::kResultRounding), "nearest_even");
}

}  // namespace
}  // namespace mmasc::probes
