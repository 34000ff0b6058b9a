// SPDX-License-Identifier: Apache-2.0
// Names in C: of a unit, and the types that hold so many bits.
#pragma once

#include <string>

namespace mmasc {

// Throws InputError where a unit cannot be called so in C.
void check_c_name(const std::string& name);

// "SELF_TEST" of "fp8": "FP8_SELF_TEST".
std::string macro_name(const std::string& name, const std::string& what);

// "uint16_t": the narrowest of <stdint.h> that holds `bits`, 64 at most.
std::string c_type(int bits);
// How many bits it has.
int c_type_bits(int bits);

}  // namespace mmasc
