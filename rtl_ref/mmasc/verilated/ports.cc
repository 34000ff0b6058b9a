// SPDX-License-Identifier: Apache-2.0
#include "mmasc/verilated/ports.h"

#include <algorithm>

#include "mmasc/rtl/unit_ports.h"

namespace mmasc {
namespace {

constexpr int words(int bits) { return (bits + kWordBits - 1) / kWordBits; }

}  // namespace

void pack(std::span<const std::uint64_t> elements, std::span<const int> widths, PortWords& words) {
  auto word = words.begin();
  std::uint64_t bits = 0;  // of the word at hand, and more
  int count = 0;
  for (std::size_t i = 0; i < elements.size(); ++i)
    for (int width = widths[i], done = 0; done < width; done += kWordBits) {
      const int part = std::min(width - done, kWordBits);
      bits |= (elements[i] >> done & (~std::uint64_t{0} >> (64 - part))) << count;
      count += part;
      if (count < kWordBits) continue;
      *word++ = static_cast<std::uint32_t>(bits);
      bits >>= kWordBits;
      count -= kWordBits;
    }
  if (count > 0) *word++ = static_cast<std::uint32_t>(bits);
  std::fill(word, words.end(), 0u);
}

unit_abi::Sizes port_sizes(const RtlUnit& unit) {
  static_assert(kInputCount <= unit_abi::kMostOperands);
  unit_abi::Sizes sizes = {};
  for (const OperandRow& row : kInputs)
    sizes.operands[index_of(row.operand)] = words(port_bits(unit, row.operand));
  sizes.d_o = words(port_bits(unit, Operand::d));
  return sizes;
}

OperandPorts::OperandPorts(const RtlUnit& unit) {
  for (const OperandRow& row : kInputs) {
    widths_[row.operand] = port_widths(unit, row.operand);
    words_[row.operand].resize(static_cast<std::size_t>(words(port_bits(unit, row.operand))));
  }
}

void OperandPorts::set(const Operands& operands) {
  for (const OperandRow& row : kInputs) {
    const auto elements = operands[row.operand];
    pack({elements.begin(), elements.end()}, widths_[row.operand], words_[row.operand]);
  }
}

}  // namespace mmasc
