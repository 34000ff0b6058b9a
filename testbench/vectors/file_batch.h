// SPDX-License-Identifier: Apache-2.0
// A vector file as one batch.
#pragma once

#include <cstdint>
#include <vector>

#include "arith/engine.h"
#include "vectors/find_vectors.h"

namespace mmasc {

struct FileBatch {
  explicit FileBatch(const VectorFile& file) : d(file.cases.size()) {
    for (const Case& row : file.cases) {
      a.insert(a.end(), row.a.begin(), row.a.end());
      b.insert(b.end(), row.b.begin(), row.b.end());
      sa.insert(sa.end(), row.sa.begin(), row.sa.end());
      sb.insert(sb.end(), row.sb.begin(), row.sb.end());
      metadata.insert(metadata.end(), row.metadata.begin(), row.metadata.end());
      c.push_back(row.c);
    }
  }
  void run(const Engine& engine) { engine.dot({a, b, c, sa, sb, d, {}, metadata}); }

  std::vector<std::uint64_t> a, b, c, sa, sb, metadata, d;
};

}  // namespace mmasc
