// SPDX-License-Identifier: Apache-2.0
// shrink_whole() for those who are asked and answer later: a test bench runs its design in between.
#pragma once

#include <vector>

#include "mmasc/compare/smallest.h"

namespace mmasc::compare {

class AskedShrinker {
 public:
  // `row` is said to show something; that is asked first.
  AskedShrinker(OperandLayout layout, Case row);

  // Whether operands() are asked about; else they are the smallest: the first ones where these show
  // nothing by themselves.
  bool asks() const { return asks_; }
  const Case& operands() const { return operands_; }
  // Whether operands() show it. Asserts asks().
  void answer(bool shows);

 private:
  void go_on();

  OperandLayout layout_;
  Case first_, operands_;
  std::vector<bool> answers_;  // so far, beside that about the first ones
  bool asks_ = true, is_first_ = true;
};

}  // namespace mmasc::compare
