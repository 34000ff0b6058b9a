// SPDX-License-Identifier: Apache-2.0
// A GTKWave save file beside a VCD.
#pragma once

#include <functional>
#include <string>

namespace mmasc {

// "out.gtkw" beside out.vcd, its text by the VCD's whole path. A device gets none, and what a user
// saved in GTKWave stays.
void write_save_file(const std::string& vcd,
                     const std::function<std::string(const std::string& vcd)>& text);

}  // namespace mmasc
