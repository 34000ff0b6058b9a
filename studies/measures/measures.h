// SPDX-License-Identifier: Apache-2.0
// How far D is from the exact result, as numbers with their sample counts and confidence intervals.
//
// "Exact" is the sum of c and all products of the elements that the unit was given, without any
// rounding (exact_product.h); "correctly rounded" is that sum rounded once, to nearest even, to D's
// format. Elements of D that are NaN or infinite are counted as overflows and left out of all else.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mmasc {

struct ConfidenceInterval {
  double low = 0, high = 0;
  friend bool operator==(const ConfidenceInterval&, const ConfidenceInterval&) = default;
};

// How many samples lie in low..high, both included; bins without samples are left out.
struct HistogramBin {
  std::int64_t low = 0, high = 0, count = 0;
  friend bool operator==(const HistogramBin&, const HistogramBin&) = default;
};

struct MeasureResult {
  std::string name;
  std::optional<double> value;                 // none: no sample was left
  std::int64_t samples = 0;                    // that the value is made of
  std::optional<ConfidenceInterval> interval;  // of 95 %, where the value is an estimate of a mean
  std::vector<HistogramBin> histogram;
  friend bool operator==(const MeasureResult&, const MeasureResult&) = default;
};

// What a study may list. A name with a group stands for several measures.
struct MeasureName {
  std::string_view name, group;
  std::string_view what;         // for help and reports, with its unit
  bool looks_into_unit = false;  // made of more than D (unit_measures.h)
};
inline constexpr auto kMeasures = std::to_array<MeasureName>({
    {"relative_error_max", "relative_error", "greatest |d - exact| / |exact|"},
    {"relative_error_mean", "relative_error", "mean |d - exact| / |exact|"},
    {"relative_error_rms", "relative_error", "root mean square of |d - exact| / |exact|"},
    {"row_error_max", "row_error", "greatest |d - exact| / root mean square of its row of exact"},
    {"row_error_rms", "row_error", "root mean square of the same"},
    {"backward_error_max", "backward_error", "greatest |d - exact| / (|c| + sum |a b|)"},
    {"backward_error_mean", "backward_error", "mean |d - exact| / (|c| + sum |a b|)"},
    {"backward_error_rms", "backward_error", "root mean square of |d - exact| / (|c| + sum |a b|)"},
    {"ulps_max", "ulps", "numbers of d's format between d and the correctly rounded, greatest"},
    {"ulps_mean", "ulps", "the same, mean"},
    {"ulps", "ulps", "the same with its sign, mean; the histogram"},
    {"bias", "bias", "mean d - exact, in root mean squares of the exact results"},
    {"magnitude_bias", "bias", "mean |d| - |exact|, in the same; below 0: toward zero"},
    {"snr", "snr", "signal to noise: mean exact^2 over mean (d - exact)^2, in dB"},
    {"correctly_rounded", "correctly_rounded", "share of d that are the correctly rounded"},
    {"overflows", "overflows", "elements of D that are NaN or infinite"},
    {"vanished_terms", "vanished_terms",
     "share of products other than 0 of which alignment keeps nothing, in some elements of D",
     true},
    {"monotonicity_violations", "monotonicity_violations",
     "elements of D that move the wrong way as an element of A moves one step", true},
});

}  // namespace mmasc
