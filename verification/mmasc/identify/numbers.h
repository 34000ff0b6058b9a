// SPDX-License-Identifier: Apache-2.0
// All numbers that the fields of a row may be instead: what the answers leave of them.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "mmasc/identify/identify.h"
#include "mmasc/identify/judge.h"
#include "mmasc/identify/moves.h"

namespace mmasc::identify {

struct NumberLeft {
  Move move;
  std::string why_equal;      // no operands tell
  std::size_t answers_given;  // all, or so many until there was that argument
};

struct NumbersLeft {
  std::vector<NumberLeft> tried;
  std::vector<Open> not_tried;  // ranges
};

// What no answer excludes. Each field is gone through from 0 on in both directions, as far as a
// budget of work goes and as words are not too wide; what is beyond is not tried.
NumbersLeft numbers_left(const Unit& unit, const Judge& judge,
                         const std::function<void()>& between);

// "18..4400", the lesser first.
std::string range_text(const Move& one, const Move& other);

}  // namespace mmasc::identify
