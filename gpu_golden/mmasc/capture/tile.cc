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
      per_block_(maps_.tensor_scale ? 1 : std::min(maps_.d.rows(), maps_.d.columns())),
      blocks_(maps_.tensor_scale ? 1 : maps_.d.blocks()) {}

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
    if (++block < blocks_) continue;
    block = 0;
    ++tile;
  }
}

template <class Visit>
void TilePacker::for_each_block(int first, Visit visit) const {
  for (int block = first; block < maps_.d.blocks(); block += blocks_) visit(block);
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
  if (maps_.tensor_scale) out.tensor_scale = images(*maps_.tensor_scale, out.tiles);
  for_each_case(cases, [&](int tile, int first_block, int diagonal, const Case& row) {
    const auto fill_row = [&](std::vector<std::uint32_t>& words, const OperandMap& map, int block,
                              std::span<const std::uint64_t> elements) {
      const auto image = image_of(words, map, tile);
      for (int r = diagonal; r < map.rows(); r += per_block_)
        for (std::size_t i = 0; i < elements.size(); ++i)
          map.set(image, {r, static_cast<int>(i), block}, elements[i]);
    };
    const auto fill_column = [&](std::vector<std::uint32_t>& words, const OperandMap& map,
                                 int block, std::span<const std::uint64_t> elements) {
      const auto image = image_of(words, map, tile);
      for (int s = diagonal; s < map.columns(); s += per_block_)
        for (std::size_t i = 0; i < elements.size(); ++i)
          map.set(image, {static_cast<int>(i), s, block}, elements[i]);
    };
    assert(row[Operand::a].size() == static_cast<std::size_t>(k_) &&
           row[Operand::b].size() == row[Operand::a].size());
    for_each_block(first_block, [&](int block) {
      fill_row(out.a, maps_.a, block, row[Operand::a]);
      fill_column(out.b, maps_.b, block, row[Operand::b]);
      if (maps_.scale_a) fill_row(out.scale_a, *maps_.scale_a, block, row[Operand::sa]);
      if (maps_.scale_b) fill_column(out.scale_b, *maps_.scale_b, block, row[Operand::sb]);
      for_each_place(diagonal, [&](int r, int s) {
        maps_.c.set(image_of(out.c, maps_.c, tile), {r, s, block}, row.c());
      });
    });
    if (maps_.tensor_scale)
      maps_.tensor_scale->set(image_of(out.tensor_scale, *maps_.tensor_scale, tile), {},
                              row[Operand::st].front());
  });
  return out;
}

void TilePacker::unpack(std::span<const std::uint32_t> d, std::span<Case> cases) const {
  int number = 0;
  for_each_case(cases, [&](int tile, int block, int diagonal, Case& row) {
    ++number;
    const auto image = image_of(d, maps_.d, tile);
    row.d() = maps_.d.get(image, {diagonal, diagonal, block});
    const auto check_place = [&](int r, int s, int other) {
      const std::uint64_t copy = maps_.d.get(image, {r, s, other});
      if (copy != row.d())
        throw PlacesDiffer(fmt::format(
            "vector {}: d is {:0{}x} at row {}, column {} of the tile but {:0{}x} at row {}, "
            "column {}: the result depends on the place, or the layout is wrong",
            number, row.d(), hex_digits_, diagonal, diagonal, copy, hex_digits_, r, s));
    };
    for_each_block(block, [&](int other) {
      for_each_place(diagonal, [&](int r, int s) { check_place(r, s, other); });
    });
  });
}

}  // namespace mmasc
