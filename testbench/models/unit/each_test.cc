// SPDX-License-Identifier: Apache-2.0
// Rows for every combination of `each`.
#include "rows.h"

namespace mmasc {
namespace {

std::string with_each(const std::string& each) { return kEach + "each = " + each + "\n"; }

TEST(Each, TakesEveryCombinationInOrder) {
  const Catalog rows = load(with_each("{ k = [4, 8], a = [\"f16\", \"bf16\"] }"));
  ASSERT_EQ(rows.units().size(), 4u);
  EXPECT_EQ(rows.units()[0].instruction.id, "my/4.f16");
  EXPECT_EQ(rows.units()[1].instruction.id, "my/4.bf16");
  EXPECT_EQ(rows.units()[3].instruction.id, "my/8.bf16");
  EXPECT_EQ(rows.units()[3].instruction.shape.k, 8);
  EXPECT_EQ(rows.units()[3].instruction.mnemonic, "BF16.{N}") << "{N} is no variable";
}

TEST(Each, TakesTablesOneAfterTheOther) {
  const Catalog rows = load(with_each("[{ k = 4, a = \"f16\" }, { k = [4, 8], a = \"bf16\" }]"));
  ASSERT_EQ(rows.units().size(), 3u);
  EXPECT_EQ(rows.units()[2].instruction.id, "my/8.bf16");
}

// Every value holds the next variable twice: 2^25 characters, were they written.
TEST(Each, BoundsTheTextsThatValuesMake) {
  std::string variables;
  for (char name = 'a'; name < 'z'; ++name) {
    const std::string next = std::string("{") + static_cast<char>(name + 1) + "}";
    variables += name + (" = \"" + next + next) + "\", ";
  }
  EXPECT_EQ(load_error(kDatapath +
                       "[instruction.\"my/dot\"]\nshape = { m = 1, n = 1, k = 4 }\n"
                       "formats = { a = \"f16\", b = \"f16\", c = \"f32\" }\n"
                       "datapath = \"my.dot\"\nnote = \"{a}\"\neach = { " +
                       variables + "z = \"x\" }\n"),
            "f.toml:10: instruction.\"my/dot\".each.k: makes a text of more than 4096 characters; "
            "write shorter texts");
}

}  // namespace
}  // namespace mmasc
