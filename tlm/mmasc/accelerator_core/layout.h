// SPDX-License-Identifier: Apache-2.0
// How an operand lies in memory, which bytes a tile of it takes, and what stage buffers make of
// them.
//
// Memory --bursts--> loaded bytes --fill--> stage buffer --unpack--> dense elements
//
// Tensor copies spread packed elements over units of 16 bytes of the stage buffer; the padding in a
// unit is never written and never read. Sources: CUDA driver API, cuTensorMapEncodeTiled; PTX ISA,
// "Packing formats of tensor copies".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "mmasc/arith/matrix.h"
#include "mmasc/unit/format.h"

namespace mmasc::tlm {

enum class Layout { dense, packed, u4_align8, u4_align16, u6_align16, bytes, scale_blocks };

struct LayoutRow {
  Layout layout;
  std::string_view name;
  int least_bits = 0, most_bits = 0;  // of elements
  int alignment = 0;                  // of address and stride, bytes; 0: as an element
  int tile_multiple = 1;              // of elements of a line that a tile holds
  int unit_bytes = 0;                 // of a stage buffer's 16 that hold elements; 0: no padding
  bool of_byte_kinds = true;          // kinds whose elements take a byte each in shared memory
  bool of_packed_kinds = false;       // kinds whose elements take half a byte
  bool of_other_kinds = true;
  std::string_view text;
};

// By the descriptor's number.
inline constexpr auto kLayouts = std::to_array<LayoutRow>({
    {.layout = Layout::dense,
     .name = "dense",
     .least_bits = 1,
     .most_bits = 64,
     .text = "elements of 1, 2, 4 or 8 bytes; bits above the format's do not count"},
    {.layout = Layout::packed,
     .name = "packed",
     .least_bits = 1,
     .most_bits = 7,
     .alignment = 1,
     .of_packed_kinds = true,
     .text = "elements without a gap, the first in the lowest bits: two of 4 bits a byte, four of "
             "6 bits in three"},
    {.layout = Layout::u4_align8,
     .name = "16u4_align8b",
     .least_bits = 4,
     .most_bits = 4,
     .alignment = 16,
     .tile_multiple = 2,
     .of_byte_kinds = false,
     .of_packed_kinds = true,
     .text = "packed, and so in the stage buffer"},
    {.layout = Layout::u4_align16,
     .name = "16u4_align16b",
     .least_bits = 4,
     .most_bits = 4,
     .alignment = 32,
     .tile_multiple = 128,
     .unit_bytes = 8,
     .of_other_kinds = false,
     .text = "packed; in the stage buffer each 16 elements take 8 bytes and 8 of padding"},
    {.layout = Layout::u6_align16,
     .name = "16u6_align16b",
     .least_bits = 6,
     .most_bits = 6,
     .alignment = 32,
     .tile_multiple = 128,
     .unit_bytes = 12,
     .of_other_kinds = false,
     .text = "packed; in the stage buffer each 16 elements take 12 bytes and 4 of padding"},
    {.layout = Layout::bytes,
     .name = "bytes",
     .least_bits = 1,
     .most_bits = 8,
     .alignment = 1,
     .text = "one element a byte, in its low bits; the others do not count"},
    {.layout = Layout::scale_blocks,
     .name = "scale_blocks",
     .least_bits = 8,
     .most_bits = 8,
     .alignment = 16,
     .of_packed_kinds = true,
     .text = "scales in blocks of 512 bytes for 128 rows and 4 scales of each: byte (row % 32) * "
             "16 + (row / 32 % 4) * 4 + scale % 4; blocks next to each other along k"},
});
constexpr const LayoutRow& row_of(Layout layout) {
  return kLayouts[static_cast<std::size_t>(layout)];
}

inline constexpr std::int64_t kScaleBlockBytes = 512, kScaleBlockRows = 128, kScaleBlockScales = 4;
inline constexpr std::int64_t kUnitBytes = 16, kUnitElements = 16;  // of a padded stage buffer
inline constexpr std::int64_t kLineBytes = 128;  // that a copy engine moves at once, of one line

// A matrix in memory: `lines` lines of `inner` elements, line i from address + i * stride on (of
// scale blocks: row of blocks i).
struct Placed {
  Format format{};
  Layout layout = Layout::dense;
  std::uint64_t address = 0, stride = 0;
  std::int64_t lines = 0, inner = 0;

  // The bytes from the first byte of the first line to the last byte of the last one.
  std::uint64_t extent() const;
  // The bytes of a line in memory, or of a row of scale blocks.
  std::uint64_t line_bytes() const;
};

// A part of it.
struct Box {
  std::int64_t first_line = 0, lines = 0, first = 0, inner = 0;
  friend bool operator==(const Box&, const Box&) = default;
};

struct Burst {
  std::uint64_t address = 0, bytes = 0;
  friend bool operator==(const Burst&, const Burst&) = default;
};
// The first bytes of a burst, `most` of them at most (0: all). Where `most` is a power of two they
// end at a multiple of it, so that no part of the burst lies on both sides of one.
std::uint64_t first_part(const Burst& burst, std::uint64_t most);

// The bytes of a box, line after line; lines that follow each other in memory are one burst. Every
// byte of a burst holds a bit of the box, or belongs to a scale block that does.
std::vector<Burst> bursts(const Placed& placed, const Box& box);
// The bytes of all bursts of a box together.
std::int64_t loaded_bytes(const Placed& placed, const Box& box);
// Pieces of up to 128 bytes of one line (of a scale block's row) that a copy engine moves.
std::int64_t copy_lines(const Placed& placed, const Box& box);

// Bytes of a stage buffer that hold the box, padding included.
std::int64_t buffer_bytes(const Placed& placed, const Box& box);
// Puts loaded bytes in their places; padding stays as it is.
void fill(Layout layout, std::span<const std::byte> loaded, std::span<std::byte> buffer);
// Unpacks to elements of element_bytes(format) each, `pitch` elements from one line to the next (0:
// a line's).
void unpack(const Placed& placed, const Box& box, std::span<const std::byte> buffer,
            std::span<std::byte> elements, std::int64_t pitch = 0);
std::int64_t dense_bytes(const Placed& placed, const Box& box);

}  // namespace mmasc::tlm
