// SPDX-License-Identifier: Apache-2.0
// AMD's instructions against the published cycles and wait states, each row of the sources once.
#include <algorithm>
#include <iterator>
#include <set>

#include "timing/published.h"

namespace mmasc {
namespace {

const std::vector<CsvRow>& amd_rows() {
  static const std::vector<CsvRow> kRows = csv_rows(MMASC_TEST_FILES "/amd.csv");
  return kRows;
}

std::vector<std::string> ids_of(const CsvRow& row) {
  std::istringstream words(row.at("ids"));
  return {std::istream_iterator<std::string>(words), {}};
}

TEST(Amd, EveryRowOfTheCatalogueIsPublished) {
  std::set<std::string> published, rows;
  for (const CsvRow& row : amd_rows())
    for (const std::string& id : ids_of(row))
      if (const Unit& unit = catalog().find(id);
          !unit.d().is_integer() && !unit.instruction.sparsity)
        published.insert(id);
  for (const Unit& unit : catalog().units())
    if (unit.instruction.id.starts_with("cdna") && !unit.d().is_integer() &&
        !unit.instruction.sparsity)
      rows.insert(unit.instruction.id);
  EXPECT_EQ(rows, published);
}

// Rates of sparse operands count the products that are left out.
TEST(Amd, CyclesWaitStatesAndStreams) {
  constexpr int kClocks = 4;  // of a pass, and of a wait state
  for (const CsvRow& row : amd_rows()) {
    const auto number = [&](const char* column) { return std::stoi(row.at(column)); };
    const int cycles = kClocks * number("passes");
    for (const std::string& id : ids_of(row)) {
      SCOPED_TRACE(id);
      const Timing timing = timing_table().look_up(timing_query(catalog().find(id)));
      EXPECT_EQ(timing.interval.value().cycles, cycles);
      EXPECT_EQ(timing.interval->confidence, Confidence::high);
      EXPECT_EQ(timing.port, Port::simd);
      const TimingQuery& query = timing.query;
      EXPECT_EQ(2.0 * query.m * query.n * query.k * query.blocks * ports_in_core(Port::simd),
                cycles * number("flops"));
      const WaitStates& waits = timing.wait_states.value();
      EXPECT_EQ(waits.identical_c, number("identical_c"));
      EXPECT_EQ(waits.overlapped_c, number("overlapped_c"));
      EXPECT_EQ(waits.operand, number("operand"));
      EXPECT_EQ(waits.memory, number("memory"));
      EXPECT_EQ(timing.latency_use.value().cycles,
                std::max(cycles, kClocks * (1 + number("operand"))));
      for (const std::uint64_t depth : {1, 64}) {
        EXPECT_EQ(timing.cycles_per_instruction(depth, Stream::independent).cycles, cycles);
        EXPECT_EQ(timing.cycles_per_instruction(depth, Stream::chained).cycles,
                  std::max(cycles, kClocks * (1 + number("identical_c"))));
      }
    }
  }
}

}  // namespace
}  // namespace mmasc
