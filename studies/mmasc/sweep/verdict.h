// SPDX-License-Identifier: Apache-2.0
// What a point's numbers say of a constraint. A measure that is a mean over samples is known to lie
// in its interval of 95 % alone: where some of its numbers meet the bound and others do not, the
// samples do not decide it.
#pragma once

#include <optional>
#include <string_view>

#include "mmasc/sweep/find_row.h"
#include "mmasc/sweep/results.h"

namespace mmasc {

enum class Verdict { met, undecided, missed };
template <>
inline constexpr auto kNames<Verdict> = std::to_array<EnumName<Verdict>>({
    {Verdict::met, "met"},
    {Verdict::undecided, "undecided"},
    {Verdict::missed, "missed"},
});

// A number of a point and the interval of 95 % that it lies in, that number alone where it is none
// of samples.
struct Quantity {
  double value = 0;
  ConfidenceInterval interval{value, value};
  bool is_extrapolated = false;  // by an estimate whose error is not known

  bool is_sampled() const { return interval.low != interval.high; }
  Quantity times(double factor) const;
};

// The point's own, a measure as it is judged; nullopt where it has none.
std::optional<Quantity> quantity_of(const PointResult& point, std::string_view quantity);

// One constraint beside one point. A quantity that the point does not have meets nothing.
struct Check {
  const Constraint* constraint = nullptr;
  const PointResult* point = nullptr;
  std::optional<Quantity> left, right;

  Check(const Constraint& tried, const PointResult& at);
  // An extrapolated number decides nothing, for its error is not known.
  // Of an equality, and where both sides are alike, what samples gave counts: no more decide it.
  Verdict verdict() const;
  bool is_extrapolated() const;
  // From the bound, as a part of it; infinite where there is no number.
  double relative_distance() const;
  // How many times as many samples decide it, if the values stay as they are; 0: samples do not
  // leave it undecided.
  double samples_wanted() const;

 private:
  Verdict verdict_of_samples() const;
};

// Whether the study asks the point: a bound on a condition, as k, says which; all others judge.
bool is_asked(const PointResult& point, const FindRow& find);
// Of all constraints on a point that is asked; met where there are none.
Verdict verdict_of(const PointResult& point, const FindRow& find);
// "met", "undecided", "missed"; empty of a point that is not asked.
std::string_view verdict_text(const PointResult& point, const FindRow& find);

}  // namespace mmasc
