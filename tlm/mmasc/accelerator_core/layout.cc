// SPDX-License-Identifier: Apache-2.0
#include "mmasc/accelerator_core/layout.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

namespace mmasc::tlm {
namespace {

std::int64_t up(std::int64_t count, std::int64_t unit) { return (count + unit - 1) / unit; }

// The bits that an element takes in memory.
std::int64_t stored_bits(const Placed& placed) {
  switch (placed.layout) {
    case Layout::dense:
      return 8 * element_bytes(placed.format);
    case Layout::bytes:
      return 8;
    default:
      return placed.format.storage_bits();
  }
}

// The bytes of one line of the box, counted from the start of the line in memory.
struct LineBytes {
  std::int64_t first = 0, count = 0;
};
LineBytes bytes_of_line(const Placed& placed, const Box& box) {
  if (placed.layout == Layout::scale_blocks) {
    const std::int64_t first = box.first / kScaleBlockScales;
    const std::int64_t end = up(box.first + box.inner, kScaleBlockScales);
    return {first * kScaleBlockBytes, (end - first) * kScaleBlockBytes};
  }
  const std::int64_t bits = stored_bits(placed), first = box.first * bits / 8;
  return {first, up((box.first + box.inner) * bits, 8) - first};
}

// The strides' lines that the box has: rows of blocks for scale blocks.
struct Lines {
  std::int64_t first = 0, count = 0;
};
Lines lines_of(const Placed& placed, const Box& box) {
  if (placed.layout != Layout::scale_blocks) return {box.first_line, box.lines};
  const std::int64_t first = box.first_line / kScaleBlockRows;
  return {first, up(box.first_line + box.lines, kScaleBlockRows) - first};
}

Box whole(const Placed& placed) { return {.lines = placed.lines, .inner = placed.inner}; }

std::size_t size(std::int64_t count) { return static_cast<std::size_t>(count); }

void unpack_scales(const Box& box, std::int64_t line_bytes, std::span<const std::byte> buffer,
                   std::span<std::byte> elements, std::int64_t pitch) {
  const std::int64_t first_row = box.first_line / kScaleBlockRows * kScaleBlockRows;
  const std::int64_t first_scale = box.first / kScaleBlockScales * kScaleBlockScales;
  for (std::int64_t i = box.first_line; i < box.first_line + box.lines; ++i)
    for (std::int64_t j = box.first; j < box.first + box.inner; ++j) {
      const std::int64_t row = i - first_row, scale = j - first_scale;
      const std::int64_t block =
          row / kScaleBlockRows * line_bytes + scale / kScaleBlockScales * kScaleBlockBytes;
      const std::int64_t place = row % 32 * 16 + row / 32 % 4 * 4 + scale % kScaleBlockScales;
      elements[size((i - box.first_line) * pitch + j - box.first)] = buffer[size(block + place)];
    }
}

}  // namespace

std::uint64_t Placed::line_bytes() const {
  return static_cast<std::uint64_t>(bytes_of_line(*this, whole(*this)).count);
}

std::uint64_t Placed::extent() const {
  const auto last = static_cast<std::uint64_t>(lines_of(*this, whole(*this)).count - 1);
  return last * stride + line_bytes();
}

std::uint64_t first_part(const Burst& burst, std::uint64_t most) {
  if (most == 0) return burst.bytes;
  const std::uint64_t past = std::has_single_bit(most) ? burst.address % most : 0;
  return std::min(burst.bytes, most - past);
}

std::vector<Burst> bursts(const Placed& placed, const Box& box) {
  std::vector<Burst> all;
  const LineBytes line = bytes_of_line(placed, box);
  const Lines lines = lines_of(placed, box);
  for (std::int64_t i = lines.first; i < lines.first + lines.count; ++i) {
    const std::uint64_t address = placed.address + static_cast<std::uint64_t>(i) * placed.stride +
                                  static_cast<std::uint64_t>(line.first);
    const auto bytes = static_cast<std::uint64_t>(line.count);
    if (!all.empty() && all.back().address + all.back().bytes == address)
      all.back().bytes += bytes;
    else
      all.push_back({address, bytes});
  }
  return all;
}

std::int64_t loaded_bytes(const Placed& placed, const Box& box) {
  return lines_of(placed, box).count * bytes_of_line(placed, box).count;
}

std::int64_t copy_lines(const Placed& placed, const Box& box) {
  return lines_of(placed, box).count * up(bytes_of_line(placed, box).count, kLineBytes);
}

std::int64_t buffer_bytes(const Placed& placed, const Box& box) {
  const int unit = row_of(placed.layout).unit_bytes;
  const std::int64_t bytes = loaded_bytes(placed, box);
  return unit == 0 ? bytes : bytes / unit * kUnitBytes;
}

void fill(Layout layout, std::span<const std::byte> loaded, std::span<std::byte> buffer) {
  if (loaded.empty()) return;
  const auto unit = size(row_of(layout).unit_bytes);
  if (unit == 0) {
    std::memcpy(buffer.data(), loaded.data(), loaded.size());
    return;
  }
  for (std::size_t i = 0; i * unit < loaded.size(); ++i)
    std::memcpy(buffer.data() + i * size(kUnitBytes), loaded.data() + i * unit, unit);
}

void unpack(const Placed& placed, const Box& box, std::span<const std::byte> buffer,
            std::span<std::byte> elements, std::int64_t pitch) {
  if (pitch == 0) pitch = box.inner;
  assert(buffer.size() == size(buffer_bytes(placed, box)));
  assert(elements.size() ==
         size(((box.lines - 1) * pitch + box.inner) * element_bytes(placed.format)));
  if (elements.empty()) return;
  const std::int64_t line_bytes = bytes_of_line(placed, box).count;
  if (placed.layout == Layout::scale_blocks)
    return unpack_scales(box, line_bytes, buffer, elements, pitch);
  const std::int64_t bits = stored_bits(placed);
  const int width = placed.format.storage_bits();
  if (bits == width && bits == 8 * element_bytes(placed.format)) {
    const std::size_t line = size(line_bytes), step = size(pitch * bits / 8);
    if (line == step) {
      std::memcpy(elements.data(), buffer.data(), elements.size());
      return;
    }
    for (std::size_t i = 0; i < size(box.lines); ++i)
      std::memcpy(elements.data() + i * step, buffer.data() + i * line, line);
    return;
  }
  // Elements of a unit follow each other to the bit; so do all of a line without padding.
  const std::int64_t unit = row_of(placed.layout).unit_bytes == 0 ? 0 : 8 * kUnitBytes;
  const std::int64_t in_unit = unit == 0 ? box.inner : kUnitElements;
  const std::int64_t line_pitch = buffer_bytes(placed, box) / box.lines * 8;
  const std::int64_t first_bit = box.first * bits % 8;
  // An element at each bit.
  const MatrixView from{buffer.data(), 1, 8 * buffer_bytes(placed, box), 0, 1, width};
  const MutableMatrix to = row_major(placed.format, elements.data(), box.lines, box.inner, pitch);
  for (std::int64_t line = 0; line < box.lines; ++line)
    for (std::int64_t i = 0; i < box.inner; ++i) {
      const std::int64_t bit =
          line * line_pitch + first_bit + i / in_unit * unit + i % in_unit * bits;
      store_element(to, line, i, load_element(from, 0, bit));
    }
}

std::int64_t dense_bytes(const Placed& placed, const Box& box) {
  return box.lines * box.inner * element_bytes(placed.format);
}

}  // namespace mmasc::tlm
