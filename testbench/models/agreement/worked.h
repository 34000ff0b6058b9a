// SPDX-License-Identifier: Apache-2.0
// Vectors whose d was worked out by hand. A file of worked/ is a vector file (docs/vectors.md) of
// several units: a line `unit` among the cases begins those of the next, behind which its own
// header lines may follow. The others are those at the top.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/unit.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

struct Worked {
  Unit unit;
  VectorFile vectors;
};

std::vector<Worked> worked_cases(std::string_view file);
std::vector<std::string> worked_files();  // without what they end in

}  // namespace mmasc
