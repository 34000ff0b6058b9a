// SPDX-License-Identifier: Apache-2.0
// Tables to rows, strictly: unknown keys, wrong types and values out of range are refused.
#pragma once

#include <string>

#include "mmasc/unit/formats.h"
#include "mmasc/unit/suggest.h"
#include "mmasc/unit/value.h"

namespace mmasc {

// Row is FormatRow, Datapath, Instruction or Structure; its name is the caller's to set. `path` is
// put before every key of an error, which names `more_keys` among those that there are: fields that
// a file's tables have, and that were taken before. Throws ValueError.
template <class Row>
Row read_row(const Value& table, const std::string& path, const Formats& own_formats = {},
             const Names& more_keys = {});

}  // namespace mmasc
