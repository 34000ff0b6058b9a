// SPDX-License-Identifier: Apache-2.0
// Of rows that give the same answers, one that says less.
#pragma once

#include <functional>

#include "mmasc/identify/judge.h"

namespace mmasc::identify {

// The row must give all answers. Fields go back to what a row need not say, those of one name at
// once, where the others can make up for it. The row with the shortest text is returned.
Judged simplified(Judged row, const Judge& judge, const std::vector<std::uint64_t>& nans,
                  const std::function<void()>& between);

}  // namespace mmasc::identify
