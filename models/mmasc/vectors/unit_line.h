// SPDX-License-Identifier: Apache-2.0
// The header's line `unit`: what a command calls the unit that the vectors are of.
#pragma once

#include <optional>

#include "mmasc/unit/unit_argument.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

// The unit that the line names; in a file without the line the instruction, unchanged. Throws
// InputError where the line is no unit as a command takes it, or is of another instruction.
UnitArgument unit_argument_of(const VectorFile& file);

// The unit of the file's instruction in the TOML file that the line names; none where it names no
// file. Throws InputError at the line, also where the unit has stages of its own: code runs only
// where a user names it.
std::optional<Unit> unit_in_named_file(const VectorFile& file);

// `unchanged` with the changes of that line. Throws InputError at the line.
Unit changed_unit_of(const VectorFile& file, const Unit& unchanged);

// "FILE:LINE" of a header line, or FILE where there is none.
std::string place_of(const VectorFile& file, std::string_view key);

}  // namespace mmasc
