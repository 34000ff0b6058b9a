// SPDX-License-Identifier: Apache-2.0
// A unit wired of stages with ports and the unit without: the same ports and registers in every
// cycle.
#include "mmasc/pipeline/ported_unit.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "arith/truncated.h"
#include "mmasc/arith/engine.h"
#include "mmasc/pipeline/engine.h"
#include "pipeline/bench.h"
#include "pipeline/operations.h"
#include "pipeline/own_process.h"
#include "pipeline/samples.h"
#include "thrown.h"

namespace mmasc {
namespace {

constexpr int kOperations = 60;

// On integers of 64 bits or, where the plan's words are longer, of 640: no bit may depend on how
// much wider they are.
std::unique_ptr<DotProductUnit> ported(const char* name, const Plan& plan, const StageSet* stages) {
  const auto on = [&]<class N>(N) -> std::unique_ptr<DotProductUnit> {
    return std::make_unique<PortedUnit<N>>(name, plan, typename PortedUnit<N>::MakeStage{}, stages);
  };
  return plan.word_bits <= 64 ? on(Numbers64{}) : on(Numbers640{});
}

// Two units on one clock, given the same operations by one schedule.
struct SideBySide {
  SideBySide(const Sequence& sequence, const Schedule& schedule, std::uint64_t seed)
      : fast(make_dot_product_unit("fast", sequence.plan(), sequence.stages())),
        wired(ported("wired", sequence.plan(), sequence.stages())),
        of_fast("of_fast", clock, *fast),
        of_wired("of_wired", clock, *wired) {
    const auto steps = random_steps(sequence, kOperations, seed);
    clock.start_in_reset();
    of_fast.start(steps, schedule, 7);
    of_wired.start(steps, schedule, 7);
  }

  Clock clock;
  std::unique_ptr<DotProductUnit> fast, wired;
  Bench<Operands, Result> of_fast, of_wired;
};

void expect_same(const RegisterView& x, const RegisterView& y, int cycle) {
  PackedBits of_x, of_y;
  x.payload_q(of_x);
  y.payload_q(of_y);
  ASSERT_EQ(x.name, y.name);
  EXPECT_EQ(x.valid_q(0), y.valid_q(0)) << x.name << ", cycle " << cycle;
  EXPECT_EQ(x.id_q(0), y.id_q(0)) << x.name << ", cycle " << cycle;
  ASSERT_EQ(of_x.size(), of_y.size()) << x.name << ", cycle " << cycle;
  for (const RegisterView::Field& field : x.fields)
    EXPECT_EQ(bits_of(of_x, field), bits_of(of_y, field))
        << x.name << " " << field.name << ", cycle " << cycle;
}

void expect_alike(const Sequence& sequence, const Schedule& schedule, std::uint64_t seed) {
  SideBySide units(sequence, schedule, seed);
  const auto of_fast = units.fast->registers(), of_wired = units.wired->registers();
  ASSERT_EQ(of_fast.size(), of_wired.size());
  ASSERT_EQ(static_cast<int>(of_fast.size()), sequence.plan().latency());
  for (int cycle = 0; cycle < 4 * kOperations + 20 && !::testing::Test::HasFailure(); ++cycle) {
    units.clock.rst_n.write(cycle != kOperations);
    units.clock.run(1);
    for (std::size_t r = 0; r < of_fast.size(); ++r) expect_same(of_fast[r], of_wired[r], cycle);
    EXPECT_EQ(units.of_fast.input.ready.read(), units.of_wired.input.ready.read()) << cycle;
    EXPECT_EQ(units.of_fast.output.valid.read(), units.of_wired.output.valid.read()) << cycle;
  }
  EXPECT_EQ(units.of_fast.accepted, units.of_wired.accepted);
  ASSERT_EQ(units.of_fast.delivered.size(), units.of_wired.delivered.size());
  EXPECT_GT(units.of_fast.delivered.size(), std::size_t{kOperations} / 3);
  for (std::size_t i = 0; i < units.of_fast.delivered.size(); ++i) {
    EXPECT_EQ(units.of_fast.delivered[i].payload, units.of_wired.delivered[i].payload);
    EXPECT_EQ(units.of_fast.delivered[i].id, units.of_wired.delivered[i].id);
  }
}

class PortedUnits : public ::testing::TestWithParam<Sample> {};

TEST_P(PortedUnits, HoldInEveryCycleWhatTheUnitWithoutPortsDoes) {
  std::uint64_t seed = 0;
  for (const int percent : {0, 40}) {
    Unit unit = GetParam().unit();
    if (percent > 0) {  // ranks in a row, and stages without
      unit.structure.multiplier.registers = 0;
      unit.structure.aligner.registers = 2;
      unit.structure.adder_tree.registers_per_level = 0;
    }
    Random random(++seed);
    const Schedule schedule = Schedule::random(random, kOperations, percent, percent);
    const Sequence sequence(unit);
    EXPECT_TRUE(passes_in_child([&] { expect_alike(sequence, schedule, seed); }));
  }
}

// Results are those of the reference. Wide d hide the bits that are dropped; registers do not.
TEST_P(PortedUnits, HaveTheSameStagesOfOnesOwn) {
  const Unit& unit = GetParam().unit();
  const Sequence own(unit, std::make_shared<const StageSet>(StageSet::of<Truncated>()));
  EXPECT_TRUE(passes_in_child([&] {
    const Schedule schedule = Schedule::back_to_back(kOperations);
    SideBySide units(own, schedule, 3);
    units.clock.run(kOperations + own.plan().latency() + 3);
    const auto steps = random_steps(own, kOperations, 3);
    ASSERT_EQ(units.of_wired.delivered.size(), steps.size());
    ASSERT_EQ(units.of_fast.delivered.size(), steps.size());
    std::ptrdiff_t others = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const std::uint64_t d = evaluate_step(own, steps[i]).d;
      EXPECT_EQ(units.of_wired.delivered[i].payload.d, d);
      EXPECT_EQ(units.of_fast.delivered[i].payload.d, d);
      others += fields_of_step(own.plan(), own.stages(), steps[i]) !=
                        fields_of_step(own.plan(), nullptr, steps[i])
                    ? 1
                    : 0;
    }
    EXPECT_GT(others, 0);
  }));
}

INSTANTIATE_TEST_SUITE_P(Units, PortedUnits, ::testing::ValuesIn(kSamples),
                         [](const auto& info) { return label_of(info); });

// A multiplier of one's own that keeps every product but the first, in one cycle.
class NoFirstProduct : public StagePorts<Operands, Terms<Numbers64>> {
 public:
  NoFirstProduct(sc_core::sc_module_name name, const Plan& plan) : StagePorts(name), plan_(plan) {
    SC_METHOD(clock);
    sensitive << clk_i.pos() << rst_ni.neg();
    SC_METHOD(settle);
    sensitive << valid_o << ready_i;
  }
  SC_HAS_PROCESS(NoFirstProduct);

