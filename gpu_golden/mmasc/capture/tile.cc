// SPDX-License-Identifier: Apache-2.0
#include "mmasc/capture/tile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace mmasc {
namespace {

std::vector<std::uint32_t> images(const OperandMap& map, int tiles) {
  return std::vector<std::uint32_t>(static_cast<std::size_t>(map.words()) *
                                    static_cast<std::size_t>(tiles));
}

template <class Words>
auto image_of(Words&& words, const OperandMap& map, int tile) {
  const auto size = static_cast<std::size_t>(map.words());
  return std::span(words).subspan(static_cast<std::size_t>(tile) * size, size);
}

}  // namespace

TilePacker::TilePacker(const Unit& unit)
    : maps_(tile_maps(unit)),
      k_(unit.instruction.shape.k),
      hex_digits_(unit.d().hex_digits()),
      per_block_(std::min(maps_.d.rows(), maps_.d.columns())) {}

int TilePacker::tiles_of(std::size_t vectors) const {
  const auto per_tile = static_cast<std::size_t>(vectors_per_tile());
  return static_cast<int>((vectors + per_tile - 1) / per_tile);
}

template <class Cases, class Visit>
void TilePacker::for_each_case(Cases cases, Visit visit) const {
  int tile = 0, block = 0, diagonal = 0;
  for (auto& row : cases) {
    visit(tile, block, diagonal, row);
    if (++diagonal < per_block_) continue;
    diagonal = 0;
    if (++block < maps_.d.blocks()) continue;
    block = 0;
    ++tile;
  }
}

template <class Visit>
void TilePacker::for_each_place(int diagonal, Visit visit) const {
  for (int row = diagonal; row < maps_.d.rows(); row += per_block_)
    for (int column = diagonal; column < maps_.d.columns(); column += per_block_)
      visit(row, column);
}

TileImages TilePacker::pack(std::span<const Case> cases) const {
  TileImages out;
  out.tiles = tiles_of(cases.size());
  out.a = images(maps_.a, out.tiles);
  out.b = images(maps_.b, out.tiles);
  out.c = images(maps_.c, out.tiles);
  if (maps_.scale_a) out.scale_a = images(*maps_.scale_a, out.tiles);
  if (maps_.scale_b) out.scale_b = images(*maps_.scale_b, out.tiles);
  for_each_case(cases, [&](int tile, int block, int diagonal, const Case& row) {
    const auto fill_row = [&](std::vector<std::uint32_t>& words, const OperandMap& map,
                              std::span<const std::uint64_t> elements) {
      const auto image = image_of(words, map, tile);
      for (int r = diagonal; r < map.rows(); r += per_block_)
        for (std::size_t i = 0; i < elements.size(); ++i)
          map.set(image, {r, static_cast<int>(i), block}, elements[i]);
    };
    const auto fill_column = [&](std::vector<std::uint32_t>& words, const OperandMap& map,
                                 std::span<const std::uint64_t> elements) {
      const auto image = image_of(words, map, tile);
      for (int s = diagonal; s < map.columns(); s += per_block_)
        for (std::size_t i = 0; i < elements.size(); ++i)
          map.set(image, {static_cast<int>(i), s, block}, elements[i]);
    };
    assert(row[Operand::a].size() == static_cast<std::size_t>(k_) &&
           row[Operand::b].size() == row[Operand::a].size());
    fill_row(out.a, maps_.a, row[Operand::a]);
    fill_column(out.b, maps_.b, row[Operand::b]);
    if (maps_.scale_a) fill_row(out.scale_a, *maps_.scale_a, row[Operand::sa]);
    if (maps_.scale_b) fill_column(out.scale_b, *maps_.scale_b, row[Operand::sb]);
    for_each_place(diagonal, [&](int r, int s) {
      maps_.c.set(image_of(out.c, maps_.c, tile), {r, s, block}, row.c());
    });
  });
  return out;
}

void TilePacker::unpack(std::span<const std::uint32_t> d, std::span<Case> cases) const {
  int number = 0;
  for_each_case(cases, [&](int tile, int block, int diagonal, Case& row) {
    ++number;
    const auto image = image_of(d, maps_.d, tile);
    row.d() = maps_.d.get(image, {diagonal, diagonal, block});
    for_each_place(diagonal, [&](int r, int s) {
      const std::uint64_t copy = maps_.d.get(image, {r, s, block});
      if (copy != row.d())
        throw PlacesDiffer(fmt::format(
            "vector {}: d is {:0{}x} at row {}, column {} of the tile but {:0{}x} at row {}, "
            "column {}: the result depends on the place, or the layout is wrong",
            number, row.d(), hex_digits_, diagonal, diagonal, copy, hex_digits_, r, s));
    });
  });
}

}  // namespace mmasc
