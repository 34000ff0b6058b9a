// SPDX-License-Identifier: Apache-2.0
// Emitted RTL as three tools see it, of which none may say a word.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "mmasc/rtl/flow_files.h"
#include "mmasc/tools/tool.h"
#include "mmasc/unit/error.h"
#include "rtl/folder.h"
#include "rtl/warnings.h"

namespace mmasc {

struct Linter {
  const char* name;
  Tool tool;
  std::vector<std::string> (*arguments)(const std::string& top, const std::string& sources);

  friend std::ostream& operator<<(std::ostream& out, const Linter& linter) {
    return out << linter.name;
  }
};

inline const Linter kLinters[] = {
    {"verilator",
     {"verilator", "verilator"},
     [](const std::string& top, const std::string&) {
       return std::vector<std::string>{"--lint-only", "-Wall", "-f", "unit.f", "--top-module", top};
     }},
    {"icarus",
     {"iverilog", "iverilog"},
     [](const std::string& top, const std::string&) {
       return std::vector<std::string>{"-g2012", "-Wall", "-t", "null", "-s", top, "-f", "unit.f"};
     }},
    {"yosys",
     {"yosys", "yosys"},
     [](const std::string& top, const std::string& sources) {
       return std::vector<std::string>{"-q", "-p",
                                       "read_verilog -sv -defer" + sources +
                                           "; hierarchy -check -top " + top +
                                           "; proc; check -assert"};
     }},
};

class Lint : public ::testing::TestWithParam<Linter> {
 protected:
  // In a folder of its own, with `more` in the file list; the tool must say nothing at all.
  void expect_clean(std::span<const Unit> units, const std::string& top = "unit",
                    const std::string& more = "", const FlowOptions& options = {}) {
    const testing::Folder folder;
    std::string sources;
    for (const RtlFile& file : emit_rtl_files(units, "unit", options)) {
      std::ofstream out(folder.path() / file.name);
      out << file.text;
      if (file.name != "unit.f") continue;
      out << more;
      sources = " " + file.text;
    }
    std::ranges::replace(sources, '\n', ' ');
    const auto run = run_tool(GetParam().tool, GetParam().arguments(top, sources), folder.path());
    EXPECT_TRUE(run.succeeded) << units[0].instruction.id;
    EXPECT_EQ(testing::warnings_in(run.output), "") << units[0].instruction.id;
  }
  void SetUp() override {
    try {
      run_tool(GetParam().tool, {"-V"});
    } catch (const EnvironmentError& error) {
      GTEST_SKIP() << error.what();
    }
  }
};

}  // namespace mmasc
