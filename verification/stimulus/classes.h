// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "stimulus/draft.h"
#include "stimulus/vector_class.h"

namespace mmasc {

// Fills a draft as the class says (vector_class.h).
void draw(VectorClass vector_class, Draft& draft);

}  // namespace mmasc
