// SPDX-License-Identifier: Apache-2.0
#include "mmasc/measures/sample.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>

namespace mmasc {
namespace {

constexpr double kQuantile = 1.959963984540054;  // of the normal distribution, at 97.5 %

MeasureResult named(std::string_view name, const Sample& sample) {
  MeasureResult result;
  result.name = name;
  result.samples = sample.size();
  return result;
}

// Rows and columns are fewer than 2^31.
std::int64_t place_of(const Sample::Entry& entry) { return entry.row << 31 | entry.column; }

// The sums of the clusters' deviations, in the order of the clusters' first entries.
template <class Cluster>
std::vector<double> sums_of(const std::vector<Sample::Entry>& entries, Cluster cluster,
                            double mean) {
  std::unordered_map<std::int64_t, std::size_t> places;
  std::vector<double> sums;
  for (const Sample::Entry& entry : entries) {
    const auto [place, added] = places.try_emplace(std::invoke(cluster, entry), sums.size());
    if (added) sums.push_back(0);
    sums[place->second] += entry.value - mean;
  }
  return sums;
}

double squares_of(const std::vector<double>& sums) {
  double squares = 0;
  for (const double sum : sums) squares += sum * sum;
  return squares;
}

}  // namespace

double Sample::mean() const {
  double sum = 0;
  for (const Entry& entry : entries_) sum += entry.value;
  return sum / static_cast<double>(size());
}

double Sample::greatest() const {
  return std::ranges::max_element(entries_, {}, &Entry::value)->value;
}

double Sample::variance_of_mean() const {
  if (size() < 2) return 0;
  const double centre = mean();
  double alone = 0;
  if (repeats_places())
    alone = squares_of(sums_of(entries_, place_of, centre));
  else
    for (const Entry& entry : entries_) alone += (entry.value - centre) * (entry.value - centre);
  const double both = squares_of(sums_of(entries_, &Entry::row, centre)) +
                      squares_of(sums_of(entries_, &Entry::column, centre)) - alone;
  const auto count = static_cast<double>(size());
  return std::max(both, alone) / (count * count);
}

// Elements are added row by row: where they only go on, none comes twice.
bool Sample::repeats_places() const {
  return std::ranges::adjacent_find(entries_, std::ranges::greater_equal{}, place_of) !=
         entries_.end();
}

std::int64_t Sample::places() const {
  if (!repeats_places()) return size();
  return static_cast<std::int64_t>(sums_of(entries_, place_of, 0).size());
}

MeasureResult mean_measure(std::string_view name, const Sample& sample) {
  MeasureResult result = named(name, sample);
  if (sample.size() == 0) return result;
  const double mean = sample.mean();
  result.value = mean;
  if (sample.size() < 2) return result;
  const double half = kQuantile * std::sqrt(sample.variance_of_mean());
  result.interval = {mean - half, mean + half};
  return result;
}

MeasureResult root_mean_measure(std::string_view name, const Sample& squares) {
  MeasureResult result = mean_measure(name, squares);
  const auto root = [](double x) { return std::sqrt(std::max(x, 0.0)); };
  if (result.value) result.value = root(*result.value);
  if (result.interval) result.interval = {root(result.interval->low), root(result.interval->high)};
  return result;
}

MeasureResult greatest_measure(std::string_view name, const Sample& sample) {
  MeasureResult result = named(name, sample);
  if (sample.size() > 0) result.value = sample.greatest();
  return result;
}

MeasureResult share_measure(std::string_view name, const Sample& sample) {
  MeasureResult result = named(name, sample);
  if (sample.size() == 0) return result;
  const double share = sample.mean();
  const double variance = sample.variance_of_mean();
  double count = static_cast<double>(sample.places());
  if (variance > 0) count = std::min(count, share * (1 - share) / variance);
  const double z = kQuantile * kQuantile / count;
  const double centre = (share + z / 2) / (1 + z);
  const double half = std::sqrt(share * (1 - share) * z + z * z / 4) / (1 + z);
  result.value = share;
  result.interval = {std::max(0.0, centre - half), std::min(1.0, centre + half)};
  return result;
}

MeasureResult ratio_measure(std::string_view name, const Sample& numerator,
                            const Sample& denominator) {
  MeasureResult result = named(name, numerator);
  const double below = denominator.size() == 0 ? 0 : denominator.mean();
  if (!(below > 0)) return result;
  const double ratio = numerator.mean() / below;
  result.value = ratio;
  if (numerator.size() < 2) return result;
  // The ratio, to first order.
  Sample deviations;
  for (std::size_t i = 0; i < numerator.entries().size(); ++i) {
    const auto& [row, column, value] = numerator.entries()[i];
    deviations.add(row, column, (value - ratio * denominator.entries()[i].value) / below);
  }
  const double half = kQuantile * std::sqrt(deviations.variance_of_mean());
  result.interval = {ratio - half, ratio + half};
  return result;
}

MeasureResult decibel_measure(std::string_view name, const Sample& signal, const Sample& noise) {
  MeasureResult result = named(name, signal);
  if (signal.size() == 0) return result;
  const double signal_mean = signal.mean(), noise_mean = noise.mean();
  if (!(signal_mean > 0 && noise_mean > 0)) return result;  // no signal, or no error at all
  const auto decibel = [](double ratio) { return 10 * std::log10(ratio); };
  result.value = decibel(signal_mean / noise_mean);
  if (signal.size() < 2) return result;
  // The logarithm of the ratio, to first order.
  Sample relative;
  for (std::size_t i = 0; i < signal.entries().size(); ++i) {
    const auto& [row, column, value] = signal.entries()[i];
    relative.add(row, column, value / signal_mean - noise.entries()[i].value / noise_mean);
  }
  const double half = kQuantile * std::sqrt(relative.variance_of_mean()) * 10 / std::log(10.0);
  result.interval = {*result.value - half, *result.value + half};
  return result;
}

}  // namespace mmasc
