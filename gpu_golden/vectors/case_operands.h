// SPDX-License-Identifier: Apache-2.0
// A vector's operands as the reference takes them.
#pragma once

#include "arith/sequence.h"
#include "vectors/vector_file.h"

namespace mmasc {

// Valid as long as the case.
inline DotOperands operands_of(const Case& row) {
  return {row.a, row.b, row.c, row.sa, row.sb, row.random, row.metadata};
}

}  // namespace mmasc
