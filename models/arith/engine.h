// SPDX-License-Identifier: Apache-2.0
// The engine interface: evaluate operations, raw bits in, raw bits out. Every engine gives the same
// bits.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "spec/unit.h"

namespace mmasc {

// n dot-product-adds of one unit, element by element as raw bits, the k elements (or scales) of one
// operation next to each other: a and b hold n * k, sa and sb n * scales, c and d n.
struct DotBatch {
  std::span<const std::uint64_t> a, b, c, sa, sb;
  std::span<std::uint64_t> d;
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string_view name() const = 0;
  // Asserts that the spans' sizes agree with the unit. Bits above a format's are ignored.
  virtual void dot(const DotBatch& batch) const = 0;
};

// The stage functions one after the other. Thread-safe. Throws RowError where the unit has no plan.
std::unique_ptr<Engine> make_reference_engine(const Unit& unit);

}  // namespace mmasc
