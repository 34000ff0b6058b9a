// SPDX-License-Identifier: Apache-2.0
// A unit's cost by synthesis: Yosys and abc on its emitted RTL, stage by stage. Each stage module
// is synthesised by itself and kept in the user's cache, by what it is made of: a changed field
// costs the stages that it changes. The same RTL, tools and library give the same numbers.
#pragma once

#include <filesystem>

#include "cost/cost.h"
#include "spec/progress.h"

namespace mmasc {

inline constexpr const char* kDefaultLiberty = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";

struct SynthesisOptions {
  std::filesystem::path liberty = kDefaultLiberty;
  SynthesisRecipe recipe = SynthesisRecipe::area;
  std::filesystem::path cache;  // empty: the user's
};

struct Synthesis {
  UnitCost cost;
  int synthesised = 0;  // stage modules that the cache did not have
};

// Throws RowError where the unit has no plan, InputError where the library cannot be used,
// EnvironmentError where a tool is missing, fails, or needs more than half of this machine's memory
// or half an hour of CPU time for a stage, or where a signal comes. Tells `progress` the stages.
Synthesis synthesise(const Unit& unit, const SynthesisOptions& options = {},
                     const Progress& progress = {});

}  // namespace mmasc
