// SPDX-License-Identifier: Apache-2.0
// Emitted RTL passes three tools without a warning: Verilator, Icarus Verilog and Yosys.
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "random/anticipating.h"
#include "random/flagged_units.h"
#include "random/random_unit.h"
#include "rtl/families.h"
#include "rtl/linting.h"
#include "rtl/sparse_rows.h"

namespace mmasc {
namespace {

bool has_plan(const Unit& unit) {
  try {
    make_rtl_unit({&unit, 1});
    return true;
  } catch (const RowError&) {
    return false;
  }
}

// The port checkers of the emitted modules, as lines of a file list.
std::string with_checkers(std::span<const Unit> units) {
  std::string lines;
  for (const RtlFile& file : emit_rtl_files(units, "unit"))
    if (file.name.ends_with("_port_checker.sv") && !file.name.starts_with("mmasc_"))
      lines += file.name + "\n";
  return lines;
}

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

TEST_P(Lint, OfEveryFamilyIsClean) {
  const bool is_yosys = GetParam().tool.program == "yosys";  // which takes twice as long
  for (const char* id : kFamilies) {
    const Unit unit = is_yosys ? of_few_lanes(id) : catalog().find(id);
    expect_clean({&unit, 1});
  }
}

// Of a result, of a level that rounds, of two sums side by side, of a few bits, and beside flags.
TEST_P(Lint, OfAnticipatedLeadingZerosIsClean) {
  std::vector<Unit> units{pair_of_rounded_sums(), sums_of_three_bits()};
  units.push_back(anticipating(flagged_units()[2]).value());
  for (const char* id : {"volta/mma.m8n8k4.f32.f16.f16.f32", "cdna2/v_mfma_f32_32x32x8f16"})
    units.push_back(anticipating(catalog().find(id)).value());
  for (const Unit& unit : units) expect_clean({&unit, 1});
}

// Yosys knows no bind, and checkers are not synthesised.
TEST_P(Lint, OfPortCheckersIsClean) {
  if (GetParam().tool.program == "yosys") GTEST_SKIP() << "reads no checker";
  for (const Unit& unit : of_every_kind_of_port())
    expect_clean({&unit, 1}, "unit", with_checkers({&unit, 1}));
}

TEST_P(Lint, OfAxiStreamsIsClean) {
  const Unit late = catalog().find(kLateC);
  const FlowOptions options{.axi_stream = true};
  for (const Unit& unit : of_every_kind_of_port())
    expect_clean({&unit, 1}, "unit_axis", "", options);
  expect_clean({&late, 1}, "unit_late_c_axis", "", options);
}

TEST_P(Lint, OfALateCIsClean) {
  const Unit& unit = catalog().find(kLateC);
  expect_clean({&unit, 1}, "unit_late_c");
}

TEST_P(Lint, OfSeveralFormatsIsClean) {
  const Unit units[] = {catalog().find("blackwell/tcgen05.mma.m64nNk32.f8f6f4.f32.e4m3.e4m3"),
                        catalog().find("blackwell/tcgen05.mma.m64nNk32.f8f6f4.f32.e5m2.e2m1"),
                        catalog().find("blackwell/tcgen05.mma.m64nNk32.f8f6f4.f32.e3m2.e2m3")};
  expect_clean(units);
}

// Corners of users' own rows: narrow results, coarse exponents, exponents wider than d, thousands
// of work bits, neighbours of other widths.
TEST_P(Lint, OfUnusualUnitsIsClean) {
  const Unit& volta = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const Unit narrow = volta.with("result.nan", "").with("result.format", "e5m2");
  expect_clean({&narrow, 1});
  const Unit coarse = volta.with("product.exponent_grid.step", "4");
  expect_clean({&coarse, 1});
  // c is 16 bits wider than the products, and not the last addend.
  Unit wide_within = catalog()
                         .find("turing/mma.m8n8k16.s32.s8.s8.s32")
                         .with("lanes", "4")
                         .with("dot.terms", R"(["products[0:3]", "c", "products[3:4]"])");
  wide_within.structure.adder_tree.radix = 3;
  expect_clean({&wide_within, 1});
  for (const std::uint64_t seed : {7u, 31u, 42u, 142u}) {
    const Unit unit = random_unit(seed);
    if (has_plan(unit)) expect_clean({&unit, 1});
  }
}

// 4203 bits normalized: a loop over as many is beyond what Verilator unrolls.
TEST_P(Lint, OfAnExactSumOfF64ProductsIsClean) {
  if (GetParam().tool.program == "yosys") GTEST_SKIP() << "takes a minute or more";
  const Unit& f64 = catalog().find("hopper/mma.m8n8k4.f64.f64.f64.f64");
  const Unit exact = f64.with("lanes", "4");
  ASSERT_GT(make_plan(exact).result.work_bits, 2048);
  expect_clean({&exact, 1});
}

TEST_P(Lint, OfStochasticRoundingsIsClean) {
  const Unit unit = stochastic_unit(1);
  expect_clean({&unit, 1});
}

// Of every third unit; of all in the long tests.
TEST_P(Lint, OfFlagsIsClean) {
  const std::vector<Unit> units = flagged_units();
  for (std::size_t u = 0; u < units.size(); u += 3) expect_clean({&units[u], 1});
}

TEST_P(Lint, OfASparseAIsClean) {
  for (const char* id : kSparseRows) {
    const Unit& unit = catalog().find(id);
    expect_clean({&unit, 1});
  }
  const Unit unit = sparse_unit(0);
  expect_clean({&unit, 1});
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

INSTANTIATE_TEST_SUITE_P(With, Lint, ::testing::ValuesIn(kLinters),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace mmasc
