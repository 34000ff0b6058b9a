// SPDX-License-Identifier: Apache-2.0
// Rows for every combination of `each`.
#include "rows.h"

namespace mmasc {
namespace {

std::string with_each(const std::string& key, const std::string& each) {
  return kDatapath + "[instruction.\"my/" + key + "\"]\nshape = { m = 1, n = 1, k = \"{k}\" }\n" +
         "formats = { a = \"{a}\", b = \"f16\", c = \"f32\" }\ndatapath = \"my.dot\"\n" +
         "mnemonic = \"{A}.{N}\"\neach = " + each + "\n";
}

TEST(Each, TakesEveryCombinationInOrder) {
  const Catalog rows = load(with_each("k{k}.{a}", "{ k = [4, 8], a = [\"f16\", \"bf16\"] }"));
  ASSERT_EQ(rows.units().size(), 4u);
  EXPECT_EQ(rows.units()[0].instruction.id, "my/k4.f16");
  EXPECT_EQ(rows.units()[1].instruction.id, "my/k4.bf16");
  EXPECT_EQ(rows.units()[3].instruction.id, "my/k8.bf16");
  EXPECT_EQ(rows.units()[3].instruction.shape.k, 8);
  EXPECT_EQ(rows.units()[3].instruction.mnemonic, "BF16.{N}") << "{N} is no variable";
}

TEST(Each, TakesTablesOneAfterTheOther) {
  const Catalog rows =
      load(with_each("k{k}.{a}", "[{ k = 4, a = \"f16\" }, { k = [4, 8], a = \"bf16\" }]"));
  ASSERT_EQ(rows.units().size(), 3u);
  EXPECT_EQ(rows.units()[2].instruction.id, "my/k8.bf16");
}

TEST(Each, NamesWhatIsWrong) {
  const std::string place = "f.toml:10: instruction.\"my/{k}.{a}\".each";
  const auto error = [](const std::string& each) { return load_error(with_each("{k}.{a}", each)); };
  EXPECT_EQ(error("3"), place + ": a number cannot be used; write { NAME = [VALUE, ...] }");
  EXPECT_EQ(error("{ k = [] }"), place + ".k: there are no values; write some");
  EXPECT_EQ(error("{ k = [true] }"),
            place + ".k: a truth value cannot be used; write texts or numbers");
  EXPECT_EQ(error("{ K = [1] }"), place + ".K: is not a variable's name; use lower-case letters");
  EXPECT_EQ(error("{ k = [4], a = [\"f16\"], z = [1] }"),
            place + ".z: no text has {z}; use it, or remove it");
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
