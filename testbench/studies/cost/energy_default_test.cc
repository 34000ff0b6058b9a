// SPDX-License-Identifier: Apache-2.0
// The energy of steps: of netlists by hand, and of synthesised units, whose D is the model's.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "cost/tools_here.h"
#include "mmasc/cost/energy.h"
#include "mmasc/cost/gate_simulation.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/vectors/case_operands.h"
#include "rtl/folder.h"

namespace mmasc {
namespace {

using testing::Folder;

// clang-format off
CellEnergies library_by_hand() {
  return read_cell_energies(
R"lib(library (x) { nom_voltage : 1; capacitive_load_unit (1, pf);
  cell (INV) { pin (A) { direction : input; capacitance : 1; }
               pin (Y) { direction : output; function : "!A"; } }
  cell (DFF) { ff (IQ, IQN) { next_state : "D"; clocked_on : "CK"; clear : "!R"; }
               pin (D) { direction : input; capacitance : 1; }
               pin (CK) { direction : input; capacitance : 1; }
               pin (R) { direction : input; capacitance : 1; }
               pin (Q) { direction : output; function : "IQ"; } } })lib");
}
// clang-format on

// A flip-flop that an inverter feeds back divides the clock by two.
TEST(GateSimulation, CountsTheChangesOfEachNet) {
  const Netlist netlist = parse_blif(
      ".model t\n.inputs ck r\n.outputs q\n.gate INV A=q Y=n\n.gate DFF D=n CK=ck R=r Q=q\n.end\n",
      {{"INV", "Y"}, {"DFF", "Q"}});
  const CellEnergies library = library_by_hand();
  GateSimulation simulation(netlist, library);
  const auto net = [&](const std::string& name) {
    return static_cast<int>(std::ranges::find(netlist.nets, name) - netlist.nets.begin());
  };
  simulation[net("r")] = 0;
  simulation.settle();
  simulation.clock();
  EXPECT_EQ(simulation[net("q")], 0U);
  simulation[net("r")] = 0xffff;  // 16 streams run, the others stay reset
  simulation.settle();
  simulation.clock();
  simulation.begin_counting();
  std::uint64_t expected = 0xffff;
  for (int cycle = 0; cycle < 10; ++cycle) {
    simulation.settle();
    EXPECT_EQ(simulation[net("q")], expected) << cycle;
    EXPECT_EQ(simulation[net("n")], ~expected) << cycle;
    simulation.clock();
    expected ^= 0xffff;
  }
  EXPECT_EQ(simulation.changes()[static_cast<std::size_t>(net("q"))], 160);
  EXPECT_EQ(simulation.changes()[static_cast<std::size_t>(net("n"))], 160);
  EXPECT_EQ(simulation.changes()[static_cast<std::size_t>(net("r"))], 0);
}

TEST(GateSimulation, UnknownCellsAndLoopsAreRefused) {
  const CellEnergies library = library_by_hand();
  const auto made = [&](const std::string& gates) {
    GateSimulation(parse_blif(".model t\n.inputs a\n.outputs y\n" + gates + ".end\n",
                              {{"INV", "Y"}, {"DFF", "Q"}, {"NOR", "Y"}}),
                   library);
  };
  EXPECT_NO_THROW(made(".gate INV A=a Y=y\n"));
  EXPECT_THROW(made(".gate NOR A=a Y=y\n"), EnvironmentError);
  EXPECT_THROW(made(".gate INV A=y Y=x\n.gate INV A=x Y=y\n"), EnvironmentError);
}

class Energies : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string missing = testing::missing_for_synthesis(); !missing.empty())
      GTEST_SKIP() << missing;
  }
  EnergyCost of(const Unit& unit, VectorClass vector_class,
                std::uint64_t dots = kEnergyStreams * 24,
                const std::function<void(MappedUnit&)>& spoil = {}) const {
    const Generator generator(unit, 1);
    std::vector<Case> cases;
    for (std::uint64_t i = 0; i < dots; ++i) cases.push_back(generator.make(vector_class, i));
    std::vector<DotOperands> operands;
    for (const Case& one : cases) operands.push_back(operands_of(one));
    MappedUnit mapped = map_unit(unit, {.cache = folder_.path()});
    if (spoil) spoil(mapped);
    return energy_of(unit, mapped, operands);
  }
  static Unit small(const std::string& id) { return catalog().find(id).with("lanes", "1"); }
  const Folder folder_;
};

// D of each step is compared with the model's on the way. Zeros that stay change next to nothing,
// and all that is left is the clock's.
TEST_F(Energies, FollowTheOperands) {
  const Unit unit = small("hopper/wgmma.m64nNk32.f32.e4m3.e4m3").with("dot.fraction_bits", "8");
  const EnergyCost normal = of(unit, VectorClass::normal), zero = of(unit, VectorClass::zero),
                   again = of(unit, VectorClass::normal);
  EXPECT_EQ(normal.voltage, 1.8);
  EXPECT_GT(normal.steps, kEnergyStreams * 32 * 20);
  EXPECT_EQ(normal.step, again.step);
  EXPECT_EQ(normal.clock, zero.clock);
  EXPECT_GT(normal.clock, 0);
  EXPECT_GT(zero.step, zero.clock);
  EXPECT_LT(zero.step, normal.step);
  EXPECT_LT(zero.changes, normal.changes / 2);
}

// Operands of every kind through gates: stochastic bits, scales, an integer sum, sparse A.
TEST_F(Energies, OfEveryOperandGiveTheModelsD) {
  const auto widened = [](const char* id, const char* field, const char* value) {
    return small(id).with(field, value);
  };
  for (const Unit& unit :
       {widened("hopper/wgmma.m64nNk32.f32.e4m3.e4m3", "result.rounding",
                "{ mode = \"stochastic\", random_bits = 4 }"),
        catalog()
            .find("blackwell/tcgen05.mma.m128nNk32.mxf8f6f4.f32.e4m3.e4m3.1X.ue8m0")
            .with("lanes", "2"),
        small("turing/mma.m8n8k16.s32.s8.s8.s32")}) {
    const EnergyCost cost = of(unit, VectorClass::normal, kEnergyStreams * 8);
    EXPECT_GT(cost.step, cost.clock) << unit.instruction.id;
  }
}

// One that inverts what it gave, and so is seen wherever it counts.
TEST_F(Energies, AWrongGateIsSeen) {
  const Unit unit = small("hopper/wgmma.m64nNk32.f32.e4m3.e4m3").with("dot.fraction_bits", "8");
  EXPECT_THROW(of(unit, VectorClass::normal, kEnergyStreams * 24,
                  [](MappedUnit& mapped) {
                    const auto gate =
                        std::ranges::find(mapped.netlist.cells, "XOR2X1", &Netlist::Cell::type);
                    ASSERT_NE(gate, mapped.netlist.cells.end());
                    gate->type = "XNOR2X1";
                  }),
               EnvironmentError);
}

TEST(EnergyOf, DotsThatEndBeforeTheFirstResultAreRefused) {
  const Generator generator(catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32"), 1);
  const Case one = generator.make(VectorClass::normal, 0);
  const std::vector<DotOperands> dots(kEnergyStreams, operands_of(one));
  EXPECT_THROW(energy_of(generator.sequence().unit(), {}, dots), InputError);
}

}  // namespace
}  // namespace mmasc
