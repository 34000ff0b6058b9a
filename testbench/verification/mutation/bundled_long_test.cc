// SPDX-License-Identifier: Apache-2.0
// Bundled vectors against changes of every datapath.
#include "mutation/bundled_audit.h"

namespace mmasc {
namespace {

TEST(BundledAudit, LeavesNoChangeUnexplained) { expect_no_change_unexplained(1); }

}  // namespace
}  // namespace mmasc
