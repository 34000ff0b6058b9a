// SPDX-License-Identifier: Apache-2.0
// From a row that gives some answers to one that gives all, field by field.
#pragma once

#include <functional>

#include "mmasc/identify/judge.h"

namespace mmasc::identify {

// Changes one field at a time, and two where no single one helps, for as long as more answers are
// given; numbers in small steps first. `between` is called often; what it throws comes through.
Judged descend(Judged from, const Judge& judge, const std::vector<std::uint64_t>& nans,
               const std::function<void()>& between);

}  // namespace mmasc::identify
