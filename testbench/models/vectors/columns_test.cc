// SPDX-License-Identifier: Apache-2.0
// The column of status flags behind d, and that of the random bits that stochastic roundings draw.
#include <gtest/gtest.h>

#include "mmasc/unit/catalog.h"
#include "mmasc/vectors/vector_file.h"
#include "random/flagged_units.h"
#include "support.h"

namespace mmasc {
namespace {

TEST(FlagsColumn, IsReadAndWritten) {
  const VectorFile file = parse_vectors(testing::kFlagged, "x.vec");
  EXPECT_TRUE(file.has_d && file.has_flags);
  EXPECT_EQ(file.cases[0].flags, 5U);
  EXPECT_EQ(to_text(file), testing::kFlagged);
  const Unit flagged = flagged_units().front();
  EXPECT_NO_THROW(check_header(file, flagged));
  EXPECT_EQ(error_of<InputError>([&] { check_header(file, flagged.with("result.flags", "none")); }),
            "x.vec:6: my/flagged raises no flags; remove the column, or name the unit these "
            "vectors are of");
}

TEST(FlagsColumn, MayBeLeftOut) {
  std::string text = testing::kFlagged;
  text.replace(text.find("d flags"), 7, "d");
  text.replace(text.find(" 05"), 3, "");
  const VectorFile file = parse_vectors(text, "x.vec");
  EXPECT_FALSE(file.has_flags);
  EXPECT_NO_THROW(check_header(file, flagged_units().front()));
}

TEST(RandomColumn, IsReadAndWritten) {
  const VectorFile file = parse_vectors(testing::kRandom, "x.vec");
  const Unit unit = catalog()
                        .find("volta/mma.m8n8k4.f32.f16.f16.f32")
                        .with("dot.alignment_rounding", "stochastic:3")
                        .with("result.rounding", "stochastic:10");
  EXPECT_EQ(file.cases[0][Operand::random], (std::vector<std::uint64_t>{0, 1, 2, 3, 7, 0x31f}));
  EXPECT_EQ(to_text(file), testing::kRandom);
  EXPECT_EQ(to_text(layout_of(unit)), to_text(file.layout));
  EXPECT_NO_THROW(check_header(file, unit));
  EXPECT_THROW(check_header(file, unit.with("dot.alignment_rounding", "down")), InputError);
}

}  // namespace
}  // namespace mmasc
