// SPDX-License-Identifier: Apache-2.0
// What happens at cover points, as expressions over a unit's ports and wires.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/coverage/cover_points.h"
#include "mmasc/onlookers/onlooker.h"

namespace mmasc {

inline std::string both_of(const std::string& x, const std::string& y) { return x + " && " + y; }

class CoverEvents {
 public:
  // All must outlive it.
  CoverEvents(const Onlooker& unit, const CoverPoints& points, bool late)
      : unit_(unit), plan_(unit.plan()), points_(points), late_(late) {}

  void run();

  // By the numbers of cover points: expressions, any of which is the event.
  const std::map<int, std::vector<std::string>>& events() const { return events_; }
  const std::set<int>& taken_alone() const { return taken_alone_; }  // see Seen::as_taken
  const std::string& text() const { return text_; }  // wires and instances that they need

 private:
  struct Elements {  // of an operand, wires by class
    std::string nan, infinite, subnormal, zero, minus_zero, plain_zero;
  };

  void meet(int point, const std::string& event);
  // A wire of its own; returns the name.
  std::string wire(const std::string& name, int width, const std::string& value = "");
  // Declares the wires NAME_<output> of the widths and adds an instance that drives them.
  struct Output {
    const char* port;
    int width;
  };
  void instance(const std::string& module, const std::string& name,
                const std::vector<std::pair<std::string, std::string>>& parameters,
                const std::vector<std::pair<std::string, std::string>>& inputs,
                const std::vector<Output>& outputs);

  Elements observe(const std::string& name, const std::string& stored, int count,
                   const Format& format, Flush flush);
  // The result's rounding, and a reader of wires that no event reads.
  void finish(int last);
  void operands();
  void operand(const OperandPoints& points, const Elements& of, const std::string& when);
  void lanes(const Elements& a, const Elements& b);
  void chain(const Elements& c);
  void invalid_products(const Elements& a, const Elements& b);
  void scales(const std::vector<std::string>& products);
  void products();
  void leading_products(const std::string& when);
  void sums(int stage);
  void align(int stage, int sum);
  void group(int stage, int sum, int group, const std::string& name, const std::string& when);
  void cut(const CutPoints& points, const std::string& plus, const std::string& minus,
           const std::string& up, const std::string& stays, const std::string& when);
  void add(int stage, int sum, int first_addend);
  void totals(int stage, int sum, const std::string& name, const std::string& when);
  // The roundings of a stage's terms, all by one plan or each by its own.
  void round(const std::string& name, const RoundPlan& plan, const RoundPoints& points, int stage,
             int term, int first_random);
  void fit(const RoundPlan& plan, const RoundPoints& points, int stage);

  const PlanPoints& here() const { return late_ ? points_.late_c : points_.steps; }

  const Onlooker& unit_;
  const Plan& plan_;
  const CoverPoints& points_;
  const bool late_;
  std::map<int, std::vector<std::string>> events_;
  std::set<int> taken_alone_;
  std::string text_;
  std::vector<std::string> wires_;
  std::string infinite_factors_;  // lanes', beside the multiplier's output
};

}  // namespace mmasc
