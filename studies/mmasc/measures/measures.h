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
  std::int64_t left_out = 0;  // elements of D that are NaN or infinite, and not among the samples
  friend bool operator==(const MeasureResult&, const MeasureResult&) = default;
};

// The side on which the better values of a measure lie.
enum class Better { less, more, near_zero };
// How a measure is compared and drawn.
enum class MeasureScale {
  ratio,    // an error: how many times as much says something, and axes are logarithmic
  plain,    // a share, a count, or a number with a sign
  decibel,  // 10 log10 of a ratio of squares
};

// All that a measure means: what a study may list, and what reports tell, compare and draw of it.
struct MeasureRow {
  std::string_view name, group;  // the group stands for all of its measures
  std::string_view words;        // for readers: "signal to noise"
  std::string_view unit = {};    // "dB"
  std::string_view what;         // for help and reports
  Better better;
  MeasureScale scale;
  int telling;  // where a study does not say which: the measured one with the least is told
  bool is_default = false;                      // measured where a study lists none
  std::array<std::string_view, 2> workloads{};  // those that have it; empty: all
  bool takes_overflows = false;  // elements that are NaN or infinite are among the samples
  bool none_is_best = false;     // no value of samples that there are: there is no error at all

  std::string title() const;  // "signal to noise (dB)"
  bool is_of(std::string_view workload) const;
  bool is_logarithmic() const { return scale == MeasureScale::ratio; }
  // A value to compare by: less is better.
  double badness(double value) const;
  // Whether the value is at most this share beyond the best; of dB, a share of the amplitude.
  bool is_within(double share, double value, double best) const;
  // The value to judge by: without any error it is infinite. Nullopt where there is none.
  std::optional<double> judged(const MeasureResult& result) const;
};
inline constexpr std::string_view kQuantisationError = "quantisation_error";
inline constexpr auto kMeasures = std::to_array<MeasureRow>({
    {.name = "relative_error_max",
     .group = "relative_error",
     .words = "maximum relative error",
     .what = "greatest |d - exact| / |exact|",
     .better = Better::less,
     .scale = MeasureScale::ratio,
     .telling = 9,
     .is_default = true},
    {.name = "relative_error_mean",
     .group = "relative_error",
     .words = "mean relative error",
     .what = "mean |d - exact| / |exact|",
     .better = Better::less,
     .scale = MeasureScale::ratio,
     .telling = 6,
     .is_default = true},
    {.name = "relative_error_rms",
     .group = "relative_error",
     .words = "RMS relative error",
     .what = "root mean square of |d - exact| / |exact|",
     .better = Better::less,
     .scale = MeasureScale::ratio,
     .telling = 3,
     .is_default = true},
    {.name = "row_error_max",
     .group = "row_error",
     .words = "maximum row error",
     .what = "greatest |d - exact| / root mean square of its row of exact",
     .better = Better::less,
     .scale = MeasureScale::ratio,
     .telling = 8},
    {.name = "row_error_rms",
     .group = "row_error",
     .words = "RMS row error",
     .what = "root mean square of the same",
     .better = Better::less,
     .scale = MeasureScale::ratio,
     .telling = 2},
    {.name = "backward_error_max",
     .group = "backward_error",
     .words = "maximum backward error",
     .what = "greatest |d - exact| / (|c| + sum |a b|)",
     .better = Better::less,
     .scale = MeasureScale::ratio,
     .telling = 7},
    {.name = "backward_error_mean",
     .group = "backward_error",
     .words = "mean backward error",
     .what = "mean |d - exact| / (|c| + sum |a b|)",
     .better = Better::less,
     .scale = MeasureScale::ratio,
     .telling = 5},
    {.name = "backward_error_rms",
     .group = "backward_error",
     .words = "RMS backward error",
     .what = "root mean square of |d - exact| / (|c| + sum |a b|)",
     .better = Better::less,
     .scale = MeasureScale::ratio,
     .telling = 1},
    {.name = "ulps_max",
     .group = "ulps",
     .words = "maximum ulps",
     .what = "numbers of d's format between d and the correctly rounded, greatest",
     .better = Better::less,
     .scale = MeasureScale::plain,
     .telling = 11},
    {.name = "ulps_mean",
     .group = "ulps",
     .words = "mean ulps",
     .what = "the same, mean",
     .better = Better::less,
     .scale = MeasureScale::plain,
     .telling = 10,
     .is_default = true},
    {.name = "ulps",
     .group = "ulps",
     .words = "ulps",
     .what = "the same with its sign, mean; the histogram",
     .better = Better::near_zero,
     .scale = MeasureScale::plain,
     .telling = 14,
     .is_default = true},
    {.name = "bias",
     .group = "bias",
     .words = "bias",
     .what = "mean d - exact, in root mean squares of the exact results",
     .better = Better::near_zero,
     .scale = MeasureScale::plain,
     .telling = 12,
     .is_default = true},
    {.name = "magnitude_bias",
     .group = "bias",
     .words = "magnitude bias",
     .what = "mean |d| - |exact|, in the same; below 0: toward zero",
     .better = Better::near_zero,
     .scale = MeasureScale::plain,
     .telling = 13},
    {.name = "snr",
     .group = "snr",
     .words = "signal to noise",
     .unit = "dB",
     .what = "signal to noise: mean exact^2 over mean (d - exact)^2, in dB",
     .better = Better::more,
     .scale = MeasureScale::decibel,
     .telling = 4,
     .is_default = true,
     .none_is_best = true},
    {.name = "variance_loss",
     .group = "variance_loss",
     .words = "loss of variance",
     .what =
         "number of products times 1 - mean d^2 / mean exact^2: the exponent of v(n) of Sakr et "
         "al. (arXiv 1901.06588)",
     .better = Better::near_zero,
     .scale = MeasureScale::plain,
     .telling = 20},
    {.name = "correctly_rounded",
     .group = "correctly_rounded",
     .words = "share correctly rounded",
     .what = "share of d that are the correctly rounded",
     .better = Better::more,
     .scale = MeasureScale::plain,
     .telling = 15,
     .is_default = true,
     .takes_overflows = true},
    {.name = "overflows",
     .group = "overflows",
     .words = "overflows",
     .what = "elements of D that are NaN or infinite",
     .better = Better::less,
     .scale = MeasureScale::plain,
     .telling = 18,
     .is_default = true,
     .takes_overflows = true},
    {.name = "vanished_terms",
     .group = "vanished_terms",
     .words = "vanished terms",
     .what = "share of products other than 0 of which alignment keeps nothing, in some elements of "
             "D",
     .better = Better::less,
     .scale = MeasureScale::plain,
     .telling = 16,
     .workloads = {"gemm"}},
    {.name = "monotonicity_violations",
     .group = "monotonicity_violations",
     .words = "monotonicity violations",
     .what = "elements of D that move the wrong way as an element of A moves one step",
     .better = Better::less,
     .scale = MeasureScale::plain,
     .telling = 17,
     .workloads = {"gemm"}},
    {.name = kQuantisationError,
     .group = kQuantisationError,
     .words = "quantisation error",
     .what = "RMS row error of the exact product of the quantised operands, against that before",
     .better = Better::less,
     .scale = MeasureScale::ratio,
     .telling = 19,
     .workloads = {"gemm", "fp8gemm"}},
});
const MeasureRow* find_measure(std::string_view name);  // null: there is none

}  // namespace mmasc
