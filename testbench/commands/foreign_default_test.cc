// SPDX-License-Identifier: Apache-2.0
// Units that others designed, written as rows, give what their RTL gave in simulation.
#include <bit>
#include <cstdlib>

#include "arith/operands.h"
#include "cli_fixture.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/ulps.h"
#include "mmasc/vectors/vector_file.h"
#include "specification/exact.h"

namespace mmasc {
namespace {

class ForeignUnits : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    const char* const golden = std::getenv("MMASC_GOLDEN");
    if (golden == nullptr) GTEST_SKIP() << "MMASC_GOLDEN is not set";
    vectors_ = fs::path(golden) / "foreign";
  }

  fs::path vectors_;
};

// Steps of four exponents: -2^-48 lies six of them below 1 and is rounded down; fourteen below 2^30
// it is dropped.
TEST(Nvdla, AlignsInStepsOfTheFactors) {
  const Unit unit = find_unit(MMASC_DOCS "/../studies/examples/units/nvdla.toml");
  const auto d_of = [&](std::uint64_t lead) {
    Case x(layout_of(unit));
    x[Operand::a][0] = x[Operand::b][0] = lead;
    x[Operand::a][5] = 0x0400, x[Operand::b][5] = 0x3c00;    // 2^-14
    x[Operand::a][63] = 0x8001, x[Operand::b][63] = 0x0001;  // -2^-48
    x.c() = 0x8000;
    const std::uint64_t d = evaluate(Sequence(unit), view(x));
    EXPECT_EQ(d, evaluate_exactly(unit, x));
    return std::bit_cast<double>(d);
  };
  EXPECT_EQ(d_of(0x3c00), 1 + 0x1p-14 - 0x1p-26);
  EXPECT_EQ(d_of(0x7800), 0x1p30);
}

// A file of a unit's outputs, its row, and how many of them are no row's: the errors of the unit
// that docs/foreign.md lists. They are one unit in the last place off what exact arithmetic gives,
// or have the wrong sign of a zero.
struct Outputs {
  const char *file, *units;
  std::size_t errors;
  int lines = 0;  // the sum of their lines
};

class OutputsOfForeignUnits : public ForeignUnits, public ::testing::WithParamInterface<Outputs> {};

TEST_P(OutputsOfForeignUnits, AreTheirRowsButForKnownErrors) {
  const auto& [name, units, errors, lines] = GetParam();
  const VectorFile file = read_vectors((vectors_ / (std::string(name) + ".vec")).string());
  const Unit unit = find_unit(std::string(MMASC_DOCS "/../studies/examples/units/") + units + ":" +
                              file.instruction);
  const Sequence sequence(unit);
  std::size_t wrong = 0;
  int lines_of_wrong = 0;
  for (const Case& row : file.cases) {
    const std::uint64_t d = evaluate(sequence, view(row));
    ASSERT_EQ(d, evaluate_exactly(unit, row)) << case_text(file, row);
    if (d == row.d()) continue;
    ++wrong;
    lines_of_wrong += row.line;
    EXPECT_LE(std::abs(ulps_between(unit.d(), d, row.d())), 1) << case_text(file, row);
  }
  EXPECT_EQ(file.cases.size(), 2500u);
  EXPECT_EQ(wrong, errors);
  EXPECT_EQ(lines_of_wrong, lines);
}

INSTANTIATE_TEST_SUITE_P(
    Foreign, OutputsOfForeignUnits,
    ::testing::Values(Outputs{"bhf_f16", "vortex.toml", 0}, Outputs{"bhf_bf16", "vortex.toml", 0},
                      Outputs{"tfr_f16", "vortex.toml", 0}, Outputs{"tfr_bf16", "vortex.toml", 0},
                      Outputs{"tfr_tf32", "vortex.toml", 0}, Outputs{"tfr_e4m3", "vortex.toml", 0},
                      Outputs{"tfr_e5m2", "vortex.toml", 0},
                      Outputs{"exs_f16_rne", "exsdotp.toml", 0},
                      Outputs{"exs_f16_rmm", "exsdotp.toml", 0},
                      Outputs{"exs_f16_rtz", "exsdotp.toml", 52, 71646},
                      Outputs{"exs_f16_rdn", "exsdotp.toml", 42, 50483},
                      Outputs{"exs_f16_rup", "exsdotp.toml", 40, 51578},
                      Outputs{"exs_bf16_rne", "exsdotp.toml", 1, 748},
                      Outputs{"exs_e5m2_rne", "exsdotp.toml", 0},
                      Outputs{"exs_e5m2_rdn", "exsdotp.toml", 10, 12188}),
    [](const auto& info) { return std::string(info.param.file); });

}  // namespace
}  // namespace mmasc
