// SPDX-License-Identifier: Apache-2.0
// How long a platform takes for a GEMM, whatever unit its accelerators have.
#pragma once

#include <functional>
#include <memory>

#include "mmasc/platform/tiling.h"

namespace mmasc::tlm {

// A platform whose accelerators have a unit, and the GEMMs that they are given; its own instruction
// and GEMM decide nothing. Functions throw InputError where the platform's tiles are none of the
// unit's instruction, or do not divide the GEMM.
class PlatformOfUnit {
 public:
  PlatformOfUnit(Platform platform, const Unit& unit);

  // Whether a source has the cycles of the unit: it is a row of the catalogue as it is.
  bool is_sourced(const Extents& gemm) const;

  // Cycles until the host sees the last completion record, with the instruction's sourced cycles or
  // with those of the unit's structure.
  double cycles(const Extents& gemm, bool is_structural,
                const std::function<void()>& tick = {}) const;

 private:
  Tiling tiling(const Extents& gemm) const;

  Platform platform_;
  std::shared_ptr<const InstalledUnits> units_;
  bool is_shipped_ = false;
};

}  // namespace mmasc::tlm
