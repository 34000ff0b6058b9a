// SPDX-License-Identifier: Apache-2.0
// Units as files of this folder name them: "rows.toml:my/pair --set pair.cut.fraction_bits=1", or
// an id of the catalogue with its changes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/unit.h"

namespace mmasc {

std::string path_in_agreement(std::string_view file);
std::string text_in_agreement(std::string_view file);

Unit unit_of_line(std::string_view line);
// Every row of rows.toml.
const std::vector<Unit>& written_rows();

// A unit and the same without what it is there to show.
struct Varied {
  Unit unit;
  std::vector<Unit> without;
  bool shows_nothing = false;  // they give the same bits
};

// varied.units gives them: a block gives one for every choice of a line `with`, a line `and` and a
// line `tell` or `same`.
const std::vector<Varied>& varied_units();

}  // namespace mmasc
