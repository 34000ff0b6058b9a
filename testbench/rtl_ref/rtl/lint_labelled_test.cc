// SPDX-License-Identifier: Apache-2.0
// Emitted RTL passes three tools without a warning: Verilator, Icarus Verilog and Yosys.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "mmasc/rtl/flow_files.h"
#include "mmasc/tools/tool.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "printed_name.h"
#include "random/anticipating.h"
#include "random/flagged_units.h"
#include "random/random_unit.h"
#include "rtl/families.h"
#include "rtl/folder.h"
#include "rtl/named_units.h"
#include "rtl/sparse_rows.h"
#include "rtl/warnings.h"

namespace mmasc {
namespace {

struct Linter {
  const char* name;
  Tool tool;
  std::vector<std::string> (*arguments)(const std::string& top, const std::string& sources);
  bool is_yosys() const { return tool.program == "yosys"; }
};

const Linter kLinters[] = {
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

void skip_without(const Linter& linter) {
  skip_where_missing<EnvironmentError>([&] { run_tool(linter.tool, {"-V"}); });
}

// In a folder of its own, with `more` in the file list; the tool must say nothing at all.
void expect_clean(const Linter& linter, std::span<const Unit> units,
                  const std::string& top = "unit", const std::string& more = "",
                  const FlowOptions& options = {}) {
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
  const auto run = run_tool(linter.tool, linter.arguments(top, sources), folder.path());
  EXPECT_TRUE(run.succeeded) << units[0].instruction.id;
  EXPECT_EQ(testing::warnings_in(run.output), "") << units[0].instruction.id;
}

struct Linted {
  Linter linter;
  NamedUnit of;
  friend void PrintTo(const Linted& each, std::ostream* out) {
    *out << each.linter.name << "_" << each.of.name;
  }
};
class LintOfUnits : public ::testing::TestWithParam<Linted> {
 protected:
  void SetUp() override { skip_without(GetParam().linter); }
};

TEST_P(LintOfUnits, IsClean) {
  const auto& [linter, named] = GetParam();
  const Unit unit = named.unit();
  if (linter.is_yosys() && make_plan(unit).result.work_bits > 2048)
    GTEST_SKIP() << "takes a minute or more";
  expect_clean(linter, {&unit, 1});
}

const auto kVolta = [] { return catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32"); };

// c is 16 bits wider than the products, and not the last addend.
Unit wide_within() {
  Unit unit = catalog()
                  .find("turing/mma.m8n8k16.s32.s8.s8.s32")
                  .with("lanes", "4")
                  .with("dot.terms", R"(["products[0:3]", "c", "products[3:4]"])");
  unit.structure.adder_tree.radix = 3;
  return unit;
}

std::vector<NamedUnit> units_with_flags(std::size_t stride) {
  std::vector<NamedUnit> units;
  for (std::size_t u = 0; u < flagged_units().size(); u += stride)
    units.push_back({"flags_" + std::to_string(u), [u] { return flagged_units()[u]; }});
  return units;
}

// Corners of users' own rows: narrow results, coarse exponents, exponents wider than d, thousands
// of work bits, neighbours of other widths; leading zeros that are anticipated of a result, of a
// level that rounds, of two sums side by side, of a few bits, and beside flags.
std::vector<NamedUnit> unusual_units() {
  std::vector<NamedUnit> units{
      {"narrow", [] { return kVolta().with("result.nan", "").with("result.format", "e5m2"); }},
      {"coarse", [] { return kVolta().with("product.exponent_grid.step", "4"); }},
      {"wide_within", wide_within},
      // 4203 bits normalized: a loop over as many is beyond what Verilator unrolls.
      {"exact_f64",
       [] { return catalog().find("hopper/mma.m8n8k4.f64.f64.f64.f64").with("lanes", "4"); }},
      {"stochastic", [] { return stochastic_unit(1); }},
      {"sparse", [] { return sparse_unit(0); }},
      {"anticipating", [] { return anticipating(kVolta()).value(); }},
      {"anticipating_level",
       [] { return anticipating(catalog().find("cdna2/v_mfma_f32_32x32x8f16")).value(); }},
      {"anticipating_pair", pair_of_rounded_sums},
      {"anticipating_three_bits", sums_of_three_bits},
      {"anticipating_beside_flags", [] { return anticipating(flagged_units()[2]).value(); }},
  };
  for (const std::uint64_t seed : {7u, 31u, 42u, 142u})
    units.push_back({"random_" + std::to_string(seed), [seed] { return random_unit(seed); }});
  return units;
}

std::vector<NamedUnit> families(bool of_few_lanes_each) {
  std::vector<NamedUnit> rows = rows_named(kFamilies, 0);
  if (of_few_lanes_each)
    for (NamedUnit& row : rows) row.unit = [id = row.name] { return of_few_lanes(id.c_str()); };
  return rows;
}

// Yosys takes twice as long as others.
std::vector<NamedUnit> some_units(const Linter& linter) {
  return families(linter.is_yosys()) + rows_named(kSparseRows, 0) + units_with_flags(3) +
         unusual_units();
}

// With words with which Yosys is done in seconds.
std::vector<NamedUnit> more_units(const Linter&) {
  return families(false) + units_with_flags(1) +
         drawn("stochastic", stochastic_unit, of_at_most(96), 8, 0) +
         drawn("sparse", sparse_unit, of_at_most(96), 8, 0);
}

std::vector<Linted> by_each_linter(std::vector<NamedUnit> (*units)(const Linter&)) {
  std::vector<Linted> all;
  for (const Linter& linter : kLinters)
    for (const NamedUnit& unit : units(linter)) all.push_back({linter, unit});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Default, LintOfUnits, ::testing::ValuesIn(by_each_linter(some_units)),
                         PrintedName());
INSTANTIATE_TEST_SUITE_P(Long, LintOfUnits, ::testing::ValuesIn(by_each_linter(more_units)),
                         PrintedName());

class Lint : public ::testing::TestWithParam<Linter> {
 protected:
  void SetUp() override { skip_without(GetParam()); }
};

constexpr const char* kLateC = "hopper/mma.m16n8k32.f16.e4m3.e4m3.f16";

// Port checkers and AXI-streams depend on a unit's ports alone.
std::vector<Unit> of_every_kind_of_port() {
  std::vector<Unit> units{flagged_units().front(), stochastic_unit(0), sparse_unit(0)};
  for (const char* id :
       {kLateC, "volta/mma.m8n8k4.f32.f16.f16.f32", "ampere/mma.m8n8k4.f64.f64.f64.f64",
        "ampere/mma.m16n8k32.satfinite.s32.s8.u8.s32",
        "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3",
        "rtx_blackwell/mma.m16n8k32.mxf8f6f4.f32.e2m1.e3m2.f32.1X.ue8m0"})
    units.push_back(catalog().find(id));
  return units;
}

// As lines of a file list. Yosys knows no bind, and checkers are not synthesised.
TEST_P(Lint, OfPortCheckersIsClean) {
  if (GetParam().is_yosys()) GTEST_SKIP() << "reads no checker";
  for (const Unit& unit : of_every_kind_of_port()) {
    std::string checkers;
    for (const RtlFile& file : emit_rtl_files({&unit, 1}, "unit"))
      if (file.name.ends_with("_port_checker.sv") && !file.name.starts_with("mmasc_"))
        checkers += file.name + "\n";
    EXPECT_FALSE(checkers.empty());
    expect_clean(GetParam(), {&unit, 1}, "unit", checkers);
  }
}

TEST_P(Lint, OfAxiStreamsIsClean) {
  const Unit late = catalog().find(kLateC);
  const FlowOptions options{.axi_stream = true};
  for (const Unit& unit : of_every_kind_of_port())
    expect_clean(GetParam(), {&unit, 1}, "unit_axis", "", options);
  expect_clean(GetParam(), {&late, 1}, "unit_late_c_axis", "", options);
}

TEST_P(Lint, OfALateCIsClean) {
  const Unit& unit = catalog().find(kLateC);
  expect_clean(GetParam(), {&unit, 1}, "unit_late_c");
}

TEST_P(Lint, OfSeveralFormatsIsClean) {
  const Unit units[] = {catalog().find("blackwell/tcgen05.mma.m64nNk32.f8f6f4.f32.e4m3.e4m3"),
                        catalog().find("blackwell/tcgen05.mma.m64nNk32.f8f6f4.f32.e5m2.e2m1"),
                        catalog().find("blackwell/tcgen05.mma.m64nNk32.f8f6f4.f32.e3m2.e2m3")};
  expect_clean(GetParam(), units);
}

// The test can fail: a port of another width.
TEST_P(Lint, SeesAFault) {
  const testing::Folder folder;
  std::ofstream(folder.path() / "unit.f") << "unit.sv\n";
  std::ofstream(folder.path() / "unit.sv")
      << "module unit (input logic [7:0] a_i, output logic [7:0] d_o);\n"
         "  narrow u_narrow (.a_i(a_i), .d_o(d_o));\nendmodule\n"
         "module narrow (input logic [3:0] a_i, output logic [3:0] d_o);\n"
         "  assign d_o = a_i;\nendmodule\n";
  const auto run =
      run_tool(GetParam().tool, GetParam().arguments("unit", " unit.sv"), folder.path());
  EXPECT_FALSE(run.succeeded && testing::warnings_in(run.output).empty());
}

INSTANTIATE_TEST_SUITE_P(Default, Lint, ::testing::ValuesIn(kLinters), OwnName());

}  // namespace
}  // namespace mmasc
