// SPDX-License-Identifier: Apache-2.0
#include "pipeline/forced_bit.h"
#include "pipeline/samples.h"

namespace mmasc {
namespace {

class ForcedBit : public ::testing::TestWithParam<Sample> {};

TEST_P(ForcedBit, ChangesWhatTheReferenceSays) {
  const Sequence sequence(GetParam().unit());
  with_room(sequence, [&]<class N>(N) { expect_flips_as_resumed<N>(sequence, 300); });
}

TEST_P(ForcedBit, APayloadTakenOverIsTheWholeState) {
  const Sequence sequence(GetParam().unit());
  with_room(sequence, [&]<class N>(N) { expect_registers_are_all_there_is<N>(sequence); });
}

INSTANTIATE_TEST_SUITE_P(Units, ForcedBit, ::testing::ValuesIn(kSamples),
                         [](const auto& info) { return label_of(info); });

}  // namespace
}  // namespace mmasc
