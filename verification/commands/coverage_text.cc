// SPDX-License-Identifier: Apache-2.0
#include "coverage_text.h"

#include <fmt/format.h>

#include <array>

#include "mmasc/presentation/table.h"

namespace mmasc {
namespace {

struct Tally {
  int points = 0, met = 0, unreachable = 0;
  void count(const Coverage::Entry& entry) {
    ++points;
    met += entry.vectors > 0;
    unreachable += !entry.unreachable.empty();
  }
  std::vector<std::string> cells(std::string_view name) const {
    return {std::string(name), std::to_string(points), std::to_string(met),
            std::to_string(unreachable), std::to_string(points - met - unreachable)};
  }
};

}  // namespace

std::string to_text(const Coverage& coverage) {
  using enum Table::Align;
  using enum CoverStage;
  Table table({left, right, right, right, right});
  table.add({"stage", "cover points", "met", "unreachable", "not met"});
  Tally all;
  for (const CoverStage stage : {multiplier, aligner, adder_tree, normalizer, sequence}) {
    Tally tally;
    for (const Coverage::Entry& entry : coverage.entries())
      if (entry.stage == name_of(stage)) tally.count(entry);
    if (tally.points > 0) table.add(tally.cells(name_of(stage)));
  }
  for (const Coverage::Entry& entry : coverage.entries()) all.count(entry);
  table.add(all.cells("all"));
  std::string text = table.text();
  for (const Coverage::Entry& entry : coverage.entries())
    if (!entry.unreachable.empty())
      text += fmt::format("unreachable: {}: {}\n", entry.point, entry.unreachable);
  for (const Coverage::Entry* entry : coverage.unreached())
    text += fmt::format("not met: {}\n", entry->point);
  return text + fmt::format("{}: {} vectors meet {} of {} cover points; {} cannot be reached\n",
                            coverage.unit(), coverage.vectors(), all.met, all.points,
                            all.unreachable);
}

}  // namespace mmasc
