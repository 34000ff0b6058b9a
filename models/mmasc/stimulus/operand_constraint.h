// SPDX-License-Identifier: Apache-2.0
// A user's constraint on the operands of a vector: an expression of integers of any size. The
// grammar, which docs/vectors.md describes by example:
//
//     expression  and ("||" and)*            and      not ("&&" not)*
//     not         "!" not | comparison       comparison  sum [("<" ... ">=" | "==" | "!=") sum]
//     sum         product (("+" | "-") product)*          product  unary ("*" unary)*
//     unary       "-" unary | "!" unary | number | "(" expression ")"
//                 | ("any" | "all" | "count" | "min" | "max") "(" expression ")"
//                 | property "(" element ("*" element)* ")"
//     element     operand ["[" number "]"]   operand  a column of vector files but d
//
// An operand without an index is that of each product in turn: element i of a, the element of b
// that meets it, the scales of both. Outside any(), all(), ... the constraint holds if it holds in
// all of them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "mmasc/specification/big_int.h"
#include "mmasc/specification/term.h"
#include "mmasc/vectors/case.h"

namespace mmasc {

// What a property tells of an element, or of a product of some.
struct PropertyRow {
  std::string_view name;
  BigInt (*of)(const ExactTerm& product);  // null: the bits of one element
  bool of_one = false;                     // not of a product of several
  bool tells_specials = false;             // NaN and infinity from numbers
};
extern const std::vector<PropertyRow> kProperties;

struct ElementReference {
  Operand operand = Operand::a;
  int index = -1;  // -1: of each product
  friend bool operator==(const ElementReference&, const ElementReference&) = default;
};

class OperandConstraint {
 public:
  // Throws InputError "--where: column 5 of "...": what; mend".
  OperandConstraint(std::string_view text, const OperandLayout& layout);

  // Whether a vector of the layout holds it.
  bool holds(const Case& row) const;

  // Its parts that are joined by && outside parentheses; and where a part is of each product, it
  // has an instance for each.
  struct Instance {
    int part = 0;
    int product = -1;
  };
  const std::vector<Instance>& instances() const { return instances_; }
  // How far the operands are from holding it: 0 if they do. Comparisons tell how far numbers are
  // apart, by their leading 17 bits.
  std::uint64_t distance(const Instance& instance, const Case& row) const;
  // The elements of which an instance asks, and perhaps some more; each once.
  std::vector<ElementReference> elements_of(const Instance& instance) const;
  // Whether a property that tells NaN and infinity from numbers is asked for.
  bool tells_specials() const;
  // The numbers in the text, below 2^64.
  const std::vector<std::uint64_t>& literals() const { return literals_; }

  enum class Op {
    literal,
    property,
    negative,
    no,
    add,
    subtract,
    multiply,
    less,
    less_equal,
    equal,
    both,
    either,
    any,
    all,
    count,
    least,
    greatest
  };
  // Of a tree, the children before their parents.
  struct Node {
    Op op = Op::literal;
    int left = -1, right = -1;
    BigInt literal{};
    const PropertyRow* property = nullptr;
    std::vector<ElementReference> factors{};
    bool is_each = false;  // has operands without an index, outside any(), all(), ...
  };

 private:
  BigInt value(int node, const Case& row, int product) const;
  bool truth(int node, const Case& row, int product) const;
  std::uint64_t distance(int node, const Case& row, int product, bool wanted) const;
  BigInt property_of(const Node& node, const Case& row, int product) const;
  void add_parts(int node);

  OperandLayout layout_;
  std::vector<Node> nodes_;
  std::vector<int> parts_;
  std::vector<Instance> instances_;
  std::vector<std::uint64_t> literals_;
  int products_;
};

}  // namespace mmasc
