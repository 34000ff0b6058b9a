// SPDX-License-Identifier: Apache-2.0
// The explorer is asked as its page asks it, without a browser.
#include "apps/web/explore.h"

#include <gtest/gtest.h>

#include <set>

#include "mmasc/presentation/json.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/operand_layout.h"

namespace mmasc {
namespace {

Json answer_to(const Json& request) { return Json::parse(explore(request.dump())); }

std::set<std::string> names_of(const Json& object) {
  std::set<std::string> names;
  for (const auto& [name, value] : object.items()) names.insert(name);
  return names;
}

// Units with every operand of the table between them.
const Json kRequests[] = {
    {{"unit", "volta/mma.m8n8k4.f32.f16.f16.f32"}},
    {{"unit", "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3"}},
    {{"unit", "hopper/mma.sp.m16n8k32.f32.f16.f16.f32"},
     {"seed", "7"},
     {"set", {"result.rounding={ mode = \"stochastic\", random_bits = 8 }"}}}};

TEST(Explore, TellsWhatMayBeTyped) {
  const Json document = Json::parse(units_document());
  std::set<std::string> names;
  for (const Json& operand : document.at("operands")) {
    EXPECT_FALSE(operand.at("label").get<std::string>().empty());
    names.insert(operand.at("name").get<std::string>());
  }
  for (const OperandRow& row : kInputs)
    EXPECT_EQ(names.contains(std::string(row.name)), row.along != Along::drawn) << row.name;
}

TEST(Explore, SaysWhichOperandsAUnitTakes) {
  for (const Json& request : kRequests) {
    Unit unit = catalog().find(request.at("unit").get<std::string>());
    for (const std::string& change : request.value("set", std::vector<std::string>()))
      unit = unit.with(change.substr(0, change.find('=')), change.substr(change.find('=') + 1));
    std::set<std::string> taken;
    for (const OperandRow& row : kInputs)
      if (layout_of(unit).has(row.operand)) taken.emplace(row.name);
    EXPECT_EQ(names_of(answer_to(request).at("unit").at("operands")), taken);
  }
}

// A text that stands for an untyped operand gives the same d when it is typed.
TEST(Explore, EvaluatesWithNothingTyped) {
  for (Json request : kRequests) {
    const Json untyped = answer_to(request);
    ASSERT_FALSE(untyped.contains("error")) << untyped.at("error");
    for (const auto& [name, typed] : untyped.at("unit").at("operands").items())
      request[name] = typed;
    const Json answer = answer_to(request);
    EXPECT_EQ(answer.at("eval"), untyped.at("eval"));
    EXPECT_EQ(answer.at("command"), untyped.at("command"));
  }
}

}  // namespace
}  // namespace mmasc
