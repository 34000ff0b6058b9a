// SPDX-License-Identifier: Apache-2.0
// A word graph as statements of C. Every word is of an unsigned type that holds its bounds, modulo
// 2^32, 2^64 or 2^(32 * limbs): nothing overflows, whatever the operands are, and no right shift is
// of a negative number.
#pragma once

#include <string>
#include <vector>

#include "mmasc/c_source/c_helpers.h"
#include "mmasc/symbolic/word_graph.h"
#include "mmasc/symbolic/word_ranges.h"

namespace mmasc {

enum class CKind { bit, w32, w64, wide };  // int of 0 and 1, uint32_t, uint64_t, a struct

// An input or an output of the statements.
struct CPlace {
  std::string text;  // "in->term_0.exponent", of c_type(width) or wide
  int width = 0;
  bool is_signed = false;  // two's complement of `width` bits
  bool is_masked = true;   // bits above are 0; else they are ignored
  int node = WordGraph::kNone;
};

class CWords {
 public:
  CWords(const WordGraph& graph, const std::vector<CPlace>& inputs, CHelpers& helpers);

  // Statements that give the outputs their values.
  std::string statements(const std::vector<CPlace>& outputs);

 private:
  struct Text {
    std::string text;
    bool is_atom = true;  // needs no parentheses beside an operator
  };

  const WordGraph::Node& node(int i) const { return graph_.node(i); }
  const WordRange& range(int i) const { return ranges_[static_cast<std::size_t>(i)]; }
  bool is_bounded(int i) const {
    return node(i).width <= kWidestRange || node(i).operation == WordGraph::Operation::constant;
  }
  bool is_known(int i) const;  // one value, which a literal can have
  bool is_negative(int i) const { return !is_bounded(i) || range(i).low < 0; }  // or may be
  bool fits(int i, CKind kind) const;
  bool is_within(int i, int bits) const;
  CKind kind_of(int i) const;
  CKind common_kind(int i, int j) const;
  std::string type_of(CKind kind);

  // Of a select whose condition is known.
  int taken(int i) const { return node(i).operand[range(node(i).operand[0]).low != 0 ? 1 : 2]; }
  std::vector<int> needed(int i) const;
  void count_uses(const std::vector<CPlace>& outputs);
  void declare(int i, std::string& all);
  Text load(int i);
  Text value(int i);
  Text narrow(int i, CKind kind);
  Text wide(int i);
  Text shifted(int i, CKind kind, bool left);
  Text cut(int i, CKind kind);
  Text compared(int i, bool holds);
  Text inverted(int x);
  Text literal(int128 value, CKind kind);
  Text as(int i, CKind kind);
  Text moved_to(const Text& text, CKind from, CKind to);
  Text as_base(int i, CKind kind);  // that a shift may widen
  std::string operand(int i, CKind kind);
  std::string amount(int i) {
    return operand(i, kind_of(i) == CKind::w64 ? CKind::w64 : CKind::w32);
  }
  Text stored(const CPlace& out);

  const WordGraph& graph_;
  std::vector<CPlace> inputs_;  // in order of creation
  CHelpers& helpers_;
  std::vector<WordRange> ranges_;
  std::vector<CKind> kinds_;
  std::vector<int> uses_;
  std::vector<Text> texts_;
};

}  // namespace mmasc
