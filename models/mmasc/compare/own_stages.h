// SPDX-License-Identifier: Apache-2.0
// Where two units diverge of which one has stages of its own: of these only the registers are
// known.
#pragma once

#include <optional>

#include "mmasc/compare/divergence.h"

namespace mmasc::compare {

// The first field of what leaves a stage that is another. Nullopt where there is none, and where
// the units have other fields besides.
std::optional<Divergence> first_other_field(const Sequence& x, const Sequence& y, const Case& row);

}  // namespace mmasc::compare
