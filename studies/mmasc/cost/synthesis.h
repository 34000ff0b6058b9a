// SPDX-License-Identifier: Apache-2.0
// Units' costs by synthesis: Yosys and abc on their emitted RTL, segment by segment. Each stage
// module is synthesised by itself and kept in the user's cache, by what it is made of: a changed
// field costs the stages that it changes, and the whole unit, for its delay. Stages without
// registers between them are one module. Further ranks after a stage are moved into its logic
// (retiming.h); the whole is then not synthesised. The same RTL, tools and library give the same
// numbers.
#pragma once

#include <filesystem>
#include <vector>

#include "mmasc/cost/cost.h"
#include "mmasc/unit/progress.h"

namespace mmasc {

struct SynthesisOptions {
  std::filesystem::path liberty{};  // empty: the default one (cells.h)
  SynthesisRecipe recipe = SynthesisRecipe::area;
  std::filesystem::path cache{};  // empty: the user's
  int processes = 0;              // of Yosys at a time; 0: one for each processor
};

struct Synthesis {
  std::vector<UnitCost> costs;  // of each unit
  int synthesised = 0;          // modules that the cache did not have
};

// Modules that are alike, of one unit or of several, are synthesised once. The numbers do not
// depend on `processes`. Tells `progress` the distinct modules, from any thread, one at a time.
//
// Throws RowError where a unit has no plan, InputError where the library cannot be used,
// EnvironmentError where a tool is missing, fails, or needs more than half of this machine's memory
// or half an hour of CPU time for a stage, or where a signal comes.
Synthesis synthesise(const std::vector<Unit>& units, const SynthesisOptions& options = {},
                     const Progress& progress = {});

// One unit that takes the formats of all of these, which a port selects (mmasc/rtl/rtl_unit.h):
// they differ in the formats of a and b alone, else InputError. Throws as synthesise() does.
UnitCost synthesise_formats(const std::vector<Unit>& units, const SynthesisOptions& options = {},
                            const Progress& progress = {});

// Throws InputError where a library is named and is no file, EnvironmentError where a tool is
// missing.
void check_synthesis(const std::filesystem::path& liberty = {});

}  // namespace mmasc
