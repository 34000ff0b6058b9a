// SPDX-License-Identifier: Apache-2.0
// The bundled vectors as files in memory.
#pragma once

#include <string>
#include <vector>

#include "mmasc/vectors/bundled.h"
#include "mmasc/vectors/find_vectors.h"

namespace mmasc {

inline std::vector<VectorFile> bundled_files() {
  const std::string paths[] = {bundled_vectors_dir()};
  std::vector<VectorFile> files;
  for (const VectorSource& source : find_vectors(paths)) files.push_back(read_vectors(source.path));
  return files;
}

}  // namespace mmasc
