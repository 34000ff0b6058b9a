// SPDX-License-Identifier: Apache-2.0
// How a unit's packed elements lie in memory.
//
//     rows panel    row by row; of each operand along rows, plane by plane, its elements along K
//     lanes panel   of each operand along columns, plane by plane, its elements along K, of each
//                   element one value a lane
//     tile          c, then d, as stored bits: row by row, one word a lane
//     random        row by row, instruction by instruction, element by element, one word a lane
//     places        row by row, one for each element of a
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mmasc/compiled/instruction_graph.h"

namespace mmasc::compiled {

inline constexpr std::size_t kMostPlanes = 32;  // of an operand

// How an operand's elements lie in a panel.
struct PackedOperand {
  Operand operand;
  int count = 0;      // elements in an instruction
  int raw_bits = 32;  // of the words that hold stored bits: 32 or 64
  struct Plane {
    std::int64_t offset;  // bytes, of the first element's first lane
    int bytes;            // of a value
  };
  std::vector<Plane> planes;
  // Packs `count` elements, a multiple of the lanes, to where each plane begins. Returns whether
  // one of them is special.
  bool (*pack)(const void* raw, std::int64_t count, void* const* planes) = nullptr;
};

// Which elements of rows and lanes meet.
enum class Pairing {
  in_order,  // element k of a row and of every lane
  selected,  // element k of a row and the one of every lane that `places` names: A is sparse
  separate,  // each lane has a row of its own: all operands lie in the lanes panel
};

// Bytes of a random word and of a place.
inline constexpr int kRandomBytes = 4, kPlaceBytes = 2;

struct PanelLayout {
  Pairing pairing = Pairing::in_order;
  int lanes = 16;
  int depth = 1;                      // instructions that a panel holds
  int tile_bytes = 4;                 // of an element of a tile: 4 or 8
  int random_count = 0, a_count = 0;  // in an instruction
  std::vector<PackedOperand> rows, columns;
  std::int64_t row_bytes = 0;    // of a row of a rows panel
  std::int64_t panel_bytes = 0;  // of a lanes panel

  std::int64_t tile_row_bytes() const { return std::int64_t{tile_bytes} * lanes; }
  int places_of_row() const { return depth * a_count; }
  // Of an instruction, and of a row.
  std::int64_t random_bytes() const { return std::int64_t{random_count} * lanes * kRandomBytes; }
  std::int64_t random_row_bytes() const { return random_bytes() * depth; }
  bool lies_in_lanes(const OperandRow& row) const {
    return pairing == Pairing::separate || row.along == Along::column;
  }
  const PackedOperand& operand(Operand operand) const;
};

// What stands in the way of a layout; empty where nothing does.
std::string why_no_layout(const InstructionGraph& graph);

// Of code that works on the tiles of another unit's.
struct LaneShape {
  int lanes = 0;       // 0: as many as suit the unit
  int word_bits = 32;  // at least, of the words that hold stored bits: 32 or 64
};

// `b_count`: elements of b in an instruction.
PanelLayout lay_out(const InstructionGraph& graph, Pairing pairing, int b_count,
                    const LaneShape& shape = {});

}  // namespace mmasc::compiled
