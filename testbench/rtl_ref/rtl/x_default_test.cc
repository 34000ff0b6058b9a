// SPDX-License-Identifier: Apache-2.0
// Unknowns stay out: emitted units under Icarus Verilog, which has them.
#include <filesystem>

#include "mmasc/rtl/flow_files.h"
#include "mmasc/rtl/rtl_unit.h"
#include "mmasc/rtl/unit_ports.h"
#include "mmasc/tools/tool.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "rtl/families.h"
#include "rtl/folder.h"
#include "rtl/sparse_rows.h"

namespace mmasc {
namespace {

const Tool kIcarus{"iverilog", "iverilog"}, kSimulator{"vvp", "iverilog"};

// The text that the bench prints for a unit whose files `change` has changed.
template <class Change>
std::string run_bench(const Unit& unit, Change change) {
  const testing::Folder folder;
  for (RtlFile file : emit_rtl_files({&unit, 1}, "unit")) {
    change(file);
    std::ofstream(folder.path() / file.name) << file.text;
  }
  const RtlUnit rtl = make_rtl_unit({&unit, 1});
  const MultiplierPlan& in = rtl.plan.multiplier;
  std::vector<std::string> arguments = {"-g2012",  "-o", "bench",  "-s",
                                        "x_bench", "-f", "unit.f", MMASC_X_BENCH};
  const auto set = [&](const char* name, int bits) {
    arguments.push_back("-Px_bench." + std::string(name) + "=" + std::to_string(bits));
  };
  set("A_BITS", port_bits(rtl, Operand::a));
  set("B_BITS", port_bits(rtl, Operand::b));
  set("C_BITS", port_bits(rtl, Operand::c));
  set("D_BITS", port_bits(rtl, Operand::d));
  if (const int bits = port_bits(rtl, Operand::sa); bits > 0) {
    set("SCALE_BITS", bits);
    arguments.push_back("-DHAS_SCALES");
  }
  if (in.is_sparse()) {
    set("KEEP", in.sparsity.keep);
    set("OF", in.sparsity.of);
    set("SHARE_BITS", in.sparsity.together * rtl.b_bits());
    set("METADATA_BITS", port_bits(rtl, Operand::metadata));
    arguments.push_back("-DIS_SPARSE");
  }
  const auto built = run_tool(kIcarus, arguments, folder.path());
  EXPECT_TRUE(built.succeeded) << built.output;
  return run_tool(kSimulator, {"-n", "bench"}, folder.path()).output;
}

class Unknowns : public ::testing::Test {
 protected:
  void SetUp() override {
    skip_where_missing<EnvironmentError>([] { run_tool(kIcarus, {"-V"}); });
  }
};

TEST_F(Unknowns, ReachNothingThatIsValid) {
  for (const char* id : kFamilies)
    EXPECT_EQ(run_bench(of_few_lanes(id), [](RtlFile&) {}), "PASS: 300 operations, 0 faults\n")
        << id;
}

// Elements of b that no index selects are X even then.
TEST_F(Unknowns, MayStandWhereASparseADoesNotSelect) {
  for (const char* id : kSparseRows)
    EXPECT_EQ(run_bench(catalog().find(id), [](RtlFile&) {}), "PASS: 300 operations, 0 faults\n")
        << id;
}

TEST_F(Unknowns, AreSeenWhereASelectLetsThemIn) {
  const std::string seen = run_bench(catalog().find(kSparseRows[0]), [](RtlFile& file) {
    const std::string from = "index[s] ?";
    if (const auto at = file.text.find(from); at != std::string::npos)
      file.text.replace(at, from.size(), "!index[s] ?");
  });
  EXPECT_NE(seen.find("X on d_o"), std::string::npos) << seen;
}

// A register that takes what is not valid, and one that is not reset.
TEST_F(Unknowns, AreSeenWhereARegisterLetsThemIn) {
  const auto planted = [](const char* from, const char* to) {
    return run_bench(catalog().find(kFamilies[0]), [&](RtlFile& file) {
      if (file.name != "mmasc_elastic.sv") return;
      const auto at = file.text.find(from);
      ASSERT_NE(at, std::string::npos);
      file.text.replace(at, std::string(from).size(), to);
    });
  };
  EXPECT_NE(planted("if (!rst_ni) valid_q <= 1'b0;", "if (!rst_ni) valid_q <= valid_q;")
                .find("X on valid_o"),
            std::string::npos);
  EXPECT_NE(planted("if (ready_o && valid_i) data_q <= data_i;",
                    "data_q <= valid_i ? data_i : {WIDTH{1'bx}};")
                .find("X on d_o"),
            std::string::npos);
}

}  // namespace
}  // namespace mmasc
