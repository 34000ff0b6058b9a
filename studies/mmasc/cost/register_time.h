// SPDX-License-Identifier: Apache-2.0
// What a library's registers take of a clock's period, as the liberty file tells it of the
// flip-flops that synthesis chooses.
#pragma once

#include <optional>

#include "mmasc/cost/period.h"
#include "mmasc/cost/synthesis.h"

namespace mmasc {

// Of the slower of the two kinds that ranks have: with an enable, and with a reset as well. The
// output drives four of the smallest inverters; clock and input are steep. None where the library
// tells no times of its flip-flops. Throws as synthesise() does.
std::optional<RegisterTime> register_time(const SynthesisOptions& options = {});

}  // namespace mmasc
