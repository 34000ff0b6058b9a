// SPDX-License-Identifier: Apache-2.0
// `each`: one table for many instructions.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mmasc/unit/value.h"

namespace mmasc {

inline constexpr std::string_view kEachField = "each";

// The entry itself where it has no `each`; else one entry for every combination of the values, in
// order, with `{x}` replaced by x's value and `{X}` by its upper case, in key and texts alike. A
// text that is nothing but `{x}` becomes the value, number or text. Several tables in `each` are
// taken one after the other. `path` is the entry's, for errors. Throws ValueError.
std::vector<Entry> expand_each(const Entry& entry, const std::string& path);

// One of them alone; `index` is in range.
Entry expand_one(const Entry& entry, const std::string& path, std::size_t index);

// Their keys alone, for which the entry needs no more than its `each`.
std::vector<std::string> each_key(const Entry& entry, const std::string& path);

}  // namespace mmasc
