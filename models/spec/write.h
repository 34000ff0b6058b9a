// SPDX-License-Identifier: Apache-2.0
// Rows to tables: what read_row reads back. Fields at their default are left out.
#pragma once

#include "spec/value.h"

namespace mmasc {

// Row is FormatRow, Datapath, Instruction or Structure; its name is not among the fields.
template <class Row>
Value::Table write_row(const Row& row);

}  // namespace mmasc
