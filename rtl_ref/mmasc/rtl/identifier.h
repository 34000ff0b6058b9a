// SPDX-License-Identifier: Apache-2.0
// Names of SystemVerilog modules.
#pragma once

#include <string>

namespace mmasc {

// Throws InputError where a module of the user's cannot be called so.
void check_identifier(const std::string& top);

// An id as an identifier: "hopper_mma_m16n8k16_f32_f16_f16_f32".
std::string identifier_of(const std::string& id);

}  // namespace mmasc
