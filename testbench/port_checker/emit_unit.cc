// SPDX-License-Identifier: Apache-2.0
// emit_unit UNIT FOLDER: the unit's SystemVerilog as module `unit`, the list of its files (files.f)
// and its widths (unit.svh). For units without scales.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "rtl_ref/emit.h"
#include "spec/catalog.h"
#include "spec/plan.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: emit_unit UNIT FOLDER\n";
    return 2;
  }
  const std::filesystem::path folder = argv[2];
  std::filesystem::create_directories(folder);
  const mmasc::Plan plan = mmasc::make_plan(mmasc::find_unit(argv[1]));
  std::ofstream list(folder / "files.f");
  for (const mmasc::RtlFile& file : mmasc::emit_rtl(plan, "unit").files) {
    std::ofstream(folder / file.name) << file.text;
    list << (folder / file.name).string() << "\n";
  }
  const mmasc::MultiplierPlan& m = plan.multiplier;
  std::ofstream(folder / "unit.svh")
      << "localparam A_BITS = " << plan.lanes() * m.a.storage_bits() << ";\n"
      << "localparam B_BITS = " << plan.lanes() * m.b.storage_bits() << ";\n"
      << "localparam C_BITS = " << m.c.storage_bits() << ";\n"
      << "localparam D_BITS = " << plan.d.storage_bits() << ";\n"
      << "localparam LATENCY = " << plan.latency() << ";\n";
}
