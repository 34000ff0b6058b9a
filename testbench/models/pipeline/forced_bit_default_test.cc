// SPDX-License-Identifier: Apache-2.0
#include "pipeline/forced_bit.h"
#include "pipeline/samples.h"

namespace mmasc {
namespace {

constexpr std::size_t kFlips = 4000;

class ForcedBits : public ::testing::TestWithParam<Sample> {};

TEST_P(ForcedBits, ChangeWhatTheReferenceSays) {
  const Sequence sequence(GetParam().unit());
  with_room(sequence, [&]<class N>(N) { expect_flips_as_resumed<N>(sequence, kFlips); });
}

TEST_P(ForcedBits, ChangeWhatTheReferenceSaysInRegistersInARow) {
  Unit unit = GetParam().unit();
  unit.structure.multiplier.registers = 2;
  unit.structure.aligner.registers = 3;
  unit.structure.adder_tree = {2, 2};
  unit.structure.normalizer.registers = 2;
  const Sequence sequence(unit);
  with_room(sequence, [&]<class N>(N) { expect_flips_as_resumed<N>(sequence, kFlips); });
}

INSTANTIATE_TEST_SUITE_P(Units, ForcedBits, ::testing::ValuesIn(kSamples),
                         [](const auto& info) { return label_of(info); });

}  // namespace
}  // namespace mmasc
