// SPDX-License-Identifier: Apache-2.0
// Black boxes of tests: any function of the operands.
#pragma once

#include <functional>
#include <memory>

#include "mmasc/arith/engine.h"
#include "mmasc/unit/operand_layout.h"

namespace mmasc::testing {

class FunctionBox : public Engine {
 public:
  // A function takes the elements of a and of b, and c; d is what it returns.
  using Function = std::function<std::uint64_t(std::span<const std::uint64_t>,
                                               std::span<const std::uint64_t>, std::uint64_t)>;

  FunctionBox(const Unit& unit, Function d_of) : unit_(unit), d_of_(std::move(d_of)) {}
  std::string_view name() const override { return "function"; }
  const Unit& unit() const override { return unit_; }
  void dot(const DotBatch& batch) const override {
    const auto k = static_cast<std::size_t>(unit_.products());
    for (std::size_t i = 0; i < batch.size(); ++i)
      batch.d[i] = d_of_(batch[Operand::a].subspan(i * k, k), batch[Operand::b].subspan(i * k, k),
                         batch[Operand::c][i]);
  }

 private:
  Unit unit_;
  Function d_of_;
};

}  // namespace mmasc::testing
