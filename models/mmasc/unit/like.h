// SPDX-License-Identifier: Apache-2.0
// `like`: a datapath that says only in what it differs from another.
#pragma once

#include <string>

#include "mmasc/unit/named_rows.h"
#include "mmasc/unit/value.h"

namespace mmasc {

inline constexpr std::string_view kLikeField = "like";

// The entry's table without `like`, with the fields of the datapath that it names; a field that the
// entry has itself replaces the other's as a whole. The datapath is one of `own`, which the entry's
// text has, or of `others`. `path` is the entry's, for errors. Throws ValueError.
Value with_base(const Entry& entry, const std::string& path, const Value::Table& own,
                const NamedRows& others);

}  // namespace mmasc
