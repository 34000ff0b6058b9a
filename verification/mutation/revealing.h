// SPDX-License-Identifier: Apache-2.0
// Stimulus for a search: vectors in which a last bit decides d.
#pragma once

#include "stimulus/edges.h"
#include "stimulus/random.h"
#include "vectors/vector_file.h"

namespace mmasc {

// Few terms that are not zero: terms that cancel what leads, so that what it cut off the others
// shows, terms at the plan's distances below it, c near minus the sum. Or every product about as
// large as what an edge cuts off. d is 0.
Case draw_revealing(const Sequence& sequence, const Edges& edges, Random& random);

}  // namespace mmasc
