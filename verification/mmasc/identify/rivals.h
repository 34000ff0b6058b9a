// SPDX-License-Identifier: Apache-2.0
// The rows that give all answers that a row gives, and operands on which they and it differ.
#pragma once

#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/identify/identify.h"
#include "mmasc/identify/judge.h"
#include "mmasc/identify/moves.h"

namespace mmasc::identify {

class Rivals {
 public:
  // Of every other value of each field, a number a few on.
  Rivals(const Unit& unit, const Judge& judge, const std::vector<std::uint64_t>& nans,
         const std::function<void()>& between);
  // Another row, by its name.
  void add(const Unit& unit, const std::string& name);
  // Of all numbers that fields take, those that no answer excludes.
  void add_every_number();

  std::size_t size() const { return rivals_.size(); }

  // Vectors on which the row and some rival differ, one for each that has any; further ones at the
  // first call. None where no drawn vector tells. Once there is every number, of those that follow
  // each other the ends and the middle are told from the row.
  std::vector<Case> telling(std::uint64_t seed);
  // Drops those that do not give all answers.
  void judge_again();
  // Those that are left; numbers that follow each other are one: "18..4400".
  std::vector<Open> open() const;
  // A row that differs in a number further away than a search steps; none where there is none.
  std::optional<Unit> far_row() const;

 private:
  struct Rival {
    Move move;
    bool is_near = true;
    std::string why_equal = {};
    std::size_t given = 0;                               // answers that it is known to give
    std::shared_ptr<const Sequence> sequence = nullptr;  // where it was needed
    std::uint64_t work = 0;                              // to evaluate that

    // Whether it is one number with the other's, of which the same is known.
    bool continues(const Rival& other) const {
      return move.field == other.move.field && move.number && other.move.number &&
             std::abs(*move.number - *other.move.number) == 1 &&
             why_equal.empty() == other.why_equal.empty();
    }
    bool may_be_told() const { return why_equal.empty(); }
  };
  void add(Move move);
  std::vector<Rival*> wanted();

  Unit unit_;
  Sequence sequence_;
  const Judge& judge_;
  const std::function<void()>& between_;
  std::vector<Rival> rivals_;
  std::vector<Open> not_tried_;
  bool has_every_number_ = false;
  int turn_ = 0;
};

}  // namespace mmasc::identify
