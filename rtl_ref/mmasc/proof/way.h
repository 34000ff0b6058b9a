// SPDX-License-Identifier: Apache-2.0
// A model on its way from stage to stage, over inputs of a graph.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "mmasc/proof/unit_logic.h"

namespace mmasc::proof {

class Way {
 public:
  // The stages outlive it.
  explicit Way(const std::vector<SymbolicStage>& stages) : stages_(&stages) {}

  const SymbolicStage& next() const { return (*stages_)[at_]; }
  const SymbolicStage& last() const { return (*stages_)[at_ - 1]; }
  std::size_t passed() const { return at_; }
  bool is_at_end() const { return at_ == stages_->size(); }

  // What enters the next stage.
  void enter(Payload payload) { payload_ = std::move(payload); }
  // The same numbers as these, which are fields of the same names.
  void enter(const std::vector<SymbolicField>& fields, const Payload& payload);

  // All words of the next stage, but for those of its graph that are given.
  std::vector<Literals> words(AndGraph& gates, GivenBits given = {}) const {
    return words_of(gates, next(), payload_, std::move(given));
  }
  void pass(const std::vector<Literals>& words) {
    payload_ = payload_of(next(), words);
    ++at_;
  }
  // Passes the next stage without what it hands on: what enters the one behind it is then told.
  void skip() { ++at_; }
  void go_to(AndGraph& gates, std::size_t stage) {
    while (at_ < stage) pass(words(gates));
  }
  void go_to_end(AndGraph& gates) { go_to(gates, stages_->size()); }

  // The number that left the last stage as its field of that name.
  Literals number(std::string_view name) const;

 private:
  const std::vector<SymbolicStage>* stages_;
  Payload payload_;  // that enters the next stage
  std::size_t at_ = 0;
};

// A field that a stage hands on, by its name.
const SymbolicField& field_of(const SymbolicStage& leaving, std::string_view name);

// Whether two stages hand on fields of the same names.
bool leave_alike(const SymbolicStage& x, const SymbolicStage& y);

// Whether numbers differ, of words of any widths.
Literal differ_as_numbers(AndGraph& gates, const Literals& x, const Literals& y);
// Whether anything that the last stages of two models hand on, field by field, is another number.
Literal differ_behind(AndGraph& gates, const Way& x, const Way& y);

}  // namespace mmasc::proof
