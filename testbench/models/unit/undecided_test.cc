// SPDX-License-Identifier: Apache-2.0
// The questions that rows leave open, and files that state them badly.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/unit_argument.h"
#include "rows.h"

namespace mmasc {
namespace {

// Where fields express the other reading, it is another design.
TEST(Undecided, EachQuestionConcernsARowAndHasAnotherReading) {
  std::map<std::string, std::size_t> questions;  // of a datapath
  std::map<std::string, std::set<std::string>> concerned;
  for (const Unit& unit : catalog().units()) {
    questions[unit.datapath.name] = unit.datapath.undecided.size();
    for (const Undecided& question : unit.undecided()) {
      concerned[unit.datapath.name].insert(question.what);
      const Unit reading = with_changes(unit, question.set);
      EXPECT_EQ(same_design(reading, unit), !question.is_expressed())
          << unit.instruction.id << ": " << question.what;
      EXPECT_EQ(reading.undecided().empty(), question.is_expressed()) << unit.instruction.id;
    }
  }
  std::size_t open = 0;
  for (const auto& [datapath, count] : questions) {
    EXPECT_EQ(concerned[datapath].size(), count) << datapath;
    open += count;
  }
  EXPECT_GT(open, 0u);
}

TEST(Undecided, AQuestionOfCIsOfInstructionsThatAddItInTheSum) {
  const auto count = [](const char* id) { return catalog().find(id).undecided().size(); };
  EXPECT_EQ(count("volta/mma.m8n8k4.f16.f16.f16.f16"), 2u);
  EXPECT_EQ(count("volta/mma.m8n8k4.f32.f16.f16.f16"), 1u) << "its c is f16";
  EXPECT_EQ(count("volta/mma.m8n8k4.f32.f16.f16.f32"), 0u) << "the same datapath, c in f32";
  EXPECT_EQ(count("blackwell/mma.m16n8k16.f16.f16.f16.f16"), 1u);
  EXPECT_EQ(count("blackwell/mma.m16n8k32.f16.e4m3.e4m3.f16"), 0u) << "the same datapath, a late c";
  EXPECT_EQ(count("hopper/mma.m16n8k16.f16.f16.f16.f16"), 0u) << "an H100 settled it";
}

// A factor of f16 that is 0 has the exponent -14 in the row and -126 in the other reading.
TEST(Undecided, AQuestionOfAIsOfInstructionsOfThatFormat) {
  const auto moves_zeros = [](const char* id) {
    std::vector<bool> each;
    for (const Undecided& question : catalog().find(id).undecided())
      each.push_back(std::ranges::count(question.set, "product.zero_factor_exponent=-126") > 0);
    return each;
  };
  EXPECT_EQ(moves_zeros("cdna3/v_mfma_f32_16x16x16_f16"), (std::vector{false, true}));
  EXPECT_EQ(moves_zeros("cdna3/v_mfma_f32_16x16x16_bf16"), (std::vector{false, false, false}));
}

TEST(Undecided, EveryOtherReadingOfAMatrixCoreIsExpressed) {
  for (const Unit& unit : catalog().units())
    if (unit.instruction.id.starts_with("cdna")) {
      for (const Undecided& question : unit.undecided())
        EXPECT_TRUE(question.is_expressed()) << unit.instruction.id << ": " << question.what;
    }
}

TEST(Undecided, AReadingThatTheRowCannotTakeIsRefused) {
  const auto error = [](const std::string& set) {
    const std::string text = kDatapath + "undecided = [{ what = \"x\", source = \"y\", set = [\"" +
                             set + "\"] }]\n[instruction.\"my/dot\"]\n" +
                             "shape = { m = 1, n = 1, k = 4 }\ndatapath = \"my.dot\"\n" +
                             "formats = { a = \"f16\", b = \"f16\", c = \"f32\" }\n";
    return input_error([&] { Catalog().add(text, "my.toml"); });
  };
  EXPECT_EQ(error("lanes=2"), "no error");
  EXPECT_NE(error("lanse=2").find("\"my.dot\": undecided: --set lanse: unknown field \"lanse\""),
            std::string::npos)
      << error("lanse=2");
  EXPECT_NE(error("lanes").find("write FIELD=VALUE"), std::string::npos) << error("lanes");
}

}  // namespace
}  // namespace mmasc
