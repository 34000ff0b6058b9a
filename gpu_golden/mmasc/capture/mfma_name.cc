// SPDX-License-Identifier: Apache-2.0
#include "mmasc/capture/mfma_name.h"

#include <fmt/format.h>

#include <string_view>

namespace mmasc {

std::string mfma_name(const Instruction& instruction) {
  std::string name = instruction.mnemonic.substr(std::string_view("v_").size());
  const std::string blocks = fmt::format("_{}b_", instruction.shape.blocks);
  if (const auto at = name.find(blocks); at != name.npos) name.replace(at, blocks.size(), "_");
  // Where an underscore parts k and type (32x32x8_f16), the names of older instructions have none;
  // those of types that came with it keep theirs.
  const bool is_new_i8 = name.ends_with("_i8") && instruction.shape.blocks == 1;
  const bool is_new =
      name.ends_with("fp8") || name.ends_with("bf8") || name.ends_with("xf32") || is_new_i8;
  const std::size_t type = name.find_first_not_of("0123456789", name.rfind('x') + 1);
  if (is_new || name[type] != '_') return name;
  name.erase(type, 1);
  // The bf16 instructions that stayed are those that were called _1k.
  return name.ends_with("bf16") ? name + "_1k" : name;
}

}  // namespace mmasc