 private:
  void settle() { ready_o.write(ready_i.read() || !valid_o.read()); }
  void clock() {
    if (!rst_ni.read()) return valid_o.write(false);
    if (!ready_o.read()) return;
    valid_o.write(valid_i.read());
    Tagged<Terms<Numbers64>> product{data_i.read().id,
                                     multiply<Numbers64>(plan_, data_i.read().payload)};
    product.payload.zero[0] = 1;
    product.payload.significand[0] = 0;
    data_o.write(product);
  }
  const Plan& plan_;
};

std::unique_ptr<AnyPortedStage> own_multiplier(const Plan& plan, const StagePlan& stage) {
  if (stage.kind != StageKind::multiplier) return nullptr;
  return std::make_unique<NoFirstProduct>("own", plan);
}

// D is that of A without the elements that meet lane 0, which are every 4th of Volta's.
TEST(AModuleOfOnesOwn, ChangesD) {
  const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  ASSERT_EQ(unit.lanes(), 4);
  const auto own = make_pipeline_engine_of(Sequence(unit), [](const char* name, const Plan& plan) {
    return std::make_unique<PortedUnit<Numbers64>>(name, plan, own_multiplier);
  });
  const auto shipped = make_reference_engine(unit);
  Random random(5);
  std::vector<std::uint64_t> a(8 * 4), b(8 * 4), c(8), d(8), expected(8);
  for (auto* matrix : {&a, &b})
    for (std::uint64_t& element : *matrix)
      element = static_cast<std::uint64_t>(0x3000 + random.below(0x1000));
  own->dot(a, b, c, d);
  for (std::size_t i = 0; i < a.size(); i += 4) a[i] = 0;
  shipped->dot(a, b, c, expected);
  EXPECT_EQ(d, expected);
}

template <class N>
struct Failing : Stages<N> {
  Terms<N> multiply(const Plan&, const Operands&) const override {
    throw std::runtime_error("no table of products");
  }
};

// The reference engine refuses it in the same words; SystemC would wrap them in its own.
TEST(AFunctionOfOnesOwn, ThatFailsInASimulationIsRefused) {
  const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const auto engine = make_pipeline_engine_of(
      Sequence(unit, std::make_shared<const StageSet>(StageSet::of<Failing>())));
  const std::vector<std::uint64_t> a(4), c(1);
  std::vector<std::uint64_t> d(1);
  EXPECT_EQ(error_of<InputError>([&] { engine->dot(a, a, c, d); }),
            "stages: multiplier failed: no table of products");
}

TEST(AModuleOfOnesOwn, DoesNotDropTheStagesOfTheSequence) {
  const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const auto engine = make_pipeline_engine_of(
      Sequence(unit, std::make_shared<const StageSet>(StageSet::of<Truncated>())),
      [](const char* name, const Plan& plan) {
        return std::make_unique<PortedUnit<Numbers64>>(name, plan);
      });
  const std::vector<std::uint64_t> a(4), c(1);
  std::vector<std::uint64_t> d(1);
  EXPECT_THROW(engine->dot(a, a, c, d), InputError);
}

TEST(AModuleOfOnesOwn, NeedsRoomForThePlansWords) {
  const Sequence sequence(catalog().find("ampere/mma.m8n8k4.f64.f64.f64.f64"));
  EXPECT_THROW(PortedUnit<Numbers64>("unit", sequence.plan()), InputError);
}

TEST(AModuleOfOnesOwn, WithOtherPortsIsRefused) {
  const Sequence sequence(catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32"));
  const auto other = [](const Plan& plan, const StagePlan&) {
    return std::make_unique<NoFirstProduct>("own", plan);
  };
  EXPECT_TRUE(error_of<InputError>([&] {
                const PortedUnit<Numbers64> unit("unit", sequence.plan(), other);
              }).starts_with("the module for aligner_0 has other ports"));
}

}  // namespace
}  // namespace mmasc
