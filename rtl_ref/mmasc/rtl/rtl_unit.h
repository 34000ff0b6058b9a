// SPDX-License-Identifier: Apache-2.0
// One RTL for several units that differ in the formats of a and b alone: a select port chooses.
#pragma once

#include <span>
#include <vector>

#include "mmasc/unit/plan.h"

namespace mmasc {

struct OperandFormats {
  Format a, b;
};

struct RtlUnit {
  RtlUnit() = default;
  RtlUnit(const Plan& of_one) : plan(of_one), formats{{of_one.multiplier.a, of_one.multiplier.b}} {}

  Plan plan;                            // of formats that cover those below
  std::vector<OperandFormats> formats;  // by format_i

  // The bits of an element on the port, which the widest format fills.
  int a_bits() const;
  int b_bits() const;
};

// One step of the units, in their order. Throws InputError where they differ in more than the
// formats of a and b, RowError where there is no plan.
RtlUnit make_rtl_unit(std::span<const Unit> units);

// The narrowest format that has room for every significand and exponent of the given ones, those of
// NaN and Inf among them. It has no numbers of its own: it stands for widths.
Format covering(std::span<const Format> formats);

}  // namespace mmasc
