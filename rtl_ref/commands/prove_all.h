// SPDX-License-Identifier: Apache-2.0
// The RTL of every row of the catalogue, proved.
#pragma once

#include <cstdint>
#include <string>

namespace mmasc {

// Prints what is proved, and writes a line for each instruction into the file `csv`, where one is
// named. Rows with the same RTL are proved once. Returns the exit code.
int prove_all(std::uint64_t seconds, const std::string& csv);

}  // namespace mmasc
