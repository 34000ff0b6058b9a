// SPDX-License-Identifier: Apache-2.0
// From an instruction's row to a unit.
#pragma once

#include "mmasc/unit/named_rows.h"
#include "mmasc/unit/rows.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

// The instruction of the text `file` with the rows that it names, validated. `formats` are the
// text's. Throws InputError.
Unit make_unit(const Rows& file, const SourceRow<Instruction>& source, const NamedRows& named,
               const Formats& formats);

// The unit must have a plan. Of shipped rows tests show it. Throws InputError.
void check_plan(const Rows& file, const SourceRow<Instruction>& source, const Unit& unit);

// The row must be able to take every other answer to what is undecided of it. Of shipped rows a
// test shows it. Throws InputError.
void check_undecided(const Rows& file, const SourceRow<Instruction>& source, const Unit& unit);

}  // namespace mmasc
