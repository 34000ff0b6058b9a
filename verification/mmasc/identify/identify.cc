// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/identify.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "mmasc/identify/moves.h"
#include "mmasc/identify/rivals.h"
#include "mmasc/identify/search.h"
#include "mmasc/identify/seeds.h"
#include "mmasc/identify/simplify.h"
#include "mmasc/probes/probes.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/unit/error.h"
#include "mmasc/vectors/nan_words.h"

namespace mmasc::identify {
namespace {

constexpr std::size_t kFirst = 768;                          // vectors that every box is asked
constexpr std::size_t kMostGlances = 40, kMostDescents = 5;  // rows that a search begins with
constexpr int kMostRounds = 40;                              // of counterexamples
constexpr std::uint64_t kOfEachClass = 32;  // vectors of each class for a last look

class Identification {
 public:
  Identification(Asked& asked, const Options& options,
                 const std::function<void(const std::string&)>& tell,
                 const std::function<void()>& between)
      : asked_(asked), options_(options), tell_(tell), between_(between), judge_(asked) {}

  Identified run() && {
    seeds_ = options_.is_blind ? plain_seeds(asked_.unit()) : known_seeds(asked_.unit());
    ask_first();
    if ((found_.unrepeatable = asked_.unrepeatable()) != nullptr) {
      found_.unit = seeds_.front().unit;
      return std::move(found_);
    }
    Judged best = best_of(seeds_);
    for (int round = 0; round < kMostRounds; ++round) {
      if (!best.wrong.empty()) best = improved(std::move(best));
      if (!best.wrong.empty()) break;
      found_.is_confirmed = false;
      if (!confirm(best)) {
        best = *judge_.judge(best.unit);
        continue;
      }
      if (auto shorter = shorter_than(best)) {
        best = *std::move(shorter);
        continue;
      }
      if (confirm_numbers(best)) break;
      best = *judge_.judge(rivals_->far_row().value_or(best.unit));
    }
    found_.unit = best.unit;
    found_.wrong = best.wrong;
    if (best.wrong.empty()) name_equal_seeds();
    return std::move(found_);
  }

 private:
  bool may_ask() const { return asked_.has_box() && asked_.queries() < asked_.most_queries; }

  // Vectors at the edges of all rows that it may be.
  void ask_first() {
    if (!may_ask()) return;
    tell_("first vectors");
    std::vector<Case> rows;
    std::vector<Generator> generators;
    for (const Seed& seed : seeds_) {
      between_();
      generators.emplace_back(seed.unit, options_.seed);
    }
    for (std::size_t i = 0; i < kFirst; ++i) {
      const VectorClassInfo& info = kVectorClasses[i % kVectorClasses.size()];
      rows.push_back(generators[i % generators.size()].make(info.value, i / kVectorClasses.size()));
      rows.back()[Operand::random].clear();
    }
    asked_.ask(std::move(rows));
  }

  std::vector<std::uint64_t> nans() const {
    if (!asked_.tells_nan_words) return {};
    return nan_words(asked_.unit().d(), asked_.answers());
  }

  // Where all NaNs of d are one word, it is the row's.
  Unit with_nan(Unit unit) const {
    const auto words = nans();
    if (words.size() == 1) unit.datapath.result.nan = words.front();
    return unit;
  }

  std::vector<Judged> ranked(const std::vector<Seed>& seeds) {
    std::vector<Judged> all;
    for (const Seed& seed : seeds) {
      between_();
      if (auto judged = judge_.judge(with_nan(seed.unit))) all.push_back(std::move(*judged));
    }
    sort(all);
    return all;
  }
  static void sort(std::vector<Judged>& all) {
    std::ranges::stable_sort(all, {}, [](const Judged& one) { return one.wrong.size(); });
  }

  Judged best_of(const std::vector<Seed>& seeds) {
    std::vector<Judged> all = ranked(seeds);
    if (all.empty()) throw InputError("no row on these operands has a plan that is worth a try");
    return std::move(all.front());
  }

  Judged improved(Judged best) {
    tell_(fmt::format("{} answers are not given", best.wrong.size()));
    best = descend(std::move(best), judge_, nans(), Effort::whole, between_);
    if (best.wrong.empty()) return best;
    probe_once();
    std::vector<Judged> begun = ranked(seeds_);
    if (begun.front().wrong.empty()) return std::move(begun.front());
    if (begun.size() > kMostGlances) begun.resize(kMostGlances);
    for (Judged& from : begun) {
      tell_(fmt::format("{} of {} answers are not given", best.wrong.size(),
                        asked_.answers().size()));
      from = descend(std::move(from), judge_, nans(), Effort::glance, between_);
      if (from.wrong.empty()) return std::move(from);
    }
    sort(begun);
    if (begun.size() > kMostDescents) begun.resize(kMostDescents);
    for (Judged& from : begun) {
      if (best.wrong.empty()) break;
      Judged other = descend(std::move(from), judge_, nans(), Effort::whole, between_);
      if (other.wrong.size() < best.wrong.size()) best = std::move(other);
    }
    return best.wrong.empty() ? best : without_nan(std::move(best));
  }

