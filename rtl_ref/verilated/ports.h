// SPDX-License-Identifier: Apache-2.0
// The ports of a unit, as words of 32 bits.
#pragma once

#include <span>
#include <vector>

#include "arith/payload.h"
#include "rtl_ref/rtl_unit.h"
#include "rtl_ref/verilated/unit_abi.h"

namespace mmasc {

inline constexpr int kWordBits = 32;
using PortWords = std::vector<std::uint32_t>;

unit_abi::Sizes port_sizes(const RtlUnit& unit);

// Elements side by side, the first lowest, each of `width` or of its own width; bits above `width`
// of an element are left out.
void pack(std::span<const std::uint64_t> elements, int width, PortWords& words);
void pack(std::span<const std::uint64_t> elements, std::span<const int> widths, PortWords& words);

struct OperandPorts {
  explicit OperandPorts(const RtlUnit& unit);
  void set(const Operands& operands);

  PortWords a, b, c, sa, sb, random, metadata;

 private:
  int a_width_, b_width_, c_width_, scale_width_, metadata_width_;
  std::vector<int> random_widths_;
};

}  // namespace mmasc
