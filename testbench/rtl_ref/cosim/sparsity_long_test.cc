// SPDX-License-Identifier: Apache-2.0
// Every fault of the select.
#include "cosim/select_faults.h"

namespace mmasc {
namespace {

INSTANTIATE_TEST_SUITE_P(EveryFault, FaultySelect, ::testing::ValuesIn(kSelectFaults),
                         name_of_fault);

}  // namespace
}  // namespace mmasc
