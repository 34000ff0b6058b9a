// SPDX-License-Identifier: Apache-2.0
// The loop closed: a model as the black box, its row back.
#pragma once

#include <string>

#include "mmasc/arith/same_bits.h"
#include "mmasc/identify/box.h"
#include "mmasc/identify/identify.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc::testing {

struct Loop {
  identify::Identified found;
  std::size_t queries = 0;
  std::string contradiction;  // of further vectors of the box's own edges, where a row was found
  bool recovered() const { return found.is_identified() && contradiction.empty(); }
};

// By a search that says nothing and that nobody stops.
inline identify::Identified found_of(identify::Asked& asked,
                                     const identify::Options& options = {}) {
  return identify::find_row(
      asked, options, [](const std::string&) {}, [] {});
}

inline Loop close_loop(const Unit& unit, bool is_blind = false, int further = 20) {
  identify::Asked asked(identify::box_of(layout_of(unit)),
                        [&] { return make_reference_engine(unit); });
  identify::Options options;
  options.is_blind = is_blind;
  Loop loop{found_of(asked, options), 0, ""};
  loop.queries = asked.queries();
  if (!loop.found.is_identified()) return loop;
  const Generator generator(unit, 99);
  const Sequence sequence(loop.found.unit);
  for (const VectorClassInfo& info : kVectorClasses)
    for (int i = 0; i < further; ++i) {
      const Case row = generator.make(info.value, static_cast<std::uint64_t>(i));
      const std::uint64_t d = evaluate(generator.sequence(), operands_of(row));
      if (!same_bits(unit.d(), evaluate(sequence, operands_of(row)), d,
                     !loop.found.unit.datapath.result.nan))
        loop.contradiction = row.name;
    }
  return loop;
}

}  // namespace mmasc::testing
