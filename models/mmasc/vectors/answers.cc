// SPDX-License-Identifier: Apache-2.0
#include "mmasc/vectors/answers.h"

#include "mmasc/unit/hex.h"

namespace mmasc {

std::string Answers::key_of(const Case& row) const {
  std::string key;
  for (const OperandRow& input : kInputs)
    if (layout_.has(input.operand)) key += to_hex(row[input.operand], layout_[input.operand]);
  return key;
}

const Case& Answers::add(Case row) {
  const Case*& kept = by_key_[key_of(row)];
  if (kept == nullptr) kept = &answers_.emplace_back(std::move(row));
  return *kept;
}

const Case* Answers::find(const Case& row) const {
  const auto found = by_key_.find(key_of(row));
  return found == by_key_.end() ? nullptr : found->second;
}

}  // namespace mmasc
