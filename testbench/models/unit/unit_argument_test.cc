// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/unit_argument.h"

#include <gtest/gtest.h>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

TEST(UnitArgument, IsReadAsItIsWritten) {
  for (const UnitArgument& argument :
       {UnitArgument{"volta/mma", {}}, UnitArgument{"my file.toml:my/x", {"a=1", "b=\"x y\""}},
        UnitArgument{"it's", {"'", "a\\b", "", "\"$x\""}}})
    EXPECT_EQ(parse_unit_argument(as_typed(argument)), argument) << as_typed(argument);
}

TEST(UnitArgument, TakesOtherQuotesAndOrders) {
  const UnitArgument wanted{"my/x", {"result.rounding=\"down\"", "a=b c"}};
  EXPECT_EQ(parse_unit_argument("--set result.rounding=\\\"down\\\"  my/x --set \"a=b c\" "),
            wanted);
}

TEST(UnitArgument, RefusesWhatIsNone) {
  for (const char* text : {"", "x y", "x --set", "x --sets a=1", "--set a=1", "'x", "x \""})
    EXPECT_THROW(parse_unit_argument(text), InputError) << text;
}

}  // namespace
}  // namespace mmasc
