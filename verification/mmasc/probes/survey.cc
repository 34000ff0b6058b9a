// SPDX-License-Identifier: Apache-2.0
#include "mmasc/probes/survey.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "mmasc/specification/shift.h"
#include "mmasc/vectors/answers.h"
#include "mmasc/vectors/replay.h"

namespace mmasc::probes {
namespace {

std::int64_t rounded(int quarters, Rounding rounding) {
  const bool negative = quarters < 0;
  const ExactShift shift = shift_and_round({BigInt(quarters).abs(), 0}, negative, 2, rounding);
  return (negative ? -1 : 1) * static_cast<std::int64_t>(shift.kept.low_limb());
}

}  // namespace

void Survey::found(std::string_view name, std::string_view value, Case witness,
                   std::optional<Case> beside) {
  witness.d() = bench_.run(witness);
  if (beside) beside->d() = bench_.run(*beside);
  findings.push_back(
      {std::string(name), std::string(value), "", true, std::move(witness), std::move(beside)});
}

void Survey::not_observable(std::string_view name, std::string_view why) {
  findings.push_back({std::string(name), "", std::string(why), true, std::nullopt, std::nullopt});
}

void Survey::attempt(std::initializer_list<std::string_view> names,
                     const std::function<void(Survey&)>& probe) {
  try {
    probe(*this);
  } catch (const Unanswered& error) {
    for (const std::string_view name : names)
      if (!find(name))
        findings.push_back(
            {std::string(name), "", error.what(), false, std::nullopt, std::nullopt});
  }
}

const std::vector<Place>& Survey::fused() const {
  if (fused_.empty()) throw Unanswered("which products are added at once is not answered");
  return fused_;
}

const Finding* Survey::find(std::string_view name) const {
  for (const Finding& finding : findings)
    if (finding.name == name) return &finding;
  return nullptr;
}

std::optional<int> Survey::integer(std::string_view name) const {
  const Finding* finding = find(name);
  if (finding && !finding->is_answered) throw Unanswered(fmt::format("{} is not answered", name));
  if (!finding || !finding->observable()) return std::nullopt;
  int value = 0;
  const char* end = finding->value.data() + finding->value.size();
  const auto [rest, error] = std::from_chars(finding->value.data(), end, value);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return value;
}

std::string replay_text(const OperandLayout& formats, const Case& row) {
  return operand_flags(formats, as_taken(formats, row));
}

std::string rounding_that_gives(const std::vector<int>& quarters,
                                const std::vector<std::int64_t>& results) {
  for (const auto& [rounding, name] : kRoundings) {
    bool all = true;
    for (std::size_t i = 0; i < quarters.size(); ++i)
      all = all && rounded(quarters[i], rounding) == results[i];
    if (all) return std::string(name);
  }
  return {};
}

std::string no_single_rounding(const std::vector<std::int64_t>& results) {
  return fmt::format("no single rounding gives {}", fmt::join(results, " "));
}

}  // namespace mmasc::probes
