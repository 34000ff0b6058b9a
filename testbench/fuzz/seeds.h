// SPDX-License-Identifier: Apache-2.0
// The inputs that the fuzz targets start from, made of what the project ships.
#pragma once

#include <string>
#include <vector>

namespace mmasc::fuzz {

// Longer texts are left out: an execution takes time with the length.
inline constexpr std::size_t kLongestSeed = 1024;

std::vector<std::string> toml_seeds();     // shipped rows, by hand and by to_toml; random ones
std::vector<std::string> vector_seeds();   // the bundled files cut short, and shorter ones
std::vector<std::string> operand_seeds();  // operand_input.h
std::vector<std::string> file_seeds();     // file_input.h
std::vector<std::string> descriptor_seeds();
std::vector<std::string> platform_seeds();
std::vector<std::string> where_seeds();  // where_input.h

// In libFuzzer's form: what the texts are made of, and numbers at the ends of their types.
std::string toml_dictionary();
std::string vector_dictionary();
std::string operand_dictionary();
std::string file_dictionary();
std::string descriptor_dictionary();
std::string platform_dictionary();
std::string where_dictionary();

}  // namespace mmasc::fuzz
