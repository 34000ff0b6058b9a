// SPDX-License-Identifier: Apache-2.0
// Catalogue rows with one field changed, to and beyond the ends of what vector lanes hold.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "batch/agreement.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {

struct Change {
  std::string field, value;
};

// A row of each kind of kernel.
inline constexpr const char* kEdgeRows[] = {
    "hopper/mma.m16n8k16.f32.f16.f16.f32",
    "hopper/mma.m16n8k16.f16.f16.f16.f16",
    "hopper/mma.m16n8k16.f32.bf16.bf16.f32",
    "hopper/mma.m16n8k8.f32.tf32.tf32.f32",
    "hopper/wgmma.m64nNk32.f32.e4m3.e4m3",
    "hopper/mma.m16n8k32.f16.e4m3.e5m2.f16",
    "hopper/mma.m16n8k32.f32.e5m2.e5m2.f32",
    "rtx_blackwell/mma.m16n8k32.mxf8f6f4.f32.e2m1.e3m2.f32.1X.ue8m0",
};

// Changes of fields that every one of the rows has; their sum is called "dot".
inline std::vector<Change> changes_of(const Unit& unit) {
  std::vector<Change> changes;
  const auto add = [&changes](std::string field, std::string value) {
    changes.push_back({std::move(field), std::move(value)});
  };
  for (int bits = 1; bits <= 45; ++bits) add("dot.fraction_bits", std::to_string(bits));
  add("dot.fraction_bits", "60");
  for (const RoundingName& mode : kRoundings) {
    const std::string name(mode.name);
    add("dot.alignment_rounding", name);
    add("result.rounding", name);
    add("result.prerounding",
        "{ significand_fraction = " + std::to_string(unit.d().fraction_bits + 3) +
            ", rounding = \"" + name + "\" }");
  }
  const int products = unit.a().least_exponent() + unit.b().least_exponent();
  for (const int near : {products, unit.c().least_exponent(), unit.d().least_exponent(), 0})
    for (int exponent = near - 2; exponent <= near + 2; ++exponent) {
      add("dot.zero_exponent", std::to_string(exponent));
      add("dot.exponent_floor", std::to_string(exponent));
    }
  for (const char* kind : {"own", "ignored", "-1000", "1000"}) add("dot.zero_exponent", kind);
  add("flush.inputs", "all_to_plus_zero");
  for (const char* mode : {"to_plus_zero", "keep_sign"}) {
    add("flush.inputs", mode);
    add("flush.results", mode);
  }
  for (const int bits : {0, 1, unit.d().fraction_bits - 1})
    add("result.significand_fraction", std::to_string(bits));
  add("result.overflow", "saturate");
  add("result.underflow", "to_plus_zero");
  for (const int lanes : {2, 4, 8, 16, 32, 64}) add("lanes", std::to_string(lanes));
  for (const char* format :
       {"bf16", "tf32", "f16", "e5m2", "e4m3", "e5m2fnuz", "e4m3fnuz", "e3m2", "e2m3", "e2m1"}) {
    add("instruction.formats.a", format);
    add("instruction.formats.b", format);
  }
  return changes;
}

// Nullopt where the row cannot have the field so.
inline std::optional<Unit> changed(const Unit& unit, const Change& change) {
  try {
    return unit.with(change.field, change.value);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// Every `stride`th change of a row, and with each of them another alignment_rounding.
inline void expect_edges_agree(const char* id, int stride, int operations) {
  const Unit& unit = catalog().find(id);
  int seed = 0, units = 0, kernels = 0;
  for (const Change& change : changes_of(unit)) {
    if (++seed % stride != 0) continue;
    const auto once = changed(unit, change);
    if (!once) continue;
    const auto mode = kRoundings[static_cast<std::size_t>(seed / stride) % kRoundings.size()].name;
    for (const Unit& each : {*once, once->with("dot.alignment_rounding", mode)}) {
      if (!has_plan(each)) continue;
      ++units;
      kernels += has_kernel(each);
      expect_agreement(each, static_cast<std::uint64_t>(seed), operations);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(kernels, units * 3 / 4) << id;
}

}  // namespace mmasc
