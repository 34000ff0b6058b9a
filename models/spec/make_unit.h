// SPDX-License-Identifier: Apache-2.0
// From an instruction's row to a unit.
#pragma once

#include "spec/named_rows.h"
#include "spec/rows.h"
#include "spec/unit.h"

namespace mmasc {

// The instruction of the text `file` with the rows that it names, validated. `formats` are the
// text's. Throws InputError.
Unit make_unit(const Rows& file, const SourceRow<Instruction>& source, const NamedRows& named,
               const Formats& formats);

}  // namespace mmasc
