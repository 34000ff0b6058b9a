// SPDX-License-Identifier: Apache-2.0
// Words of more than 128 bits take long to compile.
#include "mmasc/arith/stages-inl.h"

namespace mmasc {

template class Stages<Numbers320>;
template class Stages<Numbers640>;
template class Stages<Numbers4480>;

}  // namespace mmasc
