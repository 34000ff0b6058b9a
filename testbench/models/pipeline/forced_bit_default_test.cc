// SPDX-License-Identifier: Apache-2.0
// Forcing one bit of a register changes exactly what the stage functions, resumed from there, say;
// and a register's payload alone decides what comes out.
#include <gtest/gtest.h>

#include "mmasc/arith/wide_numbers.h"
#include "mmasc/stimulus/random.h"
#include "pipeline/bench.h"
#include "pipeline/bit_flips.h"
#include "pipeline/operations.h"
#include "pipeline/samples.h"

namespace mmasc {
namespace {

// A payload that takes an operation's place on its way.
template <NumberSystem N>
struct Change {
  Rank at;
  Payload<N> to;
};

// The results that the unit delivers, without stalls, if operation 2i is changed by change i.
template <NumberSystem N>
std::vector<std::uint64_t> deliver_changed(const Plan& plan, const std::vector<Operands>& steps,
                                           const std::vector<Change<N>>& changes) {
  Clock clock;
  DotProductUnitOf<N> unit("unit", plan);
  Bench<Operands, Result> bench("bench", clock, unit);
  std::size_t changed = 0;
  for (const Rank& rank : ranks_of(plan))
    set_probe<N>(unit, rank, [&changes, &changed, rank](std::uint64_t id, auto& payload) {
      if (id % 2 != 0 || !(changes[id / 2].at == rank)) return;
      payload = std::get<std::decay_t<decltype(payload)>>(changes[id / 2].to);
      ++changed;
    });
  clock.start_in_reset();
  const int count = static_cast<int>(steps.size());
  bench.start(steps, Schedule::back_to_back(count));
  clock.run(count + plan.latency() + 8);

  EXPECT_EQ(changed, changes.size());
  EXPECT_EQ(bench.delivered.size(), steps.size());
  std::vector<std::uint64_t> results;
  for (const auto& delivery : bench.delivered) results.push_back(delivery.payload.d);
  return results;
}

constexpr std::size_t kMostFlips = 4000;  // picked at random where there are more

template <NumberSystem N>
void expect_flips_as_resumed(const Sequence& sequence) {
  const Plan& plan = sequence.plan();
  std::vector<Flip> flips;
  const Operands sample = random_steps(sequence, 1, 0).front();
  for (const Rank& rank : ranks_of(plan)) {
    const auto payload = through_stages<N>(plan, kBeforeStages, rank.stage, sample);
    const auto more = flips_of<N>(plan, rank, payload);
    flips.insert(flips.end(), more.begin(), more.end());
  }
  ASSERT_FALSE(flips.empty());
  Random random(1);
  random.shuffle(flips);
  flips.resize(std::min(flips.size(), kMostFlips));

  const auto steps = random_steps(sequence, 2 * static_cast<int>(flips.size()), 2);
  auto expected = results_of(plan, steps);
  std::vector<Change<N>> changes;
  std::size_t felt = 0, outside = 0;
  for (std::size_t i = 0; i < flips.size(); ++i) {
    const Rank& at = flips[i].at;
    auto payload = through_stages<N>(plan, kBeforeStages, at.stage, steps[2 * i]);
    const auto unchanged = payload;
    flip<N>(plan, flips[i], payload);
    EXPECT_FALSE(payload == unchanged);
    if (!sums_fit<N>(plan, at, payload)) {
      payload = unchanged;
      ++outside;
    }
    changes.push_back({at, payload});
    const std::uint64_t d = resume_after<N>(plan, at.stage, payload);
    felt += d != expected[2 * i];
    expected[2 * i] = d;
  }
  EXPECT_LT(outside * 10, flips.size());
  EXPECT_GT(felt * 20, flips.size());
  ::testing::Test::RecordProperty("flips", static_cast<int>(flips.size()));
  ::testing::Test::RecordProperty("felt", static_cast<int>(felt));

  const auto delivered = deliver_changed<N>(plan, steps, changes);
  ASSERT_EQ(delivered.size(), expected.size());
  for (std::size_t i = 0; i < delivered.size(); ++i)
    ASSERT_EQ(delivered[i], expected[i])
        << (i % 2 == 0 ? "flipped in " + name_of(plan, flips[i / 2].at) + " field " +
                             std::to_string(flips[i / 2].field) + " bit " +
                             std::to_string(flips[i / 2].bit)
                       : "not flipped");
}

// Operation 2i takes over, at one rank, the payload of another operation: it then delivers what
// that one would, whatever it was before.
template <NumberSystem N>
void expect_registers_are_all_there_is(const Sequence& sequence) {
  const Plan& plan = sequence.plan();
  const auto ranks = ranks_of(plan);
  const int count = 4 * static_cast<int>(ranks.size());
  const auto steps = random_steps(sequence, 2 * count, 3);
  const auto others = random_steps(sequence, count, 4);
  auto expected = results_of(plan, steps);
  std::vector<Change<N>> changes;
  for (std::size_t i = 0; i < others.size(); ++i) {
    const Rank& at = ranks[i % ranks.size()];
    changes.push_back({at, through_stages<N>(plan, kBeforeStages, at.stage, others[i])});
    expected[2 * i] = evaluate(plan, others[i]).d;
  }
  EXPECT_EQ(deliver_changed<N>(plan, steps, changes), expected);
}

// Integers with room for a sum that a flipped bit moves.
void with_room(const Sequence& sequence, auto&& check) {
  Plan roomier = sequence.plan();
  roomier.word_bits += 2;
  with_numbers(roomier, check);
}

class ForcedBits : public ::testing::TestWithParam<Sample> {};

TEST_P(ForcedBits, ChangeWhatTheReferenceSays) {
  const Sequence sequence(GetParam().unit());
  with_room(sequence, [&]<class N>(N) { expect_flips_as_resumed<N>(sequence); });
}

TEST_P(ForcedBits, ChangeWhatTheReferenceSaysInRegistersInARow) {
  Unit unit = GetParam().unit();
  unit.structure.multiplier.registers = 2;
  unit.structure.aligner.registers = 3;
  unit.structure.adder_tree = {2, 2};
  unit.structure.normalizer.registers = 2;
  const Sequence sequence(unit);
  with_room(sequence, [&]<class N>(N) { expect_flips_as_resumed<N>(sequence); });
}

TEST_P(ForcedBits, APayloadTakenOverIsTheWholeState) {
  const Sequence sequence(GetParam().unit());
  with_room(sequence, [&]<class N>(N) { expect_registers_are_all_there_is<N>(sequence); });
}

INSTANTIATE_TEST_SUITE_P(Units, ForcedBits, ::testing::ValuesIn(kSamples),
                         [](const auto& info) { return label_of(info); });

}  // namespace
}  // namespace mmasc
