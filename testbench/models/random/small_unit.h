// SPDX-License-Identifier: Apache-2.0
// Units small enough for a search to meet every corner: one to four lanes, formats of a few bits,
// fields near the edges of what those reach.
#pragma once

#include <cstdint>
#include <optional>

#include "mmasc/unit/unit.h"

namespace mmasc {

// The same for a seed on every platform. Nullopt where the fields drawn make no unit.
std::optional<Unit> small_unit(std::uint64_t seed);

}  // namespace mmasc
