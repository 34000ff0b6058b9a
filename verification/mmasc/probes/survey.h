// SPDX-License-Identifier: Apache-2.0
// The findings of the probes, each with the bits that show it.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mmasc/probes/bench.h"
#include "mmasc/probes/tree.h"
#include "mmasc/unit/rounding.h"

namespace mmasc::probes {

inline constexpr int kWideEnough = 64;  // nothing lost over so many bits: nothing is

struct Finding {
  std::string name;
  std::string value;            // empty where it is not observable
  std::string why_not;          // then
  bool is_answered = true;      // false: of a bench that has answers to some vectors only
  std::optional<Case> witness;  // with d
  std::optional<Case> beside;   // a second case, where only the two together show it

  bool observable() const { return why_not.empty(); }
};

class Survey {
 public:
  explicit Survey(const Bench& bench) : bench_(bench) {}
  const Bench& bench() const { return bench_; }

  // The cases are run again for their d.
  void found(std::string_view name, std::string_view value, Case witness,
             std::optional<Case> beside = std::nullopt);
  void not_observable(std::string_view name, std::string_view why);
  // Runs a probe of these features. Those that it has not found when it asks what the bench has no
  // answer to are not answered; nothing is guessed in their place.
  void attempt(std::initializer_list<std::string_view> names,
               const std::function<void(Survey&)>& probe);
  const Finding* find(std::string_view name) const;
  // The value as an integer, where it was found and is one. Throws Unanswered where it is not known
  // whether it is.
  std::optional<int> integer(std::string_view name) const;

  std::vector<Finding> findings;
  Tree tree;  // a leaf where it is not observable
  // Products added to each other first and at once, and c's partner: from the tree, or one alone
  // where it is not observable. Throws Unanswered where the tree is not answered.
  const std::vector<Place>& fused() const;
  void set_fused(std::vector<Place> places) { fused_ = std::move(places); }

 private:
  const Bench& bench_;
  std::vector<Place> fused_;  // empty: not answered
};

// Why features are not observable. They tell what the probes know: a sum may well take two products
// where the formats do not show it.
inline constexpr std::string_view kNoPair = "no two products are known to be added at once";
inline constexpr std::string_view kLastBitUnknown = "d's last bit is not known";

// "--a 38.. --b 40.. --c 3f800000 [--sa ..] [--sb ..]"
std::string replay_text(const OperandLayout& formats, const Case& row);

// A rounding that random bits move; rounding_that_gives() takes all random bits to be 0.
inline constexpr auto kStochastic = name_of(RoundingMode::stochastic);

// The one rounding that takes each of `quarters` (in quarters of a unit) to `results` (in units);
// empty where none does.
std::string rounding_that_gives(const std::vector<int>& quarters,
                                const std::vector<std::int64_t>& results);
// The finding where it is empty, as where two roundings one after another gave the results.
std::string no_single_rounding(const std::vector<std::int64_t>& results);

}  // namespace mmasc::probes
