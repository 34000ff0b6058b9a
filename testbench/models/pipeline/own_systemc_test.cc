// SPDX-License-Identifier: Apache-2.0
// Short tiles are simulated in a process that says that it is alone, and nowhere else.
#include <gtest/gtest.h>
#include <unistd.h>

#include "mmasc/pipeline/engine.h"
#include "mmasc/pipeline/simulate.h"
#include "mmasc/unit/catalog.h"
#include "random/operation_batch.h"

namespace mmasc {
namespace {

Unit unit() { return catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32"); }

// Whether SystemC's reports of the simulation came from this process.
bool reports_here() {
  const auto before = sc_core::sc_report_handler::get_count(sc_core::SC_INFO);
  OperationBatch operations(unit());
  operations.add(random_operands(unit(), 1));
  std::vector<std::uint64_t> d(1);
  simulate(Sequence(unit()), make_tile(operations.batch(d)));
  return sc_core::sc_report_handler::get_count(sc_core::SC_INFO) != before;
}

TEST(OwnSystemC, IsLeftAloneUnlessAProgramSaysThatItIsAlone) {
  EXPECT_FALSE(reports_here());
  own_systemc();
  EXPECT_TRUE(reports_here());
  EXPECT_TRUE(reports_here());
  EXPECT_TRUE(sc_core::sc_get_top_level_objects().empty());
  const sc_core::sc_clock mine("mine");  // somebody elaborates: a child again
  EXPECT_FALSE(reports_here());
}

}  // namespace
}  // namespace mmasc
