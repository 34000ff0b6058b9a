// SPDX-License-Identifier: Apache-2.0
#include "vectors/bundled.h"

#include <cstdlib>

namespace mmasc {

std::string bundled_vectors_dir() {
  const char* chosen = std::getenv("MMASC_VECTORS");
  return chosen && *chosen ? chosen : MMASC_VECTORS_DIR;
}

}  // namespace mmasc
