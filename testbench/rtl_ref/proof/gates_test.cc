// SPDX-License-Identifier: Apache-2.0
// Words as gates: what the gates compute is what the words do, and AIGER files hold them.
#include <gtest/gtest.h>

#include <string>

#include "arith/operands.h"
#include "mmasc/proof/bits_of_words.h"
#include "mmasc/proof/solver.h"
#include "mmasc/proof/step_inputs.h"
#include "mmasc/proof/whole_logic.h"
#include "mmasc/symbolic/symbolic_stage.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "random/random_unit.h"

namespace mmasc::proof {
namespace {

std::uint64_t word_of(const std::vector<std::uint64_t>& values, const Literals& bits) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) word |= (value_of(values, bits[i]) & 1) << i;
  return word;
}

// A step's operands, bit by bit, in the order of its inputs.
std::vector<std::uint64_t> bits_of(const SymbolicStage& first, const Operands& in) {
  std::vector<std::uint64_t> elements, bits{in.c_is_input ? std::uint64_t{1} : 0};
  for (const OperandRow& input : kInputs)
    elements.insert(elements.end(), in[input.operand].begin(), in[input.operand].end());
  EXPECT_EQ(elements.size() + 1, first.in.size());
  for (std::size_t f = 0; f < elements.size(); ++f)
    for (int i = 0; i < first.in[f].width; ++i) bits.push_back(elements[f] >> i & 1);
  return bits;
}

void expect_reference(const Unit& unit, const std::string& name) {
  const Sequence sequence(unit);
  const Plan& plan = sequence.plan();
  const std::vector<SymbolicStage> stages = symbolic_stages(plan);
  AndGraph gates;
  const StepInputs step = step_inputs(gates, stages.front(), {});
  const Payload result = model_payloads(gates, stages, step.operands).back();
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Operands in = sequence.step(0, view(random_operands(unit, seed)), 0);
    const std::vector<std::uint64_t> bits = bits_of(stages.front(), in);
    ASSERT_EQ(bits.size(), step.inputs.size()) << name;
    const auto values = simulate(gates, step.inputs, bits);
    ASSERT_EQ(word_of(values, result.front()), evaluate(plan, in).d) << name << ", " << seed;
  }
}

TEST(Gates, GiveTheReferencesBits) {
  for (const char* id : {"volta/mma.m8n8k4.f32.f16.f16.f32", "cdna2/v_mfma_f32_32x32x8f16",
                         "x86/vdpbf16ps", "x86/vpdpbusd", "hopper/mma.m8n8k4.f64.f64.f64.f64",
                         "hopper/mma.sp.m16n8k32.f32.f16.f16.f32",
                         "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3"})
    expect_reference(catalog().find(id), id);
}

TEST(Gates, GiveTheReferencesBitsOfRandomUnits) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Unit unit = seed % 2 == 0 ? random_unit(seed) : stochastic_unit(seed);
    if (unit.products() > 8 || make_plan(unit).word_bits > 100) continue;
    ++compared;
    expect_reference(unit, "unit " + std::to_string(seed));
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(compared, 8);
}

// Of elements that are constants, all gates are.
std::uint64_t constant_d(const Sequence& sequence, const Case& row) {
  const OperandLayout layout = layout_of(sequence.unit());
  const SequencePlan& program = sequence.program();
  const SymbolicStage steps = symbolic_steps(program, layout, program.steps + program.additions());
  GivenBits given;
  auto field = steps.in.begin();
  for (const OperandRow& input : kInputs)
    for (const std::uint64_t bits : row[input.operand]) {
      given[field->node] = constant_word(static_cast<int128>(bits), field->width + 1);
      ++field;
    }
  AndGraph gates;
  const auto words = bits_of_words(gates, steps.graph, given);
  EXPECT_EQ(gates.size(), 1U);
  const SymbolicField& out = steps.out.front();
  return word_of({0}, resized(words[static_cast<std::size_t>(out.node)], out.width));
}

