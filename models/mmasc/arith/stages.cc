// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/stages-inl.h"

namespace mmasc {

template class Stages<Numbers64>;
template class Stages<Numbers128>;

}  // namespace mmasc
