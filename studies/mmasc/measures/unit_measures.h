// SPDX-License-Identifier: Apache-2.0
// The measures that look into a unit, or run it a second time.
#pragma once

#include <functional>

#include "mmasc/arith/engine.h"
#include "mmasc/inputs/input_set.h"
#include "mmasc/measures/measures.h"

namespace mmasc {

// The share of a unit's products other than 0 of which the first alignment that they meet keeps
// nothing, over some elements of D evenly spaced: as many as make about 2^18 products, at least 4.
// `options`: promotion and seed of the GEMM.
MeasureResult vanished_terms(const Unit& unit, const InputSet& inputs, const InputFormats& formats,
                             const GemmOptions& options);

// In each row of A the element of the greatest magnitude moves one step up (down where it is the
// greatest number). An element of D that then moves against the product's sign is a violation. `d`
// is that of the GEMM; random bits stay the same.
MeasureResult monotonicity_violations(const Engine& engine, const InputSet& inputs,
                                      const InputFormats& formats, const GemmOptions& options,
                                      const OwnedMatrix& d);

// A GEMM that was measured: D of a unit's engine.
struct MeasuredGemm {
  const Unit& unit;
  const Engine& engine;
  const InputSet& inputs;
  const InputFormats& formats;
  const GemmOptions& options;
  const OwnedMatrix& d;
};

// The measures above by name (measures.h).
struct UnitMeasure {
  std::string_view name;
  MeasureResult (*of)(const MeasuredGemm& gemm);
};
inline constexpr UnitMeasure kUnitMeasures[] = {
    {"vanished_terms",
     [](const MeasuredGemm& x) { return vanished_terms(x.unit, x.inputs, x.formats, x.options); }},
    {"monotonicity_violations",
     [](const MeasuredGemm& x) {
       return monotonicity_violations(x.engine, x.inputs, x.formats, x.options, x.d);
     }},
};

}  // namespace mmasc
