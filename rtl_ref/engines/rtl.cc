// SPDX-License-Identifier: Apache-2.0
// The engine rtl, in the programs of all benches where Verilator runs.
#include "mmasc/command/engines.h"

namespace mmasc {
namespace {

const AddedEngine kRtlEngine("rtl", make_rtl_engine);

}  // namespace
}  // namespace mmasc
