// SPDX-License-Identifier: Apache-2.0
// A vector: the operands of one dot-product-add as raw bits, with d.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/unit/operand_layout.h"

namespace mmasc {

class Case {
 public:
  using Elements = std::vector<std::uint64_t>;

  // What is left out of `elements` is empty; of c and d it is 0.
  explicit Case(PerOperand<Elements> elements = {}) : elements_(std::move(elements)) {
    for (const Operand operand : {Operand::c, Operand::d})
      if (elements_[operand].empty()) elements_[operand] = {0};
  }
  // +0 everywhere.
  explicit Case(const OperandLayout& layout) {
    for (const OperandRow& row : kOperands)
      (*this)[row.operand].resize(static_cast<std::size_t>(layout[row.operand].count));
  }

  std::string name;         // may be empty
  int line = 0;             // in the file it was read from
  std::uint64_t flags = 0;  // with d, of a unit that raises some

  Elements& operator[](Operand operand) { return elements_[operand]; }
  const Elements& operator[](Operand operand) const { return elements_[operand]; }
  std::uint64_t& c() { return (*this)[Operand::c].front(); }
  std::uint64_t c() const { return (*this)[Operand::c].front(); }
  std::uint64_t& d() { return (*this)[Operand::d].front(); }
  std::uint64_t d() const { return (*this)[Operand::d].front(); }

 private:
  PerOperand<Elements> elements_;
};

}  // namespace mmasc
