// SPDX-License-Identifier: Apache-2.0
// The reference recorded once as a netlist gives the reference's bits for any operands.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "arith/checked_numbers.h"
#include "arith/operands.h"
#include "arith/symbolic_numbers.h"
#include "mmasc/arith/reference.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/vectors/bundled.h"

namespace mmasc {
namespace {

using N = SymbolicNumbers;

struct Recorded {
  Netlist netlist;
  int d = Netlist::kNone;
};

Recorded record(const Plan& plan) {
  Recorded recorded;
  const Recording recording(recorded.netlist);
  const MultiplierPlan& m = plan.multiplier;
  OperandsOf<N::raw, N::bit> in;
  for (int k = 0; k < m.lanes; ++k) in.push_back(Operand::a, N::raw_input(m.a.storage_bits()));
  for (int k = 0; k < m.lanes; ++k) in.push_back(Operand::b, N::raw_input(m.b.storage_bits()));
  in.c() = N::raw_input(m.c.storage_bits());
  for (const ScalePlan& scale : m.scales)
    for (int k = 0; k < m.lanes; k += scale.lanes)
      in.push_back(scale.operand, N::raw_input(scale.format.storage_bits()));
  in.c_is_input = N::bit_input();
  recorded.d = evaluate<N>(plan, in).d.node;
  return recorded;
}

std::vector<std::uint64_t> inputs(const Operands& in) {
  std::vector<std::uint64_t> values(in[Operand::a].begin(), in[Operand::a].end());
  values.insert(values.end(), in[Operand::b].begin(), in[Operand::b].end());
  values.push_back(in.c());
  for (const Operand scale : kScales)
    values.insert(values.end(), in[scale].begin(), in[scale].end());
  values.push_back(in.c_is_input ? 1 : 0);
  return values;
}

struct Vectors {
  std::string unit, file;
  friend void PrintTo(const Vectors& row, std::ostream* out) { *out << row.unit; }
};

class Symbolic : public ::testing::TestWithParam<Vectors> {
 protected:
  Symbolic()
      : unit_(catalog().find(GetParam().unit)),
        sequence_(unit_),
        recorded_(record(sequence_.plan())) {}

  // Step by step; the values of the nodes must fit the nodes' widths too.
  void compare(const DotOperands& x, const std::string& name) const {
    const Plan& plan = sequence_.plan();
    std::uint64_t d = 0;
    for (int step = 0; step < sequence_.steps(); ++step) {
      const Operands in = sequence_.step(step, x, d);
      d = evaluate(plan, in).d;
      ASSERT_EQ(evaluate_netlist(in), d) << unit_.instruction.id << ", " << name;
    }
  }

  const Unit& unit_;
  const Sequence sequence_;
  const Recorded recorded_;

 private:
  std::uint64_t evaluate_netlist(const Operands& in) const {
    return with_checked_numbers(sequence_.plan(), [&]<class Checked>(Checked) {
      const auto values = evaluate<Checked>(recorded_.netlist, inputs(in));
      return Checked::to_raw(values[static_cast<std::size_t>(recorded_.d)]);
    });
  }
};

TEST_P(Symbolic, RecordsTheSameAgain) {
  EXPECT_EQ(record(sequence_.plan()).netlist, recorded_.netlist);
  RecordProperty("nodes", static_cast<int>(recorded_.netlist.nodes().size()));
}

TEST_P(Symbolic, GivesTheReferencesBitsForRandomOperands) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Case x = random_operands(unit_, seed);
    compare(view(x), "random_operands(" + std::to_string(seed) + ")");
  }
}

TEST_P(Symbolic, GivesTheReferencesBitsForTheVectors) {
  const VectorFile file = read_vectors(bundled_vectors_dir() + "/" + GetParam().file);
  ASSERT_FALSE(file.cases.empty());
  for (std::size_t i = 0; i < file.cases.size(); i += 3)
    compare(view(file.cases[i]), "line " + std::to_string(file.cases[i].line));
}

INSTANTIATE_TEST_SUITE_P(
    Units, Symbolic,
    ::testing::Values(
        Vectors{"hopper/wgmma.m64nNk32.f32.e4m3.e4m3", "h100/wgmma.m64nNk32.f32.e4m3.e4m3.vec"},
        Vectors{"hopper/mma.m16n8k16.f32.f16.f16.f32", "h100/mma.m16n8k16.f32.f16.f16.f32.vec"},
        Vectors{"cdna3/v_mfma_f32_16x16x16_f16", "derived/cdna3/v_mfma_f32_16x16x16_f16.vec"},
        Vectors{"cdna2/v_mfma_f32_32x32x8f16", "derived/cdna2/v_mfma_f32_32x32x8f16.vec"},
        Vectors{"blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3",
                "derived/blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3.vec"},
        Vectors{"hopper/mma.m8n8k4.f64.f64.f64.f64", "h100/mma.m8n8k4.f64.f64.f64.f64.vec"}),
    [](const auto& instance) { return "Unit" + std::to_string(instance.index); });

TEST(Netlist, FoldsWhatDependsOnNoInput) {
  Netlist netlist;
  const Recording recording(netlist);
  const auto x = N::from_raw(N::raw_input(8), 8);
  const auto six = N::mul(N::word_of(2, 3), N::word_of(3, 3), 5);
  EXPECT_EQ(netlist.node(six.node).operation, Netlist::Operation::constant);
  EXPECT_EQ(netlist.node(six.node).parameter, 6);
  EXPECT_EQ(N::select(N::less(N::word_of(1, 2), six), x, six), x);
  EXPECT_EQ(N::add(x, six, 10), N::add(x, six, 10));
  EXPECT_NE(N::add(x, six, 10), N::add(x, six, 11));
  const std::uint64_t input[] = {250};
  const auto sum = N::add(x, six, 10);
  EXPECT_TRUE(evaluate<Numbers64>(netlist, input)[static_cast<std::size_t>(sum.node)] == 256);
}

TEST(Netlist, HoldsConstantsOf64Bits) {
  Netlist netlist;
  const Recording recording(netlist);
  const N::raw nan = 0xfff8000000000001;
  const auto values = evaluate<Numbers128>(netlist, {});
  EXPECT_EQ(Numbers128::to_raw(values[static_cast<std::size_t>(nan.node)]), 0xfff8000000000001);
}

}  // namespace
}  // namespace mmasc
