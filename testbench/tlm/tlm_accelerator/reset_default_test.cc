// SPDX-License-Identifier: Apache-2.0
#include "tlm_accelerator/reset_runs.h"

namespace mmasc::tlm {
namespace {

TEST(Reset, BySignalAtAnyTimeOfWorkIsClean) { expect_clean_run_after(false, 1); }
TEST(Reset, ByRegisterAtAnyTimeOfWorkIsClean) { expect_clean_run_after(true, 1); }

}  // namespace
}  // namespace mmasc::tlm
