// SPDX-License-Identifier: Apache-2.0
#include "tlm_accelerator/hostile_runs.h"

namespace mmasc::tlm {
namespace {

TEST(Hostile, AnErrorOnAnyBurstStopsItsQueueOnly) { expect_errors_stop_their_queue_only(1); }

}  // namespace
}  // namespace mmasc::tlm
