// SPDX-License-Identifier: Apache-2.0
// From a row to a format.
#pragma once

#include <optional>
#include <string_view>

#include "mmasc/unit/formats.h"

namespace mmasc {

// The row that a generic name stands for, its fields in range or not; nullopt where the name has
// not that form:
//
//     eXmY      as IEEE 754 has it: infinities and NaNs
//     eXmYfn    no infinity, one NaN: all ones
//     eXmYfnuz  no infinity, no -0, whose pattern is the NaN; the bias is one more
//     eXmYf     every pattern is a number
//     sN, uN    integers of N bits: two's complement, and without a sign
std::optional<FormatRow> generic_row(std::string_view name);

// Its name points into the row. Throws RowError where the fields make no format.
Format format_of(const FormatRow& row);

}  // namespace mmasc
