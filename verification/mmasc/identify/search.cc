// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/search.h"

#include <algorithm>
#include <set>

#include "mmasc/batch/parallel.h"
#include "mmasc/identify/moves.h"
#include "mmasc/stimulus/evenly_spread.h"

namespace mmasc::identify {
namespace {

constexpr std::size_t kFew = 32;        // wrong answers that every move is tried on first
constexpr std::size_t kMostMoves = 8;   // that are made one after the other
constexpr int kGlances = 2;             // steps
constexpr std::size_t kMostFirst = 12;  // moves that are combined with another

class Descent {
 public:
  Descent(Judged from, const Judge& judge, const std::vector<std::uint64_t>& nans,
          const std::function<void()>& between)
      : now_(std::move(from)), judge_(judge), nans_(nans), between_(between) {}

  Judged glance() && {
    for (int i = 0; i < kGlances && !now_.wrong.empty() && step(Reach::near); ++i) {
    }
    return std::move(now_);
  }

  Judged run() && {
    while (!now_.wrong.empty() && (step(Reach::near) || step(Reach::all) || step_of_two())) {
    }
    return std::move(now_);
  }

 private:
  struct Tried {
    Move move;
    std::size_t fixed;  // of the few
  };

  // What body gives for each of these, in their order, on all processors.
  template <class T, class Result>
  std::vector<Result> for_each(const std::vector<T>& all,
                               const std::function<Result(const T&)>& body) const {
    constexpr std::size_t kAtOnce = 128;
    std::vector<Result> results(all.size());
    for (std::size_t first = 0; first < all.size(); first += kAtOnce) {
      between_();
      const std::size_t count = std::min(kAtOnce, all.size() - first);
      batch::parallel_for(static_cast<std::int64_t>(count), batch::processors(),
                          [&](std::int64_t begin, std::int64_t end) {
                            for (std::int64_t i = begin; i < end; ++i) {
                              const std::size_t at = first + static_cast<std::size_t>(i);
                              results[at] = body(all[at]);
                            }
                          });
    }
    return results;
  }

  // The moves that fix some of the few, the best first.
  std::vector<Tried> tried(const Unit& unit, Reach reach, const std::vector<const Case*>& few,
                           std::size_t more_than) const {
    std::vector<Move> moves = moves_of(unit, reach, nans_);
    const auto fixed = for_each<Move, std::size_t>(
        moves, [&](const Move& move) { return judge_.given(move.of(unit), few).value_or(0); });
    std::vector<Tried> all;
    for (std::size_t i = 0; i < moves.size(); ++i)
      if (fixed[i] > more_than) all.push_back({std::move(moves[i]), fixed[i]});
    std::ranges::stable_sort(all, std::ranges::greater{}, &Tried::fixed);
    return all;
  }

  // How many answers are wrong after each; more than now where it does not help.
  std::vector<std::size_t> wrong_after(const Unit& unit, const std::vector<Tried>& all) const {
    const std::size_t most = now_.wrong.size() - 1;
    return for_each<Tried, std::size_t>(all, [&](const Tried& one) {
      const auto judged = judge_.judge(one.move.of(unit), most);
      return judged ? judged->wrong.size() : most + 1;
    });
  }

  // Makes the best moves, each on top of those before, where less is wrong then.
  bool step(Reach reach) {
    const auto all = tried(now_.unit, reach, evenly_spread(now_.wrong, kFew), 0);
    const auto wrong = wrong_after(now_.unit, all);
    std::vector<std::size_t> better;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (wrong[i] < now_.wrong.size()) better.push_back(i);
    std::ranges::stable_sort(better, {}, [&](std::size_t i) { return wrong[i]; });
    std::set<std::string> fields;
    for (const std::size_t i : better) {
      if (now_.wrong.empty() || fields.size() == kMostMoves) break;
      if (fields.contains(all[i].move.field)) continue;
      auto judged = judge_.judge(all[i].move.of(now_.unit), now_.wrong.size() - 1);
      if (!judged) continue;
      now_ = std::move(*judged);
      fields.insert(all[i].move.field);
    }
    return !fields.empty();
  }

  // A move on top of one that fixes some and breaks others.
  bool step_of_two() {
    const auto few = evenly_spread(now_.wrong, kFew);
    std::vector<Tried> firsts = tried(now_.unit, Reach::near, few, 0);
    if (firsts.size() > kMostFirst) firsts.resize(kMostFirst);
    for (const Tried& first : firsts) {
      const Unit unit = first.move.of(now_.unit);
      const auto seconds = tried(unit, Reach::near, few, first.fixed);
      const auto wrong = wrong_after(unit, seconds);
      const auto best = std::ranges::min_element(wrong);
      if (best == wrong.end() || *best >= now_.wrong.size()) continue;
      now_ = *judge_.judge(seconds[static_cast<std::size_t>(best - wrong.begin())].move.of(unit));
      return true;
    }
    return false;
  }

  Judged now_;
  const Judge& judge_;
  const std::vector<std::uint64_t>& nans_;
  const std::function<void()>& between_;
};

}  // namespace

Judged descend(Judged from, const Judge& judge, const std::vector<std::uint64_t>& nans,
               Effort effort, const std::function<void()>& between) {
  Descent descent(std::move(from), judge, nans, between);
  return effort == Effort::glance ? std::move(descent).glance() : std::move(descent).run();
}

}  // namespace mmasc::identify
