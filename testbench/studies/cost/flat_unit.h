// SPDX-License-Identifier: Apache-2.0
// A unit's emitted RTL, flattened and synthesised by the commands that stages get.
#pragma once

#include "mmasc/cost/library.h"
#include "mmasc/cost/synthesis.h"
#include "mmasc/cost/yosys.h"
#include "mmasc/verilated/text_file.h"
#include "rtl/folder.h"

namespace mmasc::testing {

struct FlatUnit {
  double area = 0, delay = 0;
};

inline FlatUnit flat_unit(const Unit& unit) {
  const Folder work;
  const Rtl rtl = emit_rtl(RtlUnit(make_plan(unit)), "unit");
  std::vector<std::string> names;
  for (const RtlFile& file : rtl.files) {
    write_text(work.path() / file.name, file.text);
    names.push_back(file.name);
  }
  // The unit instead of a stage: its module is the only one of the top.
  write_text(work.path() / "lone.sv",
             std::string("module ") + kLoneTop + ";\n  unit u_unit ();\nendmodule\n");
  names.push_back("lone.sv");
  library_at({}).put_into(work.path());
  write_text(work.path() / "recipe.abc", abc_script(SynthesisRecipe::area));
  write_text(work.path() / "registers.abc", "strash; map -a; topo\n");
  const std::string log =
      run_yosys("flat", stage_script(names), work.path(), work.path() / "failed");
  return {parse_stat(text_of(work.path() / "cells.txt")).area, parse_delay(log)};
}

}  // namespace mmasc::testing