TEST(Gates, GiveTheReferencesBitsOfWholeInstructions) {
  for (const char* id : {"x86/vdpbf16ps", "hopper/mma.m16n8k32.f16.e4m3.e4m3.f16",
                         "ampere/mma.m8n8k4.f64.f64.f64.f64",
                         "ada/mma.sp.m16n8k64.f32.e4m3.e4m3.f32", "cdna2/v_mfma_f32_32x32x8f16"}) {
    const Sequence sequence(catalog().find(id));
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const Case row = random_operands(sequence.unit(), seed);
      ASSERT_EQ(constant_d(sequence, row), evaluate(sequence, view(row))) << id << ", " << seed;
    }
  }
}

TEST(Gates, StandOnce) {
  AndGraph gates;
  const Literal x = gates.input(), y = gates.input();
  EXPECT_EQ(gates.both(x, y), gates.both(y, x));
  EXPECT_EQ(gates.both(x, invert(x)), kFalse);
  EXPECT_EQ(gates.both(x, kTrue), x);
  EXPECT_EQ(gates.differ(x, kFalse), x);
  EXPECT_EQ(gates.differ(x, x), kFalse);
  EXPECT_EQ(gates.choose(x, y, y), y);
  EXPECT_EQ(gates.size(), 4U);  // the constant, two inputs and one gate
}

TEST(Gates, CompareWords) {
  AndGraph gates;
  std::vector<NamedLiteral> inputs;
  Literals x, y;
  for (Literals* word : {&x, &y})
    for (int i = 0; i < 4; ++i) {
      word->push_back(gates.input());
      inputs.push_back({"", word->back()});
    }
  const Literal less = is_less(gates, x, y), differ = differs(gates, x, y);
  const Literal in_range = is_in(gates, x, {-3, 5});
  for (int a = -8; a < 8; ++a)
    for (int b = -8; b < 8; ++b) {
      std::vector<std::uint64_t> bits;
      for (const int word : {a, b})
        for (int i = 0; i < 4; ++i) bits.push_back(static_cast<unsigned>(word) >> i & 1);
      const auto values = simulate(gates, inputs, bits);
      EXPECT_EQ((value_of(values, less) & 1) != 0, a < b) << a << " " << b;
      EXPECT_EQ((value_of(values, differ) & 1) != 0, a != b) << a << " " << b;
      EXPECT_EQ((value_of(values, in_range) & 1) != 0, -3 <= a && a <= 5) << a;
    }
}

TEST(Aiger, HoldsGatesByNames) {
  AndGraph gates;
  const Literal x = gates.input(), y = gates.input(), z = gates.input();
  const Literal sum = gates.differ(x, y);
  const std::string text = aiger_of(gates, {{"x[0]", x}, {"y[0]", y}, {"z[0]", z}},
                                    {{"sum[0]", sum}, {"not_z[0]", invert(z)}, {"one[0]", kTrue}});
  const AigerFile file = parse_aiger(text, "text");
  EXPECT_EQ(file.inputs, (std::vector<std::string>{"x[0]", "y[0]", "z[0]"}));
  ASSERT_EQ(file.outputs.size(), 3U);
  EXPECT_EQ(file.outputs[0].name, "sum[0]");
  EXPECT_EQ(file.outputs[1].literal, 7U);
  EXPECT_EQ(file.outputs[2].literal, kTrue);
  EXPECT_EQ(file.gates.size(), 3U);
}

// Whatever is damaged is refused, and nothing is read beyond the end.
TEST(Aiger, RefusesWhatIsDamaged) {
  AndGraph gates;
  const Literal x = gates.input(), y = gates.input();
  const std::string text =
      aiger_of(gates, {{"x[0]", x}, {"y[0]", y}}, {{"sum[0]", gates.differ(x, y)}});
  for (const char* header : {"", "aag 1 1 0 0 0\n", "aig 1 1\n", "aig 1 0 1 0 0\n",
                             "aig 9 1 0 0 0\n", "aig 1 1 0 1 0\n9\n"})
    EXPECT_THROW(parse_aiger(header, "text"), InputError) << header;
  std::uint64_t state = 1;
  int refused = 0;
  for (int run = 0; run < 4000; ++run) {
    state = state * 6364136223846793005 + 1442695040888963407;
    std::string damaged = text.substr(0, run % 2 == 0 ? (state >> 33) % text.size() : text.size());
    if (!damaged.empty()) damaged[(state >> 20) % damaged.size()] = static_cast<char>(state >> 50);
    try {
      parse_aiger(damaged, "text");
    } catch (const InputError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace mmasc::proof
