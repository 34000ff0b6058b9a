// SPDX-License-Identifier: Apache-2.0
// Suggestions for a mistyped name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mmasc {

using Names = std::vector<std::string_view>;

inline constexpr std::size_t kNamed = 3;  // candidates that most errors name

// The `count` candidates at the least edit distance, nearest first.
Names nearest(std::string_view name, const Names& candidates, std::size_t count = kNamed);

// The mend for an unknown name: `did you mean "x"?`, or all legal names where none is near.
std::string mend_name(std::string_view name, const Names& legal);

// `"a", "b", "c"`
std::string quoted_list(const Names& names);

}  // namespace mmasc
