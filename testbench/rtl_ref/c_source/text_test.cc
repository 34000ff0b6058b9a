// SPDX-License-Identifier: Apache-2.0
// What emitted C does not hold, and the order of its functions.
#include <regex>
#include <set>

#include "c_source/emitted.h"
#include "mmasc/unit/catalog.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

std::vector<Unit> units() {
  std::vector<Unit> units;
  for (const std::string& id : kinds_of_units()) units.push_back(catalog().find(id));
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    units.push_back(stochastic_unit(seed));
    units.push_back(sparse_unit(seed));
    units.push_back(tensor_scaled_unit(seed));
  }
  return units;
}

std::string without_comments(const std::string& text) {
  return std::regex_replace(text, std::regex(R"(/\*[^*]*\*+([^/*][^*]*\*+)*/)"), " ");
}

TEST(EmittedText, HoldsNothingThatToolsRefuse) {
  const std::regex refused(
      R"(\b(malloc|calloc|free|float|double|__\w+|while|goto|signed|asm|volatile|alloca|setjmp)\b)");
  const std::regex include(R"(#include\s+(\S+))");
  for (const Unit& unit : units()) {
    const CSource source = source_of(unit);
    for (const std::string& each : {source.source, source.header}) {
      const std::string text =
          std::regex_replace(without_comments(each), std::regex("#ifdef __cplusplus"), "");
      std::smatch found;
      EXPECT_FALSE(std::regex_search(text, found, refused))
          << unit.instruction.id << ": " << found.str();
      for (std::sregex_iterator at(text.begin(), text.end(), include), end; at != end; ++at) {
        const std::string file = (*at)[1];
        EXPECT_TRUE(file == "\"unit.h\"" || file == "<stdint.h>" || file == "<stdio.h>" ||
                    file == "<assert.h>")
            << file;
      }
    }
    EXPECT_LT(source.source.find("#ifdef UNIT_SELF_TEST"), source.source.find("<stdio.h>"));
    EXPECT_LT(source.source.find("#ifdef UNIT_CHECK"), source.source.find("<assert.h>"));
  }
}

// What a compiler reads of a unit, without what a bounded model checker does besides.
std::string without_checks(std::string text) {
  const std::string begin = "#ifdef UNIT_CHECK", end = "#endif";
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at))
    text.erase(at, text.find(end, at) + end.size() - at);
  return text;
}

// Nothing calls itself, not even by way of others.
TEST(EmittedText, CallsFunctionsAboveAlone) {
  const std::regex word(R"((^|[^\w.>])([A-Za-z_]\w*)\s*\()");
  for (const Unit& unit : units()) {
    const std::string source = without_checks(source_of(unit).source);
    std::istringstream text(without_comments(source.substr(0, source.find("#ifdef UNIT_SELF"))));
    std::set<std::string> known{"for", "if", "return", "UINT32_C", "UINT64_C"};
    std::string line, within;
    int calls = 0;
    while (std::getline(text, line)) {
      const bool begins = line.starts_with("static ") || line.starts_with("void ");
      for (std::sregex_iterator at(line.begin(), line.end(), word), end; at != end; ++at) {
        const std::string name = (*at)[2];
        if (begins) {
          EXPECT_FALSE(known.contains(name)) << name;
          within = name;
        } else {
          EXPECT_TRUE(known.contains(name)) << unit.instruction.id << ": " << name;
          ++calls;
        }
        if (begins) break;
      }
      if (line == "}") known.insert(within);
    }
    EXPECT_GT(calls, 5);
  }
}

TEST(EmittedText, HasNoChoiceThatIsKnown) {
  for (const char* id :
       {"x86/vdpphps", "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.2X.ue8m0"}) {
    const std::string text = source_of(catalog().find(id)).source;
    EXPECT_NE(text.find(" ? "), std::string::npos) << id;
    EXPECT_FALSE(std::regex_search(text, std::regex(R"([(=] ?[01]u? \?)"))) << id;
  }
}

TEST(EmittedText, IsTheSameAgain) {
  const Unit& unit = catalog().find(kinds_of_units().front());
  EXPECT_EQ(source_of(unit).source, source_of(unit).source);
  EXPECT_EQ(source_of(unit).header, source_of(unit).header);
}

TEST(EmittedText, NamesAreChecked) {
  const Unit& unit = catalog().find(kinds_of_units().front());
  for (const char* name : {"", "9a", "a-b", "_a", "while", "class"})
    EXPECT_THROW(emit_c(unit, {name, "unit.h", "", "", {}}), InputError) << name;
}

}  // namespace
}  // namespace mmasc
