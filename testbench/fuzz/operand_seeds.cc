// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/formats.h"
#include "mmasc/unit/hex.h"
#include "operand_input.h"
#include "seeds.h"

namespace mmasc::fuzz {

std::vector<std::string> operand_seeds() {
  std::vector<std::string> seeds;
  for (std::size_t f = 0; f < shipped_formats().size(); ++f) {
    const Format& format = shipped_formats()[f];
    for (const auto text : {"0", "1.5", "-0.", "0x1", "0x1.8p+1", "1e-3", "inf", "-nan"})
      seeds.push_back(operand_bytes(f, 1, text));
    for (const auto text : {"1, -2 0x3,0x1.8p1", "1 2 4 .5", "-inf,nan", "3."})
      seeds.push_back(operand_bytes(f, 4, text));
    for (const int count : {1, 2, 32}) {
      const std::vector<std::uint64_t> elements(std::size_t(count), format.storage_mask());
      seeds.push_back(operand_bytes(f, count, to_hex(elements, format)));
    }
  }
  return seeds;
}

}  // namespace mmasc::fuzz
