// SPDX-License-Identifier: Apache-2.0
// Yosys proves the assertions of emitted modules by induction.
#pragma once

#include <gtest/gtest.h>

#include <regex>

#include "mmasc/onlookers/emit_coverage.h"
#include "mmasc/onlookers/onlooker.h"
#include "mmasc/onlookers/onlooker_files.h"
#include "mmasc/rtl/flow_files.h"
#include "mmasc/unit/error.h"
#include "mmasc/verilated/yosys.h"
#include "onlookers/watched_units.h"
#include "rtl/folder.h"

namespace mmasc {

class Induction : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      run_tool(kYosys, {"-V"});
    } catch (const EnvironmentError& error) {
      GTEST_SKIP() << error.what();
    }
  }
  void write(const std::vector<RtlFile>& files) {
    sources_.clear();
    for (const RtlFile& file : files) {
      std::ofstream(folder_.path() / file.name) << file.text;
      if (file.name.ends_with(".sv")) sources_ += " " + file.name;
    }
  }
  // All assertions of the module, at least so many, hold after a first cycle in reset. `read` and
  // `flattened` are commands on the design as it is read, and as it is flattened.
  bool proves(const std::string& top, const std::string& read, const std::string& flattened = "",
              int least = 5) {
    const ToolRun run = run_tool(
        kYosys,
        {"-p", "read_verilog -sv -formal -DMMASC_ASSERTIONS -defer" + sources_ + "; " + read +
                   "hierarchy -check -top " + top + "; proc; flatten; async2sync; opt -full; " +
                   flattened + "select -assert-min " + std::to_string(least) +
                   " t:$assert; select -clear; "
                   "sat -tempinduct -prove-asserts -set-at 1 rst_ni 0 -seq 1 -maxsteps 3 "
                   "-show-ports " +
                   top},
        folder_.path());
    output_ = run.output;
    return run.succeeded && run.output.find("Induction step proven: SUCCESS!") != std::string::npos;
  }
  // It found where one does not, and did not give up.
  bool is_decided() const {
    return output_.find("proof failed") != std::string::npos ||
           output_.find("model found") != std::string::npos;
  }

  testing::Folder folder_;
  std::string sources_, output_;
};

// Bounds of words do not tell what a rounding cannot give: those assertions are left to simulation,
// and those of other cover points whose names match `left`.
inline std::string without_roundings(const Unit& unit, const std::string& left = "^$") {
  const Sequence sequence(unit);
  const CoverPoints points = cover_points_of(sequence);
  std::string commands;
  for (std::size_t p = 0; p < points.list.size(); ++p)
    if (points.list[p].stage == CoverStage::normalizer ||
        std::regex_search(points.list[p].name, std::regex(left)))
      commands += "delete */c:u_assertions.never_" + std::to_string(p) + "; ";
  return commands;
}

}  // namespace mmasc