  // Where the words of NaN are all that no field explains, the row says none.
  Judged without_nan(Judged best) const {
    Unit unit = best.unit;
    ResultRow& result = unit.datapath.result;
    result.nan.reset();
    result.factor_nan.reset();
    result.c_nan = OwnNan::replaced;
    auto judged = judge_.judge(unit, 0);
    return judged ? std::move(*judged) : std::move(best);
  }

  void probe_once() {
    // The tree takes about a vector for each pair of terms.
    const auto terms = static_cast<std::size_t>(asked_.unit().products()) + 1;
    if (is_probed_ || !may_ask() || asked_.queries() + terms * terms / 2 > asked_.most_queries)
      return;
    is_probed_ = true;
    tell_("probes");
    const probes::Survey survey = probe_all(probes::Bench(asked_, asked_.layout()));
    for (Seed& seed : seeds_of_tree(asked_.unit(), survey)) seeds_.push_back(std::move(seed));
  }

  // A row in fewer words, unless a catalogue has this one.
  std::optional<Judged> shorter_than(const Judged& row) {
    if (is_known(row.unit)) return std::nullopt;
    Judged simple = simplified(row, judge_, nans(), between_);
    if (simple.unit.datapath == row.unit.datapath &&
        simple.unit.instruction == row.unit.instruction)
      return std::nullopt;
    return simple;
  }

  // False where the box contradicts the row.
  bool confirm(const Judged& row) {
    rivals_.emplace(row.unit, judge_, nans(), between_);
    for (const Seed& seed : seeds_) rivals_->add(with_nan(seed.unit), seed.of);
    return ask_rivals(row.unit) && (!found_.is_confirmed || confirm_by_drawn(row.unit));
  }
  // With rivals that no search would have tried: those further away in a number.
  bool confirm_numbers(const Judged& row) {
    tell_("every number of each field");
    rivals_->judge_again();
    rivals_->add_every_number();
    return ask_rivals(row.unit);
  }
  bool ask_rivals(const Unit& unit) {
    bool is_asked_out = false;
    while (may_ask()) {
      tell_(fmt::format("{} rows are possible", rivals_->size() + 1));
      std::vector<Case> rows = rivals_->telling(options_.seed);
      is_asked_out = rows.empty();
      if (is_asked_out) break;
      asked_.ask(std::move(rows));
      rivals_->judge_again();
      if (!judge_.judge(unit, 0)) return false;
    }
    found_.open = rivals_->open();
    found_.is_confirmed = is_asked_out;
    return true;
  }

  // What differs from every rival in several fields at once shows in none of their vectors: further
  // ones of every class, at the row's own edges.
  bool confirm_by_drawn(const Unit& unit) {
    tell_("a last look");
    const Generator generator(unit, options_.seed + 1);
    std::vector<Case> rows;
    for (std::uint64_t i = 0; i < kOfEachClass; ++i)
      for (const VectorClassInfo& info : kVectorClasses) {
        if (asked_.queries() + rows.size() >= asked_.most_queries) break;
        rows.push_back(generator.make(info.value, drawn_ + i));
        rows.back()[Operand::random].clear();
      }
    drawn_ += kOfEachClass;
    if (asked_.has_box()) asked_.ask(std::move(rows));
    return judge_.judge(unit, 0).has_value();
  }

  // Whether a catalogue has it in these words.
  bool is_known(const Unit& unit) const {
    return std::ranges::any_of(seeds_, [&](const Seed& seed) {
      const Unit known = with_nan(seed.unit);
      return seed.is_of_catalogue && known.datapath == unit.datapath &&
             known.instruction == unit.instruction;
    });
  }

  void name_equal_seeds() {
    for (const Seed& seed : known_seeds(asked_.unit()))
      if (seed.is_of_catalogue && judge_.judge(with_nan(seed.unit), 0) &&
          std::ranges::find(found_.equal, seed.of) == found_.equal.end())
        found_.equal.push_back(seed.of);
  }

  Asked& asked_;
  const Options& options_;
  const std::function<void(const std::string&)>& tell_;
  const std::function<void()>& between_;
  Judge judge_;
  std::vector<Seed> seeds_;
  std::optional<Rivals> rivals_;  // of the row that was confirmed last
  bool is_probed_ = false;
  std::uint64_t drawn_ = 0;  // vectors of each class for last looks
  Identified found_;
};

}  // namespace

Identified find_row(Asked& asked, const Options& options,
                    const std::function<void(const std::string&)>& tell,
                    const std::function<void()>& between) {
  return Identification(asked, options, tell, between).run();
}

}  // namespace mmasc::identify
