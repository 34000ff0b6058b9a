// SPDX-License-Identifier: Apache-2.0
// A sum by its terms' names; all else is the fields' default.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mmasc/unit/datapath.h"

namespace mmasc::identify {

inline SumRow sum_of(std::string name, std::vector<std::string> terms) {
  SumRow sum;
  sum.name = std::move(name);
  for (std::string& from : terms) {
    TermRow term;
    term.from = std::move(from);
    sum.terms.push_back(std::move(term));
  }
  return sum;
}

}  // namespace mmasc::identify
