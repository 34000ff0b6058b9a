// SPDX-License-Identifier: Apache-2.0
// What black boxes answer, against the reference; and what their engines say of those that fail.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "mmasc/arith/engine.h"
#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/unit/catalog.h"
#include "stimulus/drawn_cases.h"

namespace mmasc {

inline const std::string kUnits = MMASC_DOCS "/../studies/examples/units/";

inline const Unit& f32_fma() {
  static const Unit unit = find_unit(kUnits + "cvfpu.toml:cvfpu/fma.f32.nearest_even");
  return unit;
}

// Compares the d of an engine with the reference's; returns how many there were.
inline std::size_t compare(const Engine& engine, std::uint64_t each) {
  const std::vector<Case> cases = drawn_cases(engine.unit(), each);
  PackedCases asked(cases), expected(cases);
  engine.dot(asked.batch());
  make_reference_engine(engine.unit())->dot(expected.batch());
  EXPECT_EQ(asked.d, expected.d);
  return cases.size();
}

// What is thrown where an engine of f32_fma() is made and asked for two d; else "".
template <class Error>
std::string refusal(std::unique_ptr<Engine> (*make)(const Unit&, std::string_view),
                    const std::string& box, std::uint64_t first = 1) {
  std::vector<std::uint64_t> d(2);
  try {
    make(f32_fma(), box)
        ->dot(std::vector<std::uint64_t>{first, 2}, std::vector<std::uint64_t>{3, 4},
              std::vector<std::uint64_t>{5, 6}, d);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace mmasc
