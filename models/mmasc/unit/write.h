// SPDX-License-Identifier: Apache-2.0
// Rows to tables: what read_row reads back. Fields at their default are left out.
#pragma once

#include <string>

#include "mmasc/unit/unit.h"
#include "mmasc/unit/value.h"

namespace mmasc {

// As a row has it: "8", "8..256:8", "8..32:8,48..256:16".
std::string sizes_text(const Extent& sizes);

// Row is FormatRow, Datapath, Instruction or Structure; its name is not among the fields.
template <class Row>
Value::Table write_row(const Row& row);

// The formats that the unit names, each once.
Formats named_formats(const Unit& unit);

// As to_toml (catalog.h), with a table of every floating-point format that the unit names, for
// readers who know none.
std::string to_toml_with_formats(const Unit& unit);

}  // namespace mmasc
