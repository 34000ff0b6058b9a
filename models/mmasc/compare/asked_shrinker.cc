// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compare/asked_shrinker.h"

#include <cassert>
#include <utility>

namespace mmasc::compare {
namespace {

struct Question {};

}  // namespace

AskedShrinker::AskedShrinker(OperandLayout layout, Case row)
    : layout_(std::move(layout)), first_(std::move(row)), operands_(first_) {}

void AskedShrinker::answer(bool shows) {
  assert(asks_);
  if (is_first_) {
    is_first_ = false;
    asks_ = shows;
    if (shows) go_on();
    return;
  }
  answers_.push_back(shows);
  go_on();
}

// Shrinks anew with the answers so far, which leads to the next question.
void AskedShrinker::go_on() {
  std::size_t asked = 0;
  try {
    operands_ = shrink_whole(layout_, first_, [&](const Case& row) {
      if (asked < answers_.size()) return bool{answers_[asked++]};
      operands_ = row;
      throw Question();
    });
    asks_ = false;
  } catch (const Question&) {
  }
}

}  // namespace mmasc::compare
