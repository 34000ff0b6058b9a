// SPDX-License-Identifier: Apache-2.0
// Emitted C, compiled strictly, gives the reference's bits: units of every kind, random ones, with
// sanitizers; and its self test finds an answer that is wrong.
#include <regex>

#include "c_source/emitted.h"
#include "c_source/free_bits.h"
#include "mmasc/unit/catalog.h"
#include "random/flagged_units.h"
#include "random/integer_unit.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

void expect_agrees(const Unit& unit, int count, const std::string& optimisation = "-O1") {
  SCOPED_TRACE(unit.instruction.id);
  const EmittedUnit emitted(unit, optimisation + kTraps);
  ASSERT_TRUE(emitted.is_there());
  EXPECT_TRUE(compare(emitted, *make_reference_engine(unit), drawn(unit, count, 1)).equal);
}

class EmittedC : public ::testing::TestWithParam<std::string> {};

TEST_P(EmittedC, GivesTheReferencesBits) { expect_agrees(catalog().find(GetParam()), 4'000); }

INSTANTIATE_TEST_SUITE_P(Units, EmittedC, ::testing::ValuesIn(kinds_of_units()),
                         [](const auto& instance) {
                           return "Unit" + std::to_string(instance.index);
                         });

// A unit sparse by its row, and one per field that brings in operands or results of its own.
TEST(EmittedUnits, OfSparseRowsAgree) {
  int compared = 0;
  for (const Unit& unit : catalog().units()) {
    if (layout_but_random(unit)[Operand::metadata].count == 0 || ++compared % 40 != 0) continue;
    expect_agrees(unit, 1'000);
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 80);
}

TEST(EmittedUnits, ThatRaiseFlagsAgree) {
  for (const Unit& unit : flagged_units()) expect_agrees(unit, 2'000);
}

TEST(EmittedUnits, IgnoreBitsAboveAFormats) {
  const std::vector<Unit> units{catalog().find(kinds_of_units().back()), sparse_unit(1),
                                stochastic_unit(2), tensor_scaled_unit(3)};
  for (const Unit& unit : units) {
    const OperandLayout layout = layout_of(unit);
    OperationBatch dirty(unit);
    const OperationBatch clean = drawn(unit, 300, 4);
    for (Case row : clean.operations()) {
      for (const OperandRow& input : kInputs)
        for (std::size_t i = 0; i < row[input.operand].size(); ++i)
          if (const int bits = layout[input.operand].bits_of(static_cast<int>(i)); bits < 64)
            row[input.operand][i] |= ~std::uint64_t{0} << bits;
      dirty.add(row);
    }
    const EmittedUnit emitted(unit, "-O1" + kTraps);
    ASSERT_TRUE(emitted.is_there());
    EXPECT_TRUE(compare(emitted, *make_reference_engine(unit), dirty).equal);
  }
}

template <class MakeUnit>
void expect_random_agree(MakeUnit make, std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    SCOPED_TRACE(seed);
    expect_agrees(make(seed), 500, "-O0");
    if (::testing::Test::HasFailure()) return;
  }
}
TEST(EmittedUnits, ThatAreRandomAgree) { expect_random_agree(random_unit, 0, 24); }
TEST(EmittedUnits, ThatAreStochasticAgree) {
  expect_random_agree(stochastic_unit, 100, 12);
  // Draws more bits for the late addition than for a step.
  expect_random_agree(stochastic_unit, 1021, 1);
}
TEST(EmittedUnits, ThatAreSparseAgree) { expect_random_agree(sparse_unit, 200, 12); }
TEST(EmittedUnits, ThatAreTensorScaledAgree) { expect_random_agree(tensor_scaled_unit, 300, 12); }
TEST(EmittedUnits, OfIntegersAgree) { expect_random_agree(integer_unit, 400, 12); }

// Fills a struct with bits by chance, for the functions that a checker would choose from.
std::string chosen_by_chance(const CSource& source) {
  std::string text =
      "#include \"unit.h\"\n#include <stddef.h>\n"
      "static uint64_t s = 1;\n"
      "static void fill(void *at, size_t n) {\n"
      "  unsigned char *p = at;\n"
      "  while (n-- > 0) { s = s * UINT64_C(6364136223846793005) + 1; *p++ = (unsigned "
      "char)(s >> 56); }\n}\n";
  const std::regex prototype(R"((struct \w+) (nondet_\w+)\(void\);)");
  for (std::sregex_iterator at(source.source.begin(), source.source.end(), prototype), end;
       at != end; ++at) {
    const std::string type = (*at)[1], name = (*at)[2];
    text += type + " " + name + "(void);\n" + type + " " + name + "(void) { " + type +
            " x; fill(&x, sizeof x); return x; }\n";
  }
  return text;
}

// Runs what the source checks, and other calls, 3,000 times with sanitizers; 0 if nothing is wrong.
int run_checks(const CSource& source, const std::string& calls = "") {
  const EmittedFolder folder(source);
  folder.write("any.c", chosen_by_chance(source) +
                            "int check(void);\n"
                            "int main(void) {\n  int i;\n  for (i = 0; i < 3000; ++i) {\n" +
                            calls + "    if (check() != 0) return 1;\n  }\n  return 0;\n}\n");
  // A planted fault may be one that the compiler warns of.
  EXPECT_EQ(folder.run(kSanitized + "-Wno-error -O0 -DUNIT_CHECK -Dmain=check -c unit.c && " +
                       kSanitized + "-O0 unit.o any.c -o any"),
            0);
  return folder.run("./any 2>out");
}

// Whatever the fields of a struct hold, also what no stage leaves in them; and where they have no
// bits above their widths, none leave.
TEST(EmittedStages, HaveNoUndefinedBehaviourAndKeepToTheirWidthsOnAnyBits) {
  const std::regex prototype(
      R"(void (unit_\w+)\(const struct (\w+) \*in,\s+struct (\w+) \*out\);)");
  std::vector<Unit> units = with_free_bits_in_results();
  for (const std::string& id : kinds_of_units()) units.push_back(catalog().find(id));
  for (const Unit& unit : units) {
    const std::string& id = unit.instruction.id;
    const CSource source = source_of(unit);
    std::string calls;
    int stages = 0;
    for (std::sregex_iterator at(source.header.begin(), source.header.end(), prototype), end;
         at != end; ++at, ++stages)
      calls += "  { struct " + (*at)[2].str() + " in; struct " + (*at)[3].str() +
               " out; fill(&in, sizeof in); " + (*at)[1].str() + "(&in, &out); }\n";
    EXPECT_GE(stages, 5) << id;
    EXPECT_EQ(run_checks(source, calls), 0) << id;
  }
}

TEST(EmittedStages, ThatLeaveBitsAboveAWidthOrReadBehindAnArrayAreSeen) {
  const CSource good = source_of(catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32"));
  EXPECT_EQ(run_checks(good), 0);
  for (const auto& [text, with] :
       {std::pair<std::string, std::string>{" & 0x3ffu);", " & 0x7ffu);"},
        {"in->a[s * 4 + i]", "in->a[s * 4 + i + 1]"}}) {
    CSource source = good;
    ASSERT_NE(source.source.find(text), std::string::npos);
    source.source.replace(source.source.find(text), text.size(), with);
    EXPECT_NE(run_checks(source), 0) << with;
  }
}

TEST(EmittedSelfTests, PassAndFindAWrongAnswer) {
  for (const char* id :
       {"hopper/mma.m16n8k32.f16.e4m3.e4m3.f16", "hopper/mma.m8n8k4.f64.f64.f64.f64"}) {
    const Unit& unit = catalog().find(id);
    std::vector<Case> cases = answered(unit, drawn(unit, 40, 2));
    const std::string run = kStrict + "-DUNIT_SELF_TEST unit.c -o test && ./test";
    EXPECT_EQ(EmittedFolder(source_of(unit, cases)).run(run + " >out"), 0) << id;
    cases[17].d() ^= 1;
    EXPECT_EQ(EmittedFolder(source_of(unit, cases)).run(run + " >out"), 1) << id;
  }
}

TEST(EmittedSelfTests, PassWithSanitizers) {
  for (const std::string& id : kinds_of_units()) {
    const Unit& unit = catalog().find(id);
    const std::vector<Case> cases = answered(unit, drawn(unit, 400, 3));
    const EmittedFolder folder(source_of(unit, cases));
    EXPECT_EQ(folder.run(kSanitized + "-O0 -DUNIT_SELF_TEST unit.c -o test && ./test >out"), 0)
        << id;
  }
}

}  // namespace
}  // namespace mmasc
