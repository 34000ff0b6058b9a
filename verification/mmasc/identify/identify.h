// SPDX-License-Identifier: Apache-2.0
// The row of a black box: what its answers to chosen operands leave possible. docs/identify.md says
// how, and what cannot be seen.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mmasc/identify/asked.h"

namespace mmasc::identify {

struct Options {
  std::uint64_t seed = 1;
  bool is_blind = false;  // no row of the catalogue is tried
};

// What is left open: a field that may as well be something else.
struct Open {
  std::string field, may_be;  // "dot.fraction_bits", "24"; "row", "hopper.fp8_f32": all of it
  std::string why;            // no operands tell; empty: none of those that were tried did
  bool is_tried = true;       // false: numbers that were compared with no answer
};

// Its pointers are good for as long as the Asked.
struct Identified {
  Unit unit;                       // the row that gives most answers
  std::vector<const Case*> wrong;  // the answers that it does not give
  std::string began_with;          // the datapath that the search began with
  std::vector<std::string> equal;  // datapaths of the catalogue that give all answers, too
  std::vector<Open> open;
  const Case* unrepeatable = nullptr;
  // Whether operands for all that is open were looked for until none was found. If not, the box may
  // be asked no more, or there is none.
  bool is_confirmed = false;
  // Whether every field that is left open is one that no operands tell, as far as it was tried.
  bool is_decided() const {
    return std::ranges::none_of(open,
                                [](const Open& one) { return one.why.empty() && one.is_tried; });
  }
  bool is_identified() const { return wrong.empty() && !unrepeatable; }
};

// Asks through `asked`, whose unit says which operands there are; of its arithmetic nothing is
// used. `tell` is called with what is being done, `between` often; what they throw comes through.
Identified find_row(Asked& asked, const Options& options,
                    const std::function<void(const std::string&)>& tell,
                    const std::function<void()>& between);

}  // namespace mmasc::identify
