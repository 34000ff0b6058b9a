// SPDX-License-Identifier: Apache-2.0
// Packs vectors into whole tiles. In each block of a tile, row r of A is that of vector r mod p and
// column s of B that of vector s mod p, with p = min(m, n). The vectors' results are the diagonals
// r = s (mod p) of D, each several times if m and n differ. Where one number scales all of a tile,
// the tile is one vector's: p is 1, and all blocks are alike. All other elements of C are +0.
// The last vector stands wherever the last tile has room, so that no instruction sees operands, as
// metadata, that have no meaning.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "mmasc/capture/operand_map.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

struct TileImages {
  PerInput<std::vector<std::uint32_t>> inputs;  // tile after tile
  int tiles = 0;

  const std::vector<std::uint32_t>& operator[](Operand operand) const { return inputs[operand]; }
};

// One vector gave different bits at different places of a tile.
struct PlacesDiffer : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Whether the places in the metadata of a sparse a ascend in each group, as GPUs ask.
bool has_ascending_places(const SparsityRow& sparsity, const Case& row);

class TilePacker {
 public:
  explicit TilePacker(const Unit& unit);

  const TileMaps& maps() const { return maps_; }
  int vectors_per_tile() const { return per_block_ * blocks_; }
  int copies() const {
    return maps_.d().rows() * maps_.d().columns() / per_block_ / per_block_ * maps_.d().blocks() /
           blocks_;
  }
  int tiles_of(std::size_t vectors) const;

  TileImages pack(std::span<const Case> cases) const;

  // Sets d of the cases that were packed. Throws PlacesDiffer.
  void unpack(std::span<const std::uint32_t> d, std::span<Case> cases) const;

 private:
  // Calls visit(tile, block, diagonal, case) for each case.
  template <class Cases, class Visit>
  void for_each_case(Cases cases, Visit visit) const;
  // Calls visit(block) for each block that holds the same vectors as the first one.
  template <class Visit>
  void for_each_block(int first, Visit visit) const;
  // Calls visit(row, column) for each place where vector `diagonal` of a block has its result.
  template <class Visit>
  void for_each_place(int diagonal, Visit visit) const;

  // The cases, and the last one as often as the last tile has room for.
  std::vector<Case> filled(std::span<const Case> cases) const;
  // Calls visit(where its first element is) for each vector of the operand that is a case's.
  template <class Visit>
  void for_each_vector(Along along, int first_block, int diagonal, Visit visit) const;

  TileMaps maps_;
  int hex_digits_;
  int per_block_;
  int blocks_;  // that hold vectors of their own
};

}  // namespace mmasc
