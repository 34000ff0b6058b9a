// SPDX-License-Identifier: Apache-2.0
// RTL whose roundings are stochastic.
#include "mmasc/rtl/flow_files.h"
#include "mmasc/unit/plan.h"
#include "rtl/random_units.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

class StochasticRtl : public testing::WithVerilator {};

TEST_F(StochasticRtl, Agrees) { expect_rtl_of_first_agrees(stochastic_unit, 1); }

TEST(EmittedRtl, HasRandomBitsOnlyWhereTheyAreDrawn) {
  const Unit stochastic = stochastic_unit(1);
  const auto has = [](const Unit& unit) {
    bool port = false, module = false;
    for (const RtlFile& file : emit_rtl_files({&unit, 1}, "unit")) {
      port = port || (file.name == "unit.sv" && file.text.find("random_i") != std::string::npos);
      module = module || file.name == "mmasc_beside.sv";
    }
    return std::pair(port, module);
  };
  EXPECT_EQ(has(stochastic), std::pair(true, true));
  EXPECT_EQ(has(random_unit(1)), std::pair(false, false));
}

}  // namespace
}  // namespace mmasc
