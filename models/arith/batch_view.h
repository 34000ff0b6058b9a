// SPDX-License-Identifier: Apache-2.0
// One operation of a batch.
#pragma once

#include <cassert>

#include "arith/engine.h"
#include "arith/sequence.h"

namespace mmasc {

inline DotOperands operation(const Unit& unit, const DotBatch& batch, std::size_t i) {
  const auto k = static_cast<std::size_t>(unit.instruction.shape.k);
  const auto products = static_cast<std::size_t>(unit.products());
  const auto metadata = static_cast<std::size_t>(unit.metadata());
  const auto scales = static_cast<std::size_t>(unit.scales());
  assert(batch.a.size() == products * batch.c.size() && batch.b.size() == k * batch.c.size());
  assert(batch.metadata.size() == metadata * batch.c.size());
  assert(batch.sa.size() == scales * batch.c.size() && batch.sb.size() == batch.sa.size());
  assert(batch.d.size() == batch.c.size() && batch.random.size() % batch.c.size() == 0);
  const auto random = batch.random.size() / batch.c.size();
  return {batch.a.subspan(i * products, products),
          batch.b.subspan(i * k, k),
          batch.c[i],
          batch.sa.subspan(i * scales, scales),
          batch.sb.subspan(i * scales, scales),
          batch.random.subspan(i * random, random),
          batch.metadata.subspan(i * metadata, metadata)};
}

}  // namespace mmasc
