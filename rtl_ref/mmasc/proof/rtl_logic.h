// SPDX-License-Identifier: Apache-2.0
// A unit's RTL as gates, by Yosys: the whole unit as it is wired, without its registers. What a
// stage hands to its registers is an output; what comes out of them an input.
//
//     ports, NAME.data_o ...  ->  [ the logic of all stages ]  ->  NAME.data_i ..., ports
#pragma once

#include <filesystem>
#include <string>

#include "mmasc/proof/aiger.h"
#include "mmasc/rtl/emit.h"

namespace mmasc::proof {

// The registers of a stage's instance are those of this one in it.
inline std::string registers_of(const std::string& instance) { return instance + ".u_registers"; }
// A sum's largest exponent is an output too.
std::string largest_exponent(int level, int sum);

// Kept in the cache by the RTL's text. Throws InputError where Yosys does not take the RTL,
// EnvironmentError where there is no Yosys or it is stopped.
AigerFile rtl_logic(const Rtl& rtl, int stop = -1, const std::filesystem::path& cache_folder = {});

}  // namespace mmasc::proof
