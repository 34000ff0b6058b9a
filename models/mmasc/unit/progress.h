// SPDX-License-Identifier: Apache-2.0
// How long calls tell their caller how far they are.
#pragma once

#include <cstdint>
#include <functional>

namespace mmasc {

// Called now and then with how much of all is done; `all` is 0 while it is not known. An exception
// that it throws ends the call and leaves it: so a caller stops one.
using Progress = std::function<void(std::int64_t done, std::int64_t all)>;

}  // namespace mmasc
