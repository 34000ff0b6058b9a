// SPDX-License-Identifier: Apache-2.0
// An instruction compiled for vector lanes: the functions that pack elements into panels, and the
// one that runs a stretch of K for rows of lanes.
//
//     rows panel    row by row; of each operand along rows, plane by plane, its elements along K
//     lanes panel   of each operand along columns, plane by plane, its elements along K, of each
//                   element one value a lane
//     tile          c, then d, as stored bits: row by row, one word a lane
//     random        row by row, instruction by instruction, element by element, one word a lane
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/unit/operand_layout.h"

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

// What a stretch of instructions reads and writes.
struct StretchOperands {
  const void* rows;
  const void* lanes;
  void* tile;
  const void* random = nullptr;
  const std::uint16_t* places = nullptr;  // for each element of a, row by row
};

// Which elements of rows and lanes meet.
enum class Pairing {
  in_order,  // element k of a row and of every lane
  selected,  // element k of a row and the one of every lane that `places` names: A is sparse
  separate,  // each lane has a row of its own: all operands lie in the lanes panel
};

class UnitCode {
 public:
  // Of a dense unit, or of the dense one of a unit whose a is sparse: then `b_count` elements of b
  // lie in an instruction, of which a's meet some. `lanes` 0: as many as suit the unit. The reason
  // why there is none, where there is none.
  static std::variant<std::shared_ptr<const UnitCode>, std::string> make(
      const SequencePlan& program, const OperandLayout& layout, Pairing pairing, int b_count,
      int lanes = 0);
  // What of the plan stands in the way of code; empty where nothing does.
  static std::string why_none(const SequencePlan& program, const OperandLayout& layout);
  ~UnitCode();

  int lanes() const { return lanes_; }
  int depth() const { return depth_; }            // instructions that a panel holds
  int tile_bytes() const { return tile_bytes_; }  // of an element of a tile: 4 or 8
  const std::vector<PackedOperand>& rows() const { return rows_; }
  const std::vector<PackedOperand>& columns() const { return columns_; }
  std::int64_t row_bytes() const { return row_bytes_; }      // of a row of a rows panel
  std::int64_t panel_bytes() const { return panel_bytes_; }  // of a lanes panel
  int random_count() const { return random_count_; }
  int places_of_row() const { return depth_ * a_count_; }

  // Runs the instructions [first, last) of each of `row_count` rows, where nothing packed is
  // special. Where a c is, it stops and returns row * depth() + instruction; else -1.
  std::int64_t run_usual(const StretchOperands& in, std::int64_t row_count, std::int64_t first,
                         std::int64_t last) const {
    return usual_(&in, row_count, first, last);
  }
  // The same of any operands; runs them all.
  void run(const StretchOperands& in, std::int64_t row_count, std::int64_t first,
           std::int64_t last) const {
    general_(&in, row_count, first, last);
  }

 private:
  class Compiler;
  using Stretch = std::int64_t (*)(const StretchOperands*, std::int64_t row_count,
                                   std::int64_t first, std::int64_t last);
  struct Loaded;  // the code

  UnitCode();

  int lanes_ = 16, depth_ = 1, tile_bytes_ = 4, random_count_ = 0, a_count_ = 0;
  std::vector<PackedOperand> rows_, columns_;
  std::int64_t row_bytes_ = 0, panel_bytes_ = 0;
  Stretch usual_ = nullptr, general_ = nullptr;
  std::unique_ptr<Loaded> loaded_;
};

}  // namespace mmasc::compiled
