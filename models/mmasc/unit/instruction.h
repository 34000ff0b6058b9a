// SPDX-License-Identifier: Apache-2.0
// An instruction: a shape and operand formats over a datapath, with its evidence.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mmasc/unit/datapath.h"

namespace mmasc {

inline constexpr int kMaxK = 256;
inline constexpr int kMaxSparsity = 16;  // groups of which some are kept

// A legal set of sizes: min, min + step, ..., max. Fixed sizes have min == max. Where `narrow_max`
// is not 0, `step` leads from min to it, and `wide_step` from there to max.
struct Extent {
  int min = 0, max = 0, step = 1;
  int narrow_max = 0, wide_step = 0;
  constexpr bool fixed() const { return min == max; }
  constexpr int widest_step() const { return narrow_max != 0 ? wide_step : step; }
  constexpr bool contains(int size) const {
    if (size < min || size > max) return false;
    return narrow_max != 0 && size > narrow_max ? (size - narrow_max) % wide_step == 0
                                                : (size - min) % step == 0;
  }
  friend bool operator==(const Extent&, const Extent&) = default;
};

struct TileShape {  // D is m x n, `blocks` independent tiles at once
  int m = 0;
  Extent n;
  int k = 0;
  int blocks = 1;
  friend bool operator==(const TileShape&, const TileShape&) = default;
};

struct ScaleRow {  // one scale of a and one of b for each `block` elements of k
  const Format* format = nullptr;
  int block = 0;
  friend bool operator==(const ScaleRow&, const ScaleRow&) = default;
};

// A is stored without elements that are zero: of each `of` groups of `together` neighbours along k,
// `keep` are there. For each of them an element of the operand `metadata` says which it is, in
// log2(of) bits. The shape's k counts the elements of b.
struct SparsityRow {
  int keep = 0, of = 0;
  int together = 1;
  friend bool operator==(const SparsityRow&, const SparsityRow&) = default;
};

// The k whose (k mod modulus) is listed come first, then the rest; each ascending.
struct OrderRow {
  int modulus = 1;
  std::vector<int> first;
  friend bool operator==(const OrderRow&, const OrderRow&) = default;
};

// C is added to the finished chain by one IEEE addition in d's format, the chain starting from +0.
struct LateC {
  Rounding rounding = Rounding::nearest_even;
  friend bool operator==(const LateC&, const LateC&) = default;
};

enum class EvidenceKind {
  recorded,      // recordings of silicon are reproduced
  implied,       // what silicon printed implies the bits
  stated,        // its authors report bit-equality on silicon
  listed,        // in their instruction list, not tested by them
  derived,       // computed from a document
  extrapolated,  // parameters by analogy
};

struct Evidence {
  EvidenceKind kind = EvidenceKind::extrapolated;
  std::string source;
  std::string what;  // may be empty
  friend bool operator==(const Evidence&, const Evidence&) = default;
};

// Where a program finds the elements of A, B, C and D, so that it can load and store them.
enum class Storage {
  unknown,
  vector,          // vector registers: rows of A and D and columns of B are contiguous
  tile,            // tile registers: a word of 32 bits of B has neighbours along k
  tile_exchanged,  // the same, where the two elements of a word of B are exchanged
  mma,             // a warp's fragments
  quad_pairs,      // fragments of four quad pairs, each of which has a product of its own
  wgmma,           // A and B in shared memory, C and D in a warpgroup's fragments
  tcgen05,         // A and B in shared memory, C, D and scales in tensor memory
  mfma,            // a wavefront's vector registers
};

struct Instruction {
  std::string id;  // "arch/name"
  std::string mnemonic;
  std::string sass;  // empty where unknown
  TileShape shape;
  const Format* a = nullptr;
  const Format* b = nullptr;
  const Format* c = nullptr;  // d's format is the datapath's result format
  std::optional<ScaleRow> scale;
  const Format* tensor_scale = nullptr;  // all products are multiplied by one number of this
  std::optional<SparsityRow> sparsity;
  std::string datapath;
  std::string structure = "default";
  Storage storage = Storage::unknown;
  const Format* widen = nullptr;    // a and b are first converted to this format, exactly
  const Format* widen_c = nullptr;  // and c to this one
  OrderRow order;
  std::optional<LateC> late_c;
  std::vector<Evidence> evidence;
  std::string note;
  friend bool operator==(const Instruction&, const Instruction&) = default;
};

}  // namespace mmasc
