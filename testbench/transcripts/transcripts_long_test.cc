// SPDX-License-Identifier: Apache-2.0
#include "printed_name.h"
#include "run_transcript.h"

namespace mmasc {
namespace {

INSTANTIATE_TEST_SUITE_P(Long, Transcript, ::testing::ValuesIn(transcripts("long")), PrintedName());

}  // namespace
}  // namespace mmasc
