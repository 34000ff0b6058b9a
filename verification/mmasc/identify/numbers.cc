// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/numbers.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "mmasc/batch/parallel.h"
#include "mmasc/mutation/meaning.h"

namespace mmasc::identify {
namespace {

constexpr std::uint64_t kMostWorkOutwards = 1'000'000;  // in one direction of a field
// A plan and its meaning cost as much as evaluations of so much work.
constexpr std::uint64_t kWorkOfPlan = 800, kWorkOfMeaning = 4'000;
constexpr std::size_t kFewAnswers = 8;  // that a number gives before an argument is looked for

// One direction of a field. The next number is mostly excluded by the same answer, or equal by the
// same argument, and further out words only become wider.
class Outwards {
 public:
  Outwards(const Unit& unit, const Meaning& own, const Judge& judge)
      : unit_(unit), own_(own), judge_(judge) {}

  NumbersLeft go(std::span<const Move* const> direction) {
    NumbersLeft left;
    for (std::size_t i = 0; i < direction.size(); ++i) {
      const Move& move = *direction[i];
      work_ += kWorkOfPlan;
      const auto sequence = sequence_of(move.of(unit_));
      if (sequence && judge_.is_too_wide(*sequence)) work_ = kMostWorkOutwards;
      if (work_ >= kMostWorkOutwards) {
        left.not_tried.push_back({move.field, range_text(move, *direction.back()), "", false});
        break;
      }
      if (!sequence) continue;
      NumberLeft number{move, {}, 0};
      if (!is_excluded(*sequence, number)) left.tried.push_back(std::move(number));
    }
    return left;
  }

 private:
  bool is_excluded(const Sequence& sequence, NumberLeft& number) {
    const std::size_t few = std::exchange(is_equal_, false) ? 0 : kFewAnswers;
    if (few > 0 && killer_ != nullptr && !gives(sequence, *killer_)) return true;
    for (const Case& answer : judge_.answers()) {
      if (number.answers_given++ == few) {
        work_ += kWorkOfMeaning;
        number.why_equal = why_equal(own_, meaning_of(sequence.unit()));
        is_equal_ = !number.why_equal.empty();
        if (is_equal_) return false;
      }
      if (gives(sequence, answer)) continue;
      killer_ = &answer;
      return true;
    }
    return false;
  }

  bool gives(const Sequence& sequence, const Case& answer) {
    work_ += work_of(sequence);
    return judge_.gives(sequence, answer);
  }

  const Unit& unit_;
  const Meaning& own_;
  const Judge& judge_;
  const Case* killer_ = nullptr;
  bool is_equal_ = false;
  std::uint64_t work_ = 0;
};

// The moves of one field follow each other, its numbers in their order.
std::vector<std::vector<const Move*>> directions_of(const std::vector<Move>& moves) {
  std::vector<std::vector<const Move*>> directions;
  for (auto begin = moves.begin(); begin != moves.end();) {
    const auto end = std::find_if_not(begin, moves.end(),
                                      [&](const Move& move) { return move.field == begin->field; });
    std::vector<const Move*> down, up;
    for (const Move& move : std::span(begin, end))
      if (move.number) (*move.number < 0 ? down : up).push_back(&move);
    std::ranges::reverse(down);
    for (auto* direction : {&down, &up})
      if (!direction->empty()) directions.push_back(std::move(*direction));
    begin = end;
  }
  return directions;
}

}  // namespace

std::string range_text(const Move& one, const Move& other) {
  if (one.number == other.number) return one.value;
  return one.number < other.number ? one.value + ".." + other.value
                                   : other.value + ".." + one.value;
}

NumbersLeft numbers_left(const Unit& unit, const Judge& judge,
                         const std::function<void()>& between) {
  const std::vector<Move> moves = moves_of(unit, Reach::every, {});
  const auto directions = directions_of(moves);
  const Meaning own = meaning_of(unit);
  NumbersLeft left;
  const auto at_once = static_cast<std::size_t>(2 * batch::processors());
  for (std::size_t first = 0; first < directions.size(); first += at_once) {
    between();
    const std::size_t count = std::min(at_once, directions.size() - first);
    std::vector<NumbersLeft> found(count);
    batch::parallel_for(static_cast<std::int64_t>(count), batch::processors(),
                        [&](std::int64_t begin, std::int64_t end) {
                          for (auto i = static_cast<std::size_t>(begin);
                               i < static_cast<std::size_t>(end); ++i)
                            found[i] = Outwards(unit, own, judge).go(directions[first + i]);
                        });
    for (NumbersLeft& one : found) {
      std::ranges::move(one.tried, std::back_inserter(left.tried));
      std::ranges::move(one.not_tried, std::back_inserter(left.not_tried));
    }
  }
  return left;
}

}  // namespace mmasc::identify
