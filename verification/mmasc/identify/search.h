// SPDX-License-Identifier: Apache-2.0
// From a row that gives some answers to one that gives all, field by field.
#pragma once

#include <functional>

#include "mmasc/identify/judge.h"

namespace mmasc::identify {

enum class Effort {
  glance,  // the fields' near values, a few times: how good a beginning a row is
  whole,   // until nothing helps any more
};

// Changes one field at a time, and two where no single one helps, for as long as more answers are
// given; numbers in small steps first. `between` is called often; what it throws comes through.
Judged descend(Judged from, const Judge& judge, const std::vector<std::uint64_t>& nans,
               Effort effort, const std::function<void()>& between);

}  // namespace mmasc::identify
