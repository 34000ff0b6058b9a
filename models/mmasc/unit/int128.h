// SPDX-License-Identifier: Apache-2.0
// Integers of 128 bits, as GCC and clang have them beside the standard's.
#pragma once

namespace mmasc {

__extension__ typedef __int128 int128;

}  // namespace mmasc
