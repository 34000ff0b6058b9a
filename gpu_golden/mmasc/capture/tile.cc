// SPDX-License-Identifier: Apache-2.0
#include "mmasc/capture/tile.h"

#include <fmt/format.h>

#include <algorithm>

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

bool has_ascending_places(const SparsityRow& sparsity, const Case& row) {
  const std::vector<std::uint64_t>& places = row[Operand::metadata];
  for (std::size_t i = 1; i < places.size(); ++i)
    if (i % static_cast<std::size_t>(sparsity.keep) != 0 && places[i] <= places[i - 1])
      return false;
  return true;
}

TilePacker::TilePacker(const Unit& unit)
    : maps_(tile_maps(unit)),
      hex_digits_(unit.d().hex_digits()),
      per_block_(maps_.has(Operand::st) ? 1 : std::min(maps_.d().rows(), maps_.d().columns())),
      blocks_(maps_.has(Operand::st) ? 1 : maps_.d().blocks()) {}

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
  for (int block = first; block < maps_.d().blocks(); block += blocks_) visit(block);
}

template <class Visit>
void TilePacker::for_each_place(int diagonal, Visit visit) const {
  for (int row = diagonal; row < maps_.d().rows(); row += per_block_)
    for (int column = diagonal; column < maps_.d().columns(); column += per_block_)
      visit(row, column);
}

template <class Visit>
void TilePacker::for_each_vector(Along along, int first_block, int diagonal, Visit visit) const {
  if (along == Along::whole) return visit(Coordinate());
  for_each_block(first_block, [&](int block) {
    if (along == Along::element)
      return for_each_place(diagonal, [&](int row, int column) {
        visit(Coordinate{.row = row, .column = column, .block = block});
      });
    const bool is_row = along == Along::row;
    const int count = is_row ? maps_.d().rows() : maps_.d().columns();
    for (int i = diagonal; i < count; i += per_block_)
      visit(Coordinate{.row = is_row ? i : 0, .column = is_row ? 0 : i, .block = block});
  });
}

std::vector<Case> TilePacker::filled(std::span<const Case> cases) const {
  std::vector<Case> whole(cases.begin(), cases.end());
  const int room = tiles_of(cases.size()) * vectors_per_tile();
  if (!whole.empty()) whole.resize(static_cast<std::size_t>(room), whole.back());
  return whole;
}

TileImages TilePacker::pack(std::span<const Case> cases) const {
  TileImages out;
  out.tiles = tiles_of(cases.size());
  const std::vector<Case> whole = filled(cases);
  for (const OperandRow& input : kInputs) {
    if (!maps_.has(input.operand)) continue;
    const OperandMap& map = maps_[input.operand];
    std::vector<std::uint32_t>& words = out.inputs[input.operand];
    words = images(map, out.tiles);
    for_each_case(std::span<const Case>(whole),
                  [&](int tile, int first_block, int diagonal, const Case& row) {
                    const auto image = image_of(words, map, tile);
                    for_each_vector(input.along, first_block, diagonal, [&](Coordinate at) {
                      int& along = input.along == Along::column ? at.row : at.column;
                      for (const std::uint64_t element : row[input.operand]) {
                        map.set(image, at, element);
                        ++along;
                      }
                    });
                  });
  }
  return out;
}

void TilePacker::unpack(std::span<const std::uint32_t> d, std::span<Case> cases) const {
  int number = 0;
  for_each_case(cases, [&](int tile, int block, int diagonal, Case& row) {
    ++number;
    const auto image = image_of(d, maps_.d(), tile);
    row.d() = maps_.d().get(image, {diagonal, diagonal, block});
    const auto check_place = [&](int r, int s, int other) {
      const std::uint64_t copy = maps_.d().get(image, {r, s, other});
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
