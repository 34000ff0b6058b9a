// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/reasons.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "mmasc/sweep/points.h"

namespace mmasc {
namespace {

// "<= 1e-4", "<= 0.1 * ulps_max = 3".
std::string limit_of(const Check& check) {
  const Constraint& constraint = *check.constraint;
  const std::string bound(enum_name(constraint.bound));
  if (constraint.other.empty()) return fmt::format("{} {}", bound, number_text(check.right));
  const std::string factor =
      constraint.factor == 1 ? "" : fmt::format("{} * ", short_number(constraint.factor));
  return fmt::format("{} {}{} = {}", bound, factor, constraint.other, number_text(check.right));
}

// "delay is 900 at k = 64".
std::string left_of(const ReportShape& shape, const Check& check) {
  const std::string condition = condition_of(shape, *check.point);
  return fmt::format("{} is {}{}", check.constraint->quantity, number_text(check.left),
                     condition.empty() ? "" : fmt::format(" at {}", condition));
}

// The point's operand: as an axis has it, else its variant, else the study.
std::string operand_of(const Study& study, const PointResult& point, const std::string& field,
                       const std::string& of_study) {
  if (const AxisValue* const value = axis_of(point, field)) return to_text(*value);
  std::string found = of_study;
  if (const AxisValue* const name = axis_of(point, std::string(kVariantAxis)))
    for (const Variant& variant : study.variants)
      if (variant.name == to_text(*name))
        for (const Variant::Change& change : variant.changes)
          if (change.field == field) found = to_text(change.value);
  return found;
}

// Repetitions give further samples where they draw both operands; rows and columns always do.
std::string more_samples(const Study& study, const PointResult& point, double times) {
  constexpr double kMostRepetitions = 1000, kMostTimes = 10000;
  const double repetitions = std::ceil(times * static_cast<double>(study.repetitions));
  const bool draws = is_drawn(operand_of(study, point, "inputs.a", study.inputs.a)) &&
                     is_drawn(operand_of(study, point, "inputs.b", study.inputs.b));
  if (draws && repetitions <= kMostRepetitions)
    return fmt::format("repetitions = {:.0f} would decide it", repetitions);
  if (times > kMostTimes)
    return fmt::format(
        "it lies so near the bound that {:.0f} times as many samples do not decide it", kMostTimes);
  return fmt::format("about {} times as many {} would decide it",
                     short_number(std::ceil(times * 10) / 10),
                     draws ? "samples" : "rows of A and columns of B");
}

}  // namespace

std::string short_number(double number) {
  const bool is_plain = std::fabs(number) >= 1000 && std::fabs(number) < 1e6;
  return is_plain ? fmt::format("{:.0f}", number) : fmt::format("{:.3g}", number);
}

std::string number_text(const std::optional<Quantity>& quantity) {
  if (!quantity) return "none";
  const double value = quantity->value;
  const ConfidenceInterval& interval = quantity->interval;
  if (std::isinf(value)) return "without any error";
  if (!quantity->is_sampled()) return short_number(value);
  return fmt::format("{} (95 %: {} to {})", short_number(value), short_number(interval.low),
                     short_number(interval.high));
}

std::string why_missed(const ReportShape& shape, const std::vector<Check>& missed) {
  std::vector<std::string> reasons;
  for (const Check& check : missed)
    reasons.push_back(fmt::format("{}, not {}", left_of(shape, check), limit_of(check)));
  return fmt::format("{}", fmt::join(reasons, " and "));
}

std::string why_undecided(const Study& study, const ReportShape& shape,
                          const std::vector<Check>& undecided) {
  std::vector<std::string> reasons;
  for (const Check& check : undecided)
    reasons.push_back(fmt::format("{}{}, and {} is asked", left_of(shape, check),
                                  check.is_extrapolated() ? " (extrapolated)" : "",
                                  limit_of(check)));
  std::vector<std::string> mends;
  const Check& hardest = *std::ranges::max_element(undecided, {}, &Check::samples_wanted);
  if (hardest.samples_wanted() > 0)
    mends.push_back(more_samples(study, *hardest.point, hardest.samples_wanted()));
  if (std::ranges::any_of(undecided, &Check::is_extrapolated))
    mends.emplace_back("[cost] area = \"synthesis\" would decide it");
  return fmt::format("{}; {}", fmt::join(reasons, " and "), fmt::join(mends, " and "));
}

}  // namespace mmasc
