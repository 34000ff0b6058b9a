// SPDX-License-Identifier: Apache-2.0
// An emitted unit with what looks on at it, as Verilator's linter sees it.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "mmasc/tools/tool.h"
#include "onlookers/watched_units.h"
#include "rtl/folder.h"
#include "rtl/warnings.h"

namespace mmasc::testing {

// The linter says nothing where `words` are defined.
inline void expect_clean(const Unit& unit, const std::vector<std::string>& words) {
  const Folder folder;
  for (const RtlFile& file : watched_files(unit))
    std::ofstream(folder.path() / file.name) << file.text;
  std::vector<std::string> arguments{"--lint-only", "-Wall",        "-f",
                                     "unit.f",      "--top-module", "unit"};
  for (const std::string& word : words) arguments.push_back("-D" + word);
  const ToolRun run = run_tool({"verilator", "verilator"}, arguments, folder.path());
  EXPECT_EQ(warnings_in(run.output), "") << unit.instruction.id << to_toml(unit);
  EXPECT_TRUE(run.succeeded) << unit.instruction.id;
}

}  // namespace mmasc::testing
