// SPDX-License-Identifier: Apache-2.0
// Every bit that an emitted stage registers is one field's, and every field has its bits.
#include <gtest/gtest.h>

#include <algorithm>

#include "mmasc/rtl/emit.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

// An instance whose terms all enter it has a spare bit for those that would pass it by.
bool has_spare_bit(const std::string& unit, const std::string& instance) {
  const std::size_t at = unit.find(") " + instance + " (");
  const std::size_t pass = unit.find(".bypass_i(1'b0)", at);
  return pass != std::string::npos && pass < unit.find(";", at);
}

void expect_every_bit_has_a_place(const Plan& plan) {
  const Rtl rtl = emit_rtl(plan, "unit");
  ASSERT_EQ(rtl.stages.size(), static_cast<std::size_t>(plan.stages.size()));
  for (const StageRegisters& stage : rtl.stages) {
    std::vector<std::vector<int>> owners;
    for (const auto& instance : stage.instances)
      owners.emplace_back(static_cast<std::size_t>(instance.payload_bits));
    for (const StageRegisters::Place& place : stage.fields)
      for (int bit = place.low; bit < place.low + kept_bits(place.width, place.form); ++bit)
        ++owners.at(static_cast<std::size_t>(place.instance)).at(static_cast<std::size_t>(bit));
    for (std::size_t i = 0; i < owners.size(); ++i) {
      const std::string& name = stage.instances[i].name;
      const auto spare = std::ranges::count(owners[i], 0);
      EXPECT_EQ(spare, has_spare_bit(rtl.files.back().text, name) ? 1 : 0) << name;
      EXPECT_EQ(std::ranges::count(owners[i], 1) + spare, std::ssize(owners[i])) << name;
    }
  }
}

TEST(RegisterPlaces, AreAllOfARegisterOfEveryRow) {
  for (const Unit& unit : catalog().units()) {
    SCOPED_TRACE(unit.instruction.id);
    expect_every_bit_has_a_place(make_plan(unit));
    if (HasFailure()) return;
  }
}

TEST(RegisterPlaces, AreAllOfARegisterOfRandomDatapaths) {
  int planned = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    try {
      expect_every_bit_has_a_place(make_plan(random_unit(seed)));
      ++planned;
    } catch (const RowError&) {
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(planned, 150);
}

}  // namespace
}  // namespace mmasc
