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
#include "mmasc/unit/operands.h"

namespace mmasc::tlm {

inline constexpr std::size_t kDescriptorBytes = 128;
inline constexpr std::uint64_t kDescriptorVersion = 1;

// Where operands stand in the descriptor, in its order.
struct Slot {
  Operand operand;
  std::string_view name;
};
inline constexpr auto kSlots = std::to_array<Slot>({
    {Operand::a, "A"},
    {Operand::b, "B"},
    {Operand::sa, "SA"},
    {Operand::sb, "SB"},
    {Operand::c, "C"},
    {Operand::d, "D"},
});

// The metadata of a sparse A stands in SA's slot: such a unit has no block scales. An operand that
// no descriptor places has no slot: kSlots.size().
constexpr std::size_t slot_of(Operand operand) {
  if (operand == Operand::metadata) operand = Operand::sa;
  std::size_t slot = 0;
  while (slot < kSlots.size() && kSlots[slot].operand != operand) ++slot;
  return slot;
}

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
  std::array<OperandFields, kSlots.size()> slots{};

  OperandFields& operator[](Operand operand) { return slots.at(slot_of(operand)); }
  const OperandFields& operator[](Operand operand) const { return slots.at(slot_of(operand)); }
  friend bool operator==(const Descriptor&, const Descriptor&) = default;
};

inline constexpr auto kHeaderFields = std::to_array<Field<Descriptor>>({
    {"version", {.byte = 0, .bits = 8}, &Descriptor::version, "1"},
    {"kind",
     {.byte = 1, .bits = 8},
     &Descriptor::kind,
     "what `instruction` is, and the kind of tcgen05.mma"},
    {"interrupt",
     {.byte = 2, .bits = 1},
     &Descriptor::interrupt,
     "raise the queue's interrupt on completion"},
    {"accumulate",
     {.byte = 2, .low = 1, .bits = 1},
     &Descriptor::accumulate,
     "D += A * B; C is D itself"},
    {"use_c",
     {.byte = 2, .low = 2, .bits = 1},
     &Descriptor::use_c,
     "D = C + A * B; without it and `accumulate` C is +0"},
    {"a_in_tensor_memory",
     {.byte = 2, .low = 3, .bits = 1},
     &Descriptor::a_in_tensor_memory,
     "tcgen05: A goes through tensor memory; changes cycles, no bits"},
    {"reserved_flags", {.byte = 2, .low = 4, .bits = 12}, &Descriptor::reserved_flags, "0"},
    {"instruction",
     {.byte = 4, .bits = 32},
     &Descriptor::instruction,
     "the 32-bit instruction descriptor of tcgen05.mma; for kind 0 the number of the catalogue's "
     "row in bits 15..0 and n in bits 31..16, 0 for its greatest"},
    {"m_tiles",
     {.byte = 8, .bits = 32},
     &Descriptor::m_tiles,
     "rows of D, in the instruction's m (times its blocks)"},
    {"n_tiles",
     {.byte = 12, .bits = 32},
     &Descriptor::n_tiles,
     "columns of D, in the instruction's n"},
    {"k_tiles", {.byte = 16, .bits = 32}, &Descriptor::k_tiles, "depth, in k tiles"},
    {"tile_k",
     {.byte = 20, .bits = 16},
     &Descriptor::tile_k,
     "instructions along k that a k tile holds"},
    {"stages",
     {.byte = 22, .bits = 8},
     &Descriptor::stages,
     "stage buffers; each holds a k tile of A and of B"},
    {"group",
     {.byte = 23, .bits = 8},
     &Descriptor::group,
     "SMs that share the instruction, 1 or 2"},
    {"sequence",
     {.byte = 24, .bits = 32},
     &Descriptor::sequence,
     "copied to the completion record"},
    {"reserved", {.byte = 28, .bits = 32}, &Descriptor::reserved, "0"},
});

// The fields of slot i, which begins at byte kFirstOperand + kOperandBytes * i.
inline constexpr std::size_t kFirstOperand = 32, kOperandBytes = 16;
inline constexpr auto kOperandFields = std::to_array<Field<OperandFields>>({
    {"address", {.byte = 0, .bits = 64}, &OperandFields::address, "of the first byte"},
    {"stride",
     {.byte = 8, .bits = 32},
     &OperandFields::stride,
     "bytes from one line to the next; of scale blocks, from one row of blocks to the next"},
    {"layout", {.byte = 12, .bits = 8}, &OperandFields::layout, "how a line holds its elements"},
    {"major",
     {.byte = 13, .bits = 8},
     &OperandFields::major,
     "0: a line runs along k (of C and D: is a row); 1: along m or n (of C and D: is a column)"},
    {"reserved", {.byte = 14, .bits = 16}, &OperandFields::reserved, "0"},
});

Descriptor decode(std::span<const std::byte, kDescriptorBytes> bytes);
// Values are cut to their fields' widths.
std::array<std::byte, kDescriptorBytes> encode(const Descriptor& descriptor);

}  // namespace mmasc::tlm
