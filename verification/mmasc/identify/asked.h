// SPDX-License-Identifier: Apache-2.0
// What a black box answered: each vector is asked once, and no answer is forgotten.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "mmasc/arith/engine.h"
#include "mmasc/vectors/answers.h"

namespace mmasc::identify {

// As an engine, so that probes can ask through it. The box is started anew where it fails; the
// vector that it fails at has no answer, and d is then 0.
class Asked : public Engine {
 public:
  using MakeBox = std::function<std::unique_ptr<Engine>()>;
  static constexpr std::size_t kMostFailures = 4;

  // `layout` is the box's; `unit` has it. Without a box only known answers are there.
  Asked(const Unit& unit, MakeBox make_box);

  // Answers of an earlier run, with their d.
  void remember(std::span<const Case> known);
  // What is asked beyond it has no answer.
  std::size_t most_queries = 5000;
  // Whether the words of NaN among the answers are the box's: of vector files that do not know them
  // they are not.
  bool tells_nan_words = true;
  // Called with every new answer; what it throws comes through.
  std::function<void(const Case&)> on_answer = [](const Case&) {};

  std::string_view name() const override { return "asked"; }
  const Unit& unit() const override { return unit_; }
  // Throws EnvironmentError where the box has failed too often.
  void dot(const DotBatch& batch) const override;

  void ask(std::vector<Case> rows) const;
  // The d of a vector that was asked; null where it has no answer.
  const Case* find(const Case& row) const { return answers_.find(row); }
  // Whether the box gives other d for the same operands; it is asked again.
  const Case* unrepeatable() const;

  const OperandLayout& layout() const { return answers_.layout(); }
  const std::deque<Case>& answers() const { return answers_.all(); }
  std::size_t queries() const { return queries_; }  // asked of the box
  bool has_box() const { return make_box_ != nullptr; }
  struct Failure {
    Case row;
    std::string what;
  };
  const std::vector<Failure>& failures() const { return failures_; }

 private:
  void ask_box(std::span<const Case> rows) const;
  bool answer(std::span<const Case> rows) const;

  Unit unit_;
  MakeBox make_box_;
  mutable std::recursive_mutex mutex_;
  mutable std::unique_ptr<Engine> box_;
  mutable Answers answers_;
  mutable std::unordered_set<std::string> failed_;  // keys of what has no answer
  mutable std::vector<Failure> failures_;
  mutable std::size_t queries_ = 0;
};

}  // namespace mmasc::identify
