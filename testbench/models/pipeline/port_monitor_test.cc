// SPDX-License-Identifier: Apache-2.0
// The monitor names the fault that is planted and no other, and finds none in a unit of ours.
#include "mmasc/pipeline/port_monitor.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/pipeline/dot_product_unit.h"
#include "mmasc/stimulus/random.h"
#include "pipeline/bench.h"
#include "pipeline/operations.h"
#include "pipeline/samples.h"

namespace mmasc {
namespace {

constexpr int kMonitoredOperations = 1000;
constexpr std::uint64_t kPlannedBits = 12;

using Word = std::uint64_t;
bool fits(const Word& word) { return word >> kPlannedBits == 0; }

// A source, three ranks of registers and a sink in one. Where `fault` says so they break one rule,
// whenever there is occasion and chance wills.
class FaultyUnit : public sc_core::sc_module, public ClockPorts {
 public:
  static constexpr std::size_t kRanks = 3;

  FaultyUnit(sc_core::sc_module_name name, std::optional<PortRule> fault)
      : sc_module(name), fault_(fault) {
    SC_METHOD(on_clock);
    sensitive << clk_i.pos() << rst_ni;
    dont_initialize();
  }
  SC_HAS_PROCESS(FaultyUnit);

  Link<Word> input{"input"}, output{"output"};
  int results = 0;

 private:
  using Rank = std::optional<Tagged<Word>>;

  bool strikes(PortRule fault) { return fault_ == fault && random_.chance(15); }

  void on_clock() {
    if (!rst_ni.read()) {
      ranks_ = {};
      input.valid.write(false);
      output.valid.write(fault_ == PortRule::valid_in_reset);
      return;
    }
    if (!clk_i.posedge()) return output.valid.write(false);  // out of reset
    move();
    offer();
    input.ready.write(!ranks_[2]);
    output.ready.write(!random_.chance(30));
  }

  // ranks_[0] is the last.
  void move() {
    const bool waits = output.valid.read() && !output.ready.read();
    const bool taken = output.valid.read() && output.ready.read();
    results += taken;
    const bool doubles = taken && strikes(PortRule::doubled);
    if (taken && !doubles) ranks_[0].reset();
    if (!ranks_[0] && !strikes(PortRule::too_late)) {
      if (ranks_[1] && ranks_[2] && strikes(PortRule::out_of_order))
        std::swap(ranks_[1]->id, ranks_[2]->id);
      ranks_[0] = std::exchange(ranks_[1], {});
      if (ranks_[0] && strikes(PortRule::lost)) ranks_[0].reset();
      if (ranks_[0] && strikes(PortRule::beyond_width)) ranks_[0]->payload |= 1U << kPlannedBits;
      if (!ranks_[0] && ranks_[2] && strikes(PortRule::too_early))
        ranks_[0] = std::exchange(ranks_[2], {});
      if (!ranks_[0] && strikes(PortRule::invented)) ranks_[0] = {~next_, 0};
    }
    if (!ranks_[1]) ranks_[1] = std::exchange(ranks_[2], {});
    if (input.valid.read() && input.ready.read()) ranks_[2] = input.data.read();

    const bool withdraws = waits && strikes(PortRule::out_withdrawn);
    output.valid.write(ranks_[0] && !withdraws);
    if (!ranks_[0]) return;
    Tagged<Word> data = *ranks_[0];
    if (waits && strikes(PortRule::out_changed)) data.payload ^= 1;
    output.data.write(data);
  }

  void offer() {
    Tagged<Word> data = input.data.read();
    if (input.valid.read() && !input.ready.read()) {
      if (strikes(PortRule::in_withdrawn)) input.valid.write(false);
      if (strikes(PortRule::in_changed)) data.payload ^= 1;
      input.data.write(data);
      return;
    }
    if (input.valid.read()) ++next_;
    const bool offers = next_ < kMonitoredOperations && !random_.chance(30);
    input.valid.write(offers);
    if (offers) input.data.write({next_, (next_ * 77) % (1U << kPlannedBits)});
  }

  const std::optional<PortRule> fault_;
  Random random_{1};
  std::array<Rank, kRanks> ranks_;
  std::uint64_t next_ = 0;
};

class PortMonitorFinds : public ::testing::TestWithParam<std::optional<PortRule>> {};

TEST_P(PortMonitorFinds, ThePlantedFaultAlone) {
  Clock clock;
  FaultyUnit unit("unit", GetParam());
  std::set<PortRule> found;
  PortMonitor<Word, Word> monitor(
      "monitor",
      {.latency = FaultyUnit::kRanks, .lost_after = 20, .in_fits = fits, .out_fits = fits},
      [&](const PortViolation& violation) { found.insert(violation.rule); });
  clock.drive(unit);
  clock.drive(monitor);
  monitor.bind_input(unit.input);
  monitor.bind_output(unit.output);
  clock.start_in_reset();
  clock.run(6 * kMonitoredOperations);
  EXPECT_GT(unit.results, kMonitoredOperations / 2);
  EXPECT_EQ(monitor.in_flight(), 0U);
  if (!GetParam()) {
    EXPECT_EQ(monitor.violations(), 0);
    return;
  }
  EXPECT_EQ(found, std::set{*GetParam()});
  EXPECT_GT(monitor.count(*GetParam()), 0);
  EXPECT_EQ(monitor.count(*GetParam()), monitor.violations());
}

INSTANTIATE_TEST_SUITE_P(
    Faults, PortMonitorFinds,
    ::testing::Values(std::nullopt, PortRule::in_withdrawn, PortRule::in_changed,
                      PortRule::out_withdrawn, PortRule::out_changed, PortRule::out_of_order,
                      PortRule::lost, PortRule::doubled, PortRule::invented, PortRule::too_early,
                      PortRule::too_late, PortRule::valid_in_reset, PortRule::beyond_width),
    [](const auto& info) { return std::string(info.param ? name_of(*info.param) : "none"); });

TEST(PortMonitor, FindsNothingInADotProductUnit) {
  const Sequence sequence(kSamples[0].unit());
  const auto unit = make_dot_product_unit("unit", sequence.plan());
  Clock clock;
  Bench<Operands, Result> bench("bench", clock, *unit);
  PortMonitor<Operands, Result> monitor(
      "monitor", {.latency = static_cast<std::uint64_t>(sequence.plan().latency())});
  clock.drive(monitor);
  monitor.bind_input(bench.input);
  monitor.bind_output(bench.output);
  Random random(1);
  bench.start(random_steps(sequence, 300, 1), Schedule::random(random, 300, 30, 30));
  clock.start_in_reset();
  clock.run(4000);
  EXPECT_EQ(bench.delivered.size(), 300U);
  EXPECT_EQ(monitor.violations(), 0);
  EXPECT_EQ(monitor.in_flight(), 0U);
}

// The names in SystemVerilog are the same, in the same order.
TEST(PortMonitor, HasTheRulesOfTheChecker) {
  std::ifstream file(MMASC_PORT_RULES);
  std::vector<std::string> names;
  for (std::string line; std::getline(file, line);) {
    const auto open = line.find("name = \"");
    if (open != line.npos) names.push_back(line.substr(open + 8, line.rfind('"') - open - 8));
  }
  EXPECT_TRUE(std::ranges::equal(names, kPortRuleNames));
}

}  // namespace
}  // namespace mmasc
