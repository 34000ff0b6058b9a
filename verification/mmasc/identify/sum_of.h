// SPDX-License-Identifier: Apache-2.0
// A sum by its terms' names; all else is the fields' default.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mmasc/unit/datapath.h"

namespace mmasc::identify {

inline TermRow term_of(std::string from, Selection selection = {}) {
  TermRow term;
  term.from = std::move(from);
  term.selection = selection;
  return term;
}

inline SumRow sum_of(std::string name, std::vector<TermRow> terms) {
  SumRow sum;
  sum.name = std::move(name);
  sum.terms = std::move(terms);
  return sum;
}

}  // namespace mmasc::identify
