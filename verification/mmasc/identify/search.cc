// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/search.h"

#include <algorithm>
#include <optional>

#include "mmasc/identify/moves.h"

namespace mmasc::identify {
namespace {

constexpr std::size_t kFew = 32;       // wrong answers that every move is tried on first
constexpr std::size_t kMostMoves = 8;  // that are made one after the other
constexpr int kGlances = 2;
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

  // The moves that fix some of the few, the best first.
  std::vector<Tried> tried(const Unit& unit, Reach reach, const std::vector<const Case*>& few,
                           std::size_t more_than) const {
    std::vector<Tried> all;
    for (Move& move : moves_of(unit, reach, nans_)) {
      between_();
      const auto fixed = judge_.given(move.of(unit), few);
      if (fixed && *fixed > more_than) all.push_back({std::move(move), *fixed});
    }
    std::ranges::stable_sort(all, std::ranges::greater{}, &Tried::fixed);
    return all;
  }

  // Makes the best moves, each on top of those before, where less is wrong then.
  bool step(Reach reach) {
    struct Better {
      Move move;
      std::size_t wrong;
    };
    std::vector<Better> better;
    for (Tried& one : tried(now_.unit, reach, some_of(now_.wrong, kFew), 0)) {
      between_();
      if (const auto judged = judge_.judge(one.move.of(now_.unit), now_.wrong.size() - 1))
        better.push_back({std::move(one.move), judged->wrong.size()});
    }
    std::ranges::stable_sort(better, {}, &Better::wrong);
    bool moved = false;
    std::size_t made = 0;
    std::vector<std::string> fields;
    for (const Better& one : better) {
      if (now_.wrong.empty() || made == kMostMoves) break;
      if (std::ranges::find(fields, one.move.field) != fields.end()) continue;
      between_();
      auto judged = judge_.judge(one.move.of(now_.unit), now_.wrong.size() - 1);
      if (!judged) continue;
      now_ = std::move(*judged);
      fields.push_back(one.move.field);
      moved = true;
      ++made;
    }
    return moved;
  }

  // A move on top of one that fixes some and breaks others.
  bool step_of_two() {
    const auto few = some_of(now_.wrong, kFew);
    std::vector<Tried> firsts = tried(now_.unit, Reach::near, few, 0);
    if (firsts.size() > kMostFirst) firsts.resize(kMostFirst);
    for (const Tried& first : firsts) {
      const Unit unit = first.move.of(now_.unit);
      for (const Tried& second : tried(unit, Reach::near, few, first.fixed)) {
        between_();
        auto judged = judge_.judge(second.move.of(unit), now_.wrong.size() - 1);
        if (!judged) continue;
        now_ = std::move(*judged);
        return true;
      }
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
