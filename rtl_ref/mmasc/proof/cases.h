// SPDX-License-Identifier: Apache-2.0
// A claim by cases: one for each place of the leading one of a word, and one for no place. Shifts
// by leading zeros are then shifts by what is known.
#pragma once

#include <vector>

#include "mmasc/proof/solver.h"

namespace mmasc::proof {

// As never(), which is asked of each case; the word's bits are inputs. The first case that is not
// proved is the answer.
Answer never_by_cases(AndGraph& gates, const std::vector<NamedLiteral>& inputs, Literal bit,
                      const Literals& word, const Limits& limits, ProvedClaims& proved);

}  // namespace mmasc::proof
