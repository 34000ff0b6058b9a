// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "commands.h"
#include "engines.h"
#include "interrupt.h"
#include "spec/catalog.h"
#include "table.h"
#include "vectors/bundled.h"
#include "verification.h"

namespace mmasc {
namespace {

struct Span {
  int least = 0, most = 0;
  void include(int value) {
    least = least == 0 ? value : std::min(least, value);
    most = std::max(most, value);
  }
  std::string text() const {
    if (most == 0) return "-";
    return least == most ? std::to_string(least) : fmt::format("{}..{}", least, most);
  }
};

// The rows of one datapath on one architecture.
struct Group {
  std::string architecture, datapath;
  int rows = 0, covered = 0;
  Tally tally;
  Span latency, cycles;
};

// All but rtl, which compiles every row for seconds.
std::vector<std::string> engines_of_every_run() {
  auto names = engine_names();
  std::erase(names, "rtl");
  return names;
}

std::string architecture_of(const Unit& unit) {
  return unit.instruction.id.substr(0, unit.instruction.id.find('/'));
}

bool simulates(const Verification& verification) {
  return std::ranges::find(verification.engines(), "pipeline") != verification.engines().end();
}

// Of one dot-product-add; no operand changes it.
int simulated_cycles(const Unit& unit) {
  stop_if_interrupted();
  Case zeros;
  zeros.a.resize(static_cast<std::size_t>(unit.instruction.shape.k));
  zeros.b = zeros.a;
  zeros.sa.resize(static_cast<std::size_t>(unit.scales()));
  zeros.sb = zeros.sa;
  PackedCases packed({&zeros, 1});
  return static_cast<int>(trace_batch(unit, packed.batch(), "").cycles);
}

std::vector<Group> group_rows(const Verification& verification) {
  std::vector<Group> groups;
  const auto& units = catalog().units();
  for (std::size_t row = 0; row < units.size(); ++row) {
    const Unit& unit = units[row];
    const std::string architecture = architecture_of(unit);
    auto group = std::ranges::find_if(groups, [&](const Group& other) {
      return other.architecture == architecture && other.datapath == unit.datapath.name;
    });
    if (group == groups.end())
      group = groups.insert(group, {architecture, unit.datapath.name, 0, 0, {}, {}, {}});
    ++group->rows;
    group->covered += verification.tally(row).vectors() > 0;
    group->tally += verification.tally(row);
    group->latency.include(make_plan(unit).latency());
    if (simulates(verification)) group->cycles.include(simulated_cycles(unit));
  }
  return groups;
}

void print_table(const std::vector<Group>& groups) {
  using enum Table::Align;
  Table table({left, left, right, right, right, right, right, right});
  table.add({"architecture", "datapath", "rows", "recorded", "derived", "mismatches", "latency",
             "cycles"});
  for (const Group& group : groups)
    table.add({group.architecture, group.datapath, fmt::format("{}/{}", group.covered, group.rows),
               std::to_string(group.tally.recorded),
               std::to_string(group.tally.derived + group.tally.stated),
               std::to_string(group.tally.mismatches), group.latency.text(), group.cycles.text()});
  fmt::print("{}\n", table.text());
}

void print_legend() {
  fmt::print(
      "recorded    results of real GPUs; each file's provenance says which, by whom and when\n"
      "derived     computed from documents; programs that share no arithmetic with the models give "
      "the same\n            bits; not GPU results\n"
      "latency     cycles of one fused step, the registers of the plan\n"
      "cycles      of one dot-product-add, all its steps chained, as the pipeline simulates it\n"
      "            Both are structural: they follow from the plan and are no measurement of a "
      "GPU\n\n");
}

}  // namespace

int run_everything(const RunOptions& options) {
  if (!options.engine.empty()) check_engine(options.engine);
  std::vector<std::string> paths{bundled_vectors_dir()};
  // The recordings alone: the derived vectors beside them are bundled.
  if (const char* golden = std::getenv("MMASC_GOLDEN"); golden != nullptr && *golden != '\0')
    paths.push_back(std::string(golden) + "/public");

  Verification verification(options.engine.empty() ? engines_of_every_run()
                                                   : std::vector{options.engine});
  verification.run(find_vectors(paths));

  print_table(group_rows(verification));
  print_legend();
  for (const std::string& replay : verification.replays()) fmt::print("{}\n", replay);
  const Tally& total = verification.total();
  fmt::print("result: {}: {} recorded and {} derived vectors on {} ({}); mismatches: {}; {}\n",
             total.mismatches == 0 ? "ok" : "FAILED", total.recorded, total.derived + total.stated,
             fmt::join(verification.engines(), " and "), systemc_text(), total.mismatches,
             verification.coverage());
  return total.mismatches == 0 ? kGood : kMismatch;
}

}  // namespace mmasc
