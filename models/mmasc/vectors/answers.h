// SPDX-License-Identifier: Apache-2.0
// Vectors with their d, found by their operands.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>

#include "mmasc/unit/error.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

// Thrown where d is asked of operands that no answer is known to.
struct Unanswered : InputError {
  using InputError::InputError;
};

class Answers {
 public:
  explicit Answers(const OperandLayout& layout) : layout_(layout) {}

  // The same of equal operands, whatever d.
  std::string key_of(const Case& row) const;
  // Keeps the first answer to equal operands; returns the one that is kept.
  const Case& add(Case row);
  const Case* find(const Case& row) const;  // null: not known

  const OperandLayout& layout() const { return layout_; }
  const std::deque<Case>& all() const { return answers_; }

 private:
  OperandLayout layout_;
  std::deque<Case> answers_;
  std::unordered_map<std::string, const Case*> by_key_;
};

}  // namespace mmasc
