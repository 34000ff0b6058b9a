// SPDX-License-Identifier: Apache-2.0
// Matrices of floats, and their quantised form against the definition.
#pragma once

#include <random>

#include "host_matrix.h"
#include "quantise/definitions.h"

namespace mmasc {

// Normal numbers, each row of another magnitude.
inline Floats normal_floats(std::int64_t rows, std::int64_t columns, std::uint64_t seed,
                            int exponents = 20) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<float> normal;
  std::uniform_int_distribution<int> exponent(-exponents, exponents);
  Floats all(rows, columns);
  for (std::int64_t i = 0; i < rows; ++i) {
    const int e = exponent(engine);
    for (std::int64_t j = 0; j < columns; ++j) all.at(i, j) = std::ldexp(normal(engine), e);
  }
  return all;
}

// Every scale and every element.
inline void expect_defined(const Floats& x, const QuantiseScheme& scheme,
                           const QuantisedMatrix& quantised) {
  definition::Definition definition(scheme);
  const std::int64_t rows = scheme.block.rows > 0 ? scheme.block.rows : x.rows;
  const std::int64_t columns = scheme.block.columns > 0 ? scheme.block.columns : x.columns;
  const auto greatest_of = [&](std::int64_t i, std::int64_t j, std::int64_t m, std::int64_t n) {
    float greatest = 0;
    for (std::int64_t r = i; r < std::min(x.rows, i + m); ++r)
      for (std::int64_t c = j; c < std::min(x.columns, j + n); ++c)
        greatest = std::max(greatest, std::fabs(x.at(r, c)));
    return greatest;
  };
  if (scheme.has_tensor_scale) definition.set_tensor(greatest_of(0, 0, x.rows, x.columns));
  ASSERT_EQ(quantised.tensor_scale(), definition.tensor_scale());
  const MatrixView elements = quantised.elements(), scales = quantised.scales();
  for (std::int64_t i = 0; i < x.rows; i += rows)
    for (std::int64_t j = 0; j < x.columns; j += columns) {
      const float greatest = greatest_of(i, j, rows, columns);
      const double scale =
          definition.check_scale(greatest, load_element(scales, i / rows, j / columns));
      for (std::int64_t r = i; r < std::min(x.rows, i + rows); ++r)
        for (std::int64_t c = j; c < std::min(x.columns, j + columns); ++c)
          ASSERT_EQ(load_element(elements, r, c), definition.element(x.at(r, c), scale))
              << scheme.format->name << " " << x.at(r, c) << " / " << scale << " at (" << r << ", "
              << c << ")";
      if (testing::Test::HasFailure()) return;
    }
}

inline void expect_defined(const Floats& x, const QuantiseScheme& scheme) {
  expect_defined(x, scheme, QuantisedMatrix(x.view(), format_named("f32"), scheme));
}

inline QuantiseScheme with(QuantiseScheme scheme, Quotient quotient) {
  scheme.quotient = quotient;
  return scheme;
}
inline QuantiseScheme with(QuantiseScheme scheme, ScaleKind scale) {
  scheme.scale = scale;
  return scheme;
}

}  // namespace mmasc
