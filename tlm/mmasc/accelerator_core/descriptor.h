// SPDX-License-Identifier: Apache-2.0
// The descriptor: 128 bytes, little endian, that tell the accelerator one tiled GEMM,
//
//     D (m_tiles * m  x  n_tiles * n)  =  C  +  A (.. x k_tiles * tile_k * k) * B,
//
// m, n and k the instruction's. All that stands here is as in memory; job.h says what it means.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "mmasc/accelerator_core/field.h"

namespace mmasc::tlm {

inline constexpr std::size_t kDescriptorBytes = 128;
inline constexpr std::uint64_t kDescriptorVersion = 1;

// In the order of the descriptor. Where A is sparse, SA is its metadata; such a unit has no scales.
enum class OperandName { a, b, sa, sb, c, d };
inline constexpr std::size_t kOperands = 6;
inline constexpr std::array<std::string_view, kOperands> kOperandNames{"A",  "B", "SA",
                                                                       "SB", "C", "D"};

struct OperandFields {
  std::uint64_t address = 0, stride = 0, layout = 0, major = 0, reserved = 0;
  friend bool operator==(const OperandFields&, const OperandFields&) = default;
};

struct Descriptor {
  std::uint64_t version = kDescriptorVersion, kind = 0;
  std::uint64_t interrupt = 0, accumulate = 0, use_c = 0, a_in_tensor_memory = 0;
  std::uint64_t reserved_flags = 0, instruction = 0;
  std::uint64_t m_tiles = 0, n_tiles = 0, k_tiles = 0;
  std::uint64_t tile_k = 0, stages = 0, group = 0, sequence = 0, reserved = 0;
  std::array<OperandFields, kOperands> operands{};

  OperandFields& operator[](OperandName name) { return operands[static_cast<std::size_t>(name)]; }
  const OperandFields& operator[](OperandName name) const {
    return operands[static_cast<std::size_t>(name)];
  }
  friend bool operator==(const Descriptor&, const Descriptor&) = default;
};

inline constexpr auto kHeaderFields = std::to_array<Field<Descriptor>>({
    {"version", 0, 0, 8, &Descriptor::version, "1"},
    {"kind", 1, 0, 8, &Descriptor::kind, "what `instruction` is, and the kind of tcgen05.mma"},
    {"interrupt", 2, 0, 1, &Descriptor::interrupt, "raise the queue's interrupt on completion"},
    {"accumulate", 2, 1, 1, &Descriptor::accumulate, "D += A * B; C is D itself"},
    {"use_c", 2, 2, 1, &Descriptor::use_c, "D = C + A * B; without it and `accumulate` C is +0"},
    {"a_in_tensor_memory", 2, 3, 1, &Descriptor::a_in_tensor_memory,
     "tcgen05: A goes through tensor memory; changes cycles, no bits"},
    {"reserved_flags", 2, 4, 12, &Descriptor::reserved_flags, "0"},
    {"instruction", 4, 0, 32, &Descriptor::instruction,
     "the 32-bit instruction descriptor of tcgen05.mma; for kind 0 the number of the catalogue's "
     "row in bits 15..0 and n in bits 31..16, 0 for its greatest"},
    {"m_tiles", 8, 0, 32, &Descriptor::m_tiles,
     "rows of D, in the instruction's m (times its blocks)"},
    {"n_tiles", 12, 0, 32, &Descriptor::n_tiles, "columns of D, in the instruction's n"},
    {"k_tiles", 16, 0, 32, &Descriptor::k_tiles, "depth, in k tiles"},
    {"tile_k", 20, 0, 16, &Descriptor::tile_k, "instructions along k that a k tile holds"},
    {"stages", 22, 0, 8, &Descriptor::stages, "stage buffers; each holds a k tile of A and of B"},
    {"group", 23, 0, 8, &Descriptor::group, "SMs that share the instruction, 1 or 2"},
    {"sequence", 24, 0, 32, &Descriptor::sequence, "copied to the completion record"},
    {"reserved", 28, 0, 32, &Descriptor::reserved, "0"},
});

// The fields of operand i, which begins at byte kFirstOperand + kOperandBytes * i.
inline constexpr std::size_t kFirstOperand = 32, kOperandBytes = 16;
inline constexpr auto kOperandFields = std::to_array<Field<OperandFields>>({
    {"address", 0, 0, 64, &OperandFields::address, "of the first byte"},
    {"stride", 8, 0, 32, &OperandFields::stride,
     "bytes from one line to the next; of scale blocks, from one row of blocks to the next"},
    {"layout", 12, 0, 8, &OperandFields::layout, "how a line holds its elements"},
    {"major", 13, 0, 8, &OperandFields::major,
     "0: a line runs along k (of C and D: is a row); 1: along m or n (of C and D: is a column)"},
    {"reserved", 14, 0, 16, &OperandFields::reserved, "0"},
});

Descriptor decode(std::span<const std::byte, kDescriptorBytes> bytes);
// Values are cut to their fields' widths.
std::array<std::byte, kDescriptorBytes> encode(const Descriptor& descriptor);

}  // namespace mmasc::tlm
