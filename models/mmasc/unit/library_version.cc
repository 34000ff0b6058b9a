// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/library_version.h"

namespace mmasc {

const char* library_version() { return MMASC_VERSION; }

}  // namespace mmasc
