// SPDX-License-Identifier: Apache-2.0
#include "printed_name.h"
#include "run_transcript.h"

namespace mmasc {
namespace {

INSTANTIATE_TEST_SUITE_P(Default, Transcript, ::testing::ValuesIn(transcripts("default")),
                         PrintedName());

}  // namespace
}  // namespace mmasc
