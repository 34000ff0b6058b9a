// SPDX-License-Identifier: Apache-2.0
// The rows that give all answers that a row gives, and operands on which they and it differ.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/identify/identify.h"
#include "mmasc/identify/judge.h"

namespace mmasc::identify {

class Rivals {
 public:
  // Of every other value of each field, a number one on.
  Rivals(const Unit& unit, const Judge& judge, const std::vector<std::uint64_t>& nans,
         const std::function<void()>& between);
  // Another row, by its name.
  void add(const Unit& unit, const std::string& name);

  std::size_t size() const { return rivals_.size(); }

  // Vectors on which the row and some rival differ, one for each that has any; further ones at the
  // first call. None where no drawn vector tells.
  std::vector<Case> telling(std::uint64_t seed);
  // Drops those that do not give all answers.
  void judge_again();
  // Those that are left.
  std::vector<Open> open() const;

 private:
  struct Rival {
    std::string field, value;
    Sequence sequence;
    std::uint64_t work = 0;  // to evaluate it
    std::string why_equal;
  };
  void add(const Unit& unit, std::string field, std::string value);

  Unit unit_;
  Sequence sequence_;
  const Judge& judge_;
  const std::function<void()>& between_;
  std::vector<Rival> rivals_;
  int turn_ = 0;
};

}  // namespace mmasc::identify
