// SPDX-License-Identifier: Apache-2.0
// Coverage for people: a table by stage, then what cannot be reached and what was not.
#pragma once

#include <string>

#include "mmasc/coverage/coverage.h"

namespace mmasc {

std::string to_text(const Coverage& coverage);

}  // namespace mmasc
