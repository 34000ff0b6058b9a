// SPDX-License-Identifier: Apache-2.0
// One operation of a batch.
#pragma once

#include <cassert>

#include "arith/engine.h"
#include "arith/sequence.h"

namespace mmasc {

inline DotOperands operation(const Unit& unit, const DotBatch& batch, std::size_t i) {
  const auto k = static_cast<std::size_t>(unit.instruction.shape.k);
  const auto scales = static_cast<std::size_t>(unit.scales());
  assert(batch.a.size() == k * batch.c.size() && batch.b.size() == batch.a.size());
  assert(batch.sa.size() == scales * batch.c.size() && batch.sb.size() == batch.sa.size());
  assert(batch.d.size() == batch.c.size() && batch.random.size() % batch.c.size() == 0);
  const auto random = batch.random.size() / batch.c.size();
  return {batch.a.subspan(i * k, k),
          batch.b.subspan(i * k, k),
          batch.c[i],
          batch.sa.subspan(i * scales, scales),
          batch.sb.subspan(i * scales, scales),
          batch.random.subspan(i * random, random)};
}

}  // namespace mmasc
