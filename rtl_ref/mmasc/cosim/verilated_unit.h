// SPDX-License-Identifier: Apache-2.0
// A verilated unit as a SystemC module: where a DotProductUnit stands, it can stand too.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "mmasc/pipeline/dot_product_unit.h"
#include "mmasc/rtl/emit.h"
#include "mmasc/verilated/unit_library.h"

namespace mmasc {

// Called in the middle of a simulation where the RTL stops, with the reason: a failed assertion,
// $finish, $stop.
using RtlStopped = std::function<void(const std::string& why)>;

// `stages`: where the library's registers hold the payloads of the plan (Rtl::stages). The module
// refers to plan and library. Ids have 32 bits; registers are random until they take an operation.
// Throws InputError where the library's unit has other ports or registers. Construct before
// simulation starts.
std::unique_ptr<DotProductUnit> make_verilated_unit(const char* name, const Plan& plan,
                                                    const std::vector<StageRegisters>& stages,
                                                    const UnitLibrary& library, std::uint32_t seed,
                                                    RtlStopped stopped);

}  // namespace mmasc
