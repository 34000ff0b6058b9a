// SPDX-License-Identifier: Apache-2.0
#include "capture/mfma_name.h"

#include <fmt/format.h>

#include <string_view>

#include "capture/chips.h"

namespace mmasc {

std::string mfma_name(const Instruction& instruction) {
  std::string name = instruction.mnemonic.substr(std::string_view("v_").size());
  const std::string blocks = fmt::format("_{}b_", instruction.shape.blocks);
  if (const auto at = name.find(blocks); at != name.npos) name.replace(at, blocks.size(), "_");
  // CDNA3 writes an underscore before the type; the names of what is new in it keep theirs.
  const bool is_new = name.ends_with("fp8") || name.ends_with("bf8") || name.ends_with("xf32");
  if (architecture_of(instruction) != "cdna3" || is_new) return name;
  name.erase(name.rfind('_'), 1);
  // It has only the bf16 instructions that CDNA2 called _1k.
  return name.ends_with("bf16") ? name + "_1k" : name;
}

}  // namespace mmasc
