// SPDX-License-Identifier: Apache-2.0
#include "mmasc/measures/error_measures.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "mmasc/measures/correct.h"
#include "mmasc/measures/row_errors.h"
#include "mmasc/unit/ulps.h"

namespace mmasc {

void ErrorMeasures::add(const ExactProduct& exact, const OwnedMatrix& d) {
  if (!unit_) unit_ = static_cast<int>(exact.greatest_leading_exponent());
  products_ = exact.products();
  for (std::int64_t i = 0; i < exact.rows(); ++i) {
    const std::size_t first = signal_squares_.entries().size();
    for (std::int64_t j = 0; j < exact.columns(); ++j)
      add_element(exact.sum(i, j), exact.magnitudes(i, j), first_row_ + i, first_column_ + j,
                  d.at(i, j));
    add_row_errors(std::span(signal_squares_.entries()).subspan(first),
                   std::span(error_squares_.entries()).subspan(first), row_error_squares_);
  }
  if (!shared_.rows) first_row_ += exact.rows();
  if (!shared_.columns) first_column_ += exact.columns();
}

void ErrorMeasures::add_element(const Dyadic& exact, const Dyadic& magnitudes, std::int64_t row,
                                std::int64_t column, std::uint64_t bits) {
  const auto put = [&](Sample& sample, double value) { sample.add(row, column, value); };
  const std::uint64_t best = correctly_rounded(exact, format_);
  ++elements_;
  if (!is_finite(format_, bits)) {
    ++overflows_;
    put(correct_, bits == best ? 1 : 0);
    return;
  }
  const std::int64_t ulps = ulps_between(format_, best, bits);
  put(correct_, ulps == 0 ? 1 : 0);
  put(ulps_, static_cast<double>(ulps));
  put(magnitudes_of_ulps_, static_cast<double>(ulps < 0 ? -ulps : ulps));
  ++histogram_[ulp_bin(ulps)];

  const Dyadic d = exact_value(format_, bits);
  const WideDouble error = to_wide_double(d + -exact);
  const auto magnitude = [](const Dyadic& x) { return Dyadic{x.integer.abs(), x.exponent}; };
  const WideDouble magnitude_error = to_wide_double(magnitude(d) + -magnitude(exact));
  const WideDouble signal = to_wide_double(exact);
  const double scaled_error = error.times_power_of_two(-*unit_);
  const double scaled_signal = signal.times_power_of_two(-*unit_);
  put(errors_, scaled_error);
  put(magnitude_errors_, magnitude_error.times_power_of_two(-*unit_));
  const double scaled_d = to_wide_double(d).times_power_of_two(-*unit_);
  put(squares_, scaled_d * scaled_d);
  put(error_squares_, scaled_error * scaled_error);
  put(signal_squares_, scaled_signal * scaled_signal);
  if (!exact.is_zero()) {
    const double relative = std::fabs(ratio(error, signal));
    put(relative_, relative);
    put(relative_squares_, relative * relative);
  }
  if (!magnitudes.is_zero()) {
    const double backward = std::fabs(ratio(error, to_wide_double(magnitudes)));
    put(backward_, backward);
    put(backward_squares_, backward * backward);
  }
}

MeasureResult ErrorMeasures::result(std::string_view name) const {
  const auto in_signals = [&](const Sample& sample) {
    MeasureResult result = mean_measure(name, sample);
    const double signal = sample.size() == 0 ? 0 : std::sqrt(signal_squares_.mean());
    if (!(signal > 0)) return MeasureResult{std::string(name), {}, sample.size(), {}, {}};
    *result.value /= signal;
    if (result.interval)
      result.interval = {result.interval->low / signal, result.interval->high / signal};
    return result;
  };
  if (name == "relative_error_max") return greatest_measure(name, relative_);
  if (name == "relative_error_mean") return mean_measure(name, relative_);
  if (name == "relative_error_rms") return root_mean_measure(name, relative_squares_);
  if (name == "row_error_max") {
    MeasureResult greatest = greatest_measure(name, row_error_squares_);
    if (greatest.value) greatest.value = std::sqrt(*greatest.value);
    return greatest;
  }
  if (name == "row_error_rms") return root_mean_measure(name, row_error_squares_);
  if (name == "backward_error_max") return greatest_measure(name, backward_);
  if (name == "backward_error_mean") return mean_measure(name, backward_);
  if (name == "backward_error_rms") return root_mean_measure(name, backward_squares_);
  if (name == "ulps_max") return greatest_measure(name, magnitudes_of_ulps_);
  if (name == "ulps_mean") return mean_measure(name, magnitudes_of_ulps_);
  if (name == "bias") return in_signals(errors_);
  if (name == "magnitude_bias") return in_signals(magnitude_errors_);
  if (name == "variance_loss") return variance_loss(name);
  if (name == "snr") return decibel_measure(name, signal_squares_, error_squares_);
  if (name == "correctly_rounded") return share_measure(name, correct_);
  if (name == "overflows")
    return {std::string(name), static_cast<double>(overflows_), elements_, {}, {}};
  if (name != "ulps") return {};
  MeasureResult ulps = mean_measure(name, ulps_);
  for (const auto& [bin, count] : histogram_) {
    const auto [low, high] = range_of_ulp_bin(bin);
    ulps.histogram.push_back({low, high, count});
  }
  return ulps;
}

MeasureResult ErrorMeasures::variance_loss(std::string_view name) const {
  MeasureResult loss = ratio_measure(name, squares_, signal_squares_);
  const auto lost = [&](double retained) {
    return static_cast<double>(products_) * (1 - retained);
  };
  if (loss.value) loss.value = lost(*loss.value);
  if (loss.interval) loss.interval = {lost(loss.interval->high), lost(loss.interval->low)};
  return loss;
}

std::vector<MeasureResult> ErrorMeasures::results(const std::vector<std::string>& wanted) const {
  std::vector<MeasureResult> results;
  for (const std::string& name : wanted)
    if (MeasureResult made = result(name); !made.name.empty()) {
      if (!find_measure(name)->takes_overflows) made.left_out = overflows_;
      results.push_back(std::move(made));
    }
  return results;
}

}  // namespace mmasc
