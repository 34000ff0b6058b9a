// SPDX-License-Identifier: Apache-2.0
// A vector file as one batch.
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/vectors/find_vectors.h"

namespace mmasc {

struct FileBatch {
  explicit FileBatch(const VectorFile& file) : packed(file.cases), d(packed.d) {}
  void run(const Engine& engine) { engine.dot(packed.batch()); }

  PackedCases packed;
  std::vector<std::uint64_t>& d;
};

}  // namespace mmasc
