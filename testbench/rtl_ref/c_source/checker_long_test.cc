// SPDX-License-Identifier: Apache-2.0
// CBMC on the C of every datapath: no overflow, no shift by as much as a word has, no bit above a
// field's width, and loops that end, whatever the operands. Debian 12 lacks CBMC.
#include <cstdlib>

#include "c_source/distinct_rows.h"
#include "c_source/free_bits.h"

namespace mmasc {
namespace {

// Behind a command that starts newer tools, as "chroot /sid".
std::string cbmc() {
  const char* const prefix = std::getenv("MMASC_NEWER_TOOLS");
  return " " + std::string(prefix ? prefix : "") + " cbmc ";
}

// CBMC's exit status. `timeout`'s is another, where it has not answered in half an hour.
constexpr int kSafe = 0, kUnsafe = 10;
int check(const CSource& source) {
  const EmittedFolder folder(source);
  // More iterations than any loop has.
  return folder.run("timeout 1800" + cbmc() +
                    "--c99 -DUNIT_CHECK --object-bits 12 --unwind 200 --unwinding-assertions "
                    "--conversion-check --pointer-overflow-check " +
                    folder.path("unit.c") + " >out 2>&1");
}

class ModelChecker : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (std::system((cbmc() + "--version >/dev/null 2>&1").c_str()) == 0) return;
    ASSERT_EQ(std::getenv("MMASC_NEWER_TOOLS"), nullptr) << "MMASC_NEWER_TOOLS has no cbmc";
    GTEST_SKIP() << "no cbmc, which Debian 12 lacks; set MMASC_NEWER_TOOLS (docs/emit_c.md)";
  }
};

// The first row of each datapath, if its C is not another's too.
std::vector<Unit> distinct_datapaths() {
  std::set<std::string> texts;
  std::vector<Unit> units;
  for (const auto& [unit, stands_for_its_datapath] : distinct_rows())
    if (stands_for_its_datapath &&
        texts.insert(emit_c(unit, {"unit", "", "", "", {}}).source).second)
      units.push_back(unit);
  return units;
}

TEST_P(ModelChecker, FindsNothingInADatapath) {
  const std::vector<Unit> units = distinct_datapaths();
  ASSERT_GT(units.size(), std::size_t{kShards});
  for (auto i = static_cast<std::size_t>(GetParam()); i < units.size(); i += kShards) {
    const Unit& unit = units[i];
    EXPECT_EQ(check(source_of(unit)), kSafe) << unit.instruction.id;
  }
}
INSTANTIATE_TEST_SUITE_P(Shards, ModelChecker, ::testing::Range(0, kShards));

class FreeBits : public ModelChecker {};

TEST_P(FreeBits, OfResultsAreZero) {
  const Unit unit = with_free_bits_in_results()[static_cast<std::size_t>(GetParam())];
  EXPECT_EQ(check(source_of(unit)), kSafe);
}
INSTANTIATE_TEST_SUITE_P(Each, FreeBits, ::testing::Range(0, 3));

struct PlantedFault {
  const char *name, *text, *with;
};
constexpr PlantedFault kFaults[] = {
    {"a field that is a bit wider", " & 0x3ffu);", " & 0x7ffu);"},
    {"a loop that may not end", "step /= 2", "step -= (uint32_t)(x & 1u)"},
    {"a loop beyond the struct of operands", "s < 1;", "s < 3;"},
    {"a shift by more than a word has", " & 31u)", " + 31u)"},
    {"a sum of integers with a sign", "(int)(t1 >> 15)", "((int)t1 + 0x7fffffff)"},
};

class PlantedFaults : public ModelChecker {};

TEST_P(PlantedFaults, AreFound) {
  const PlantedFault& fault = kFaults[GetParam()];
  CSource source = source_of(catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32"));
  const std::string text = fault.text;
  const auto at = source.source.find(text);
  ASSERT_NE(at, std::string::npos) << fault.name;
  source.source.replace(at, text.size(), fault.with);
  EXPECT_EQ(check(source), kUnsafe) << fault.name;
}
INSTANTIATE_TEST_SUITE_P(Each, PlantedFaults, ::testing::Range(0, int{std::size(kFaults)}));

}  // namespace
}  // namespace mmasc
