// SPDX-License-Identifier: Apache-2.0
#include "rtl_ref/verilated/ports.h"

#include <algorithm>

#include "rtl_ref/unit_ports.h"

namespace mmasc {
namespace {

constexpr int words(int bits) { return (bits + kWordBits - 1) / kWordBits; }

template <class Elements>
std::span<const std::uint64_t> all(const Elements& elements) {
  return {elements.begin(), elements.end()};
}

void pack_each(std::span<const std::uint64_t> elements, auto&& width_of, PortWords& words) {
  auto word = words.begin();
  std::uint64_t bits = 0;  // of the word at hand, and more
  int count = 0;
  for (std::size_t i = 0; i < elements.size(); ++i)
    for (int width = width_of(i), done = 0; done < width; done += kWordBits) {
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

PortWords port(int size) { return PortWords(static_cast<std::size_t>(size)); }

}  // namespace

unit_abi::Sizes port_sizes(const RtlUnit& unit) {
  const MultiplierPlan& in = unit.plan.multiplier;
  const int scales = in.scale_lanes > 0 ? in.lanes / in.scale_lanes : 0;
  const int scale_words = scales > 0 ? words(scales * in.scale.storage_bits()) : 0;
  return {.a_i = words(in.lanes * unit.a_bits()),
          .b_i = words(in.b_elements() * unit.b_bits()),
          .c_i = words(in.c.storage_bits()),
          .sa_i = scale_words,
          .sb_i = scale_words,
          .random_i = words(random_port_bits(unit.plan)),
          .metadata_i = words(metadata_port_bits(in)),
          .d_o = words(unit.plan.d.storage_bits())};
}

void pack(std::span<const std::uint64_t> elements, std::span<const int> widths, PortWords& words) {
  pack_each(
      elements, [&](std::size_t i) { return widths[i]; }, words);
}

void pack(std::span<const std::uint64_t> elements, int width, PortWords& words) {
  pack_each(
      elements, [&](std::size_t) { return width; }, words);
}

OperandPorts::OperandPorts(const RtlUnit& unit)
    : a_width_(unit.a_bits()),
      b_width_(unit.b_bits()),
      c_width_(unit.plan.multiplier.c.storage_bits()),
      scale_width_(unit.plan.multiplier.scale_lanes > 0 ? unit.plan.multiplier.scale.storage_bits()
                                                        : 0),
      metadata_width_(
          unit.plan.multiplier.is_sparse() ? unit.plan.multiplier.metadata.storage_bits() : 0),
      random_widths_(unit.plan.random_bits.begin(), unit.plan.random_bits.end()) {
  const unit_abi::Sizes sizes = port_sizes(unit);
  a = port(sizes.a_i);
  b = port(sizes.b_i);
  c = port(sizes.c_i);
  sa = port(sizes.sa_i);
  sb = port(sizes.sb_i);
  random = port(sizes.random_i);
  metadata = port(sizes.metadata_i);
}

void OperandPorts::set(const Operands& operands) {
  pack(all(operands.a), a_width_, a);
  pack(all(operands.b), b_width_, b);
  pack({&operands.c, 1}, c_width_, c);
  pack(all(operands.sa), scale_width_, sa);
  pack(all(operands.sb), scale_width_, sb);
  pack(all(operands.random), random_widths_, random);
  pack(all(operands.metadata), metadata_width_, metadata);
}

}  // namespace mmasc
