// SPDX-License-Identifier: Apache-2.0
// The ports of a unit, as words of 32 bits.
#pragma once

#include <span>
#include <vector>

#include "mmasc/arith/payload.h"
#include "mmasc/rtl/rtl_unit.h"
#include "mmasc/verilated/unit_abi.h"

namespace mmasc {

inline constexpr int kWordBits = 32;
using PortWords = std::vector<std::uint32_t>;

unit_abi::Sizes port_sizes(const RtlUnit& unit);

// Elements side by side, the first lowest, each of its own width; bits above the width of an
// element are left out.
void pack(std::span<const std::uint64_t> elements, std::span<const int> widths, PortWords& words);

class OperandPorts {
 public:
  explicit OperandPorts(const RtlUnit& unit);
  void set(const Operands& operands);
  const PortWords& operator[](Operand operand) const { return words_[operand]; }

 private:
  PerInput<std::vector<int>> widths_;
  PerInput<PortWords> words_;
};

}  // namespace mmasc
