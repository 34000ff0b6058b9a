// SPDX-License-Identifier: Apache-2.0
// The cover points of one plan, listed with their numbers and reasons.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "mmasc/coverage/cover_points.h"

namespace mmasc {

class PlanLister {
 public:
  // Appends to the list. Plan and ranges must outlive it.
  PlanLister(const Plan& plan, const PlanRanges& ranges, bool late, std::vector<CoverPoint>& list)
      : plan_(plan),
        ranges_(ranges),
        rules_(ranges.rules),
        late_(late),
        prefix_(late ? "late_c." : ""),
        list_(list) {}

  PlanPoints run();

 private:
  int add(CoverStage stage, const std::string& name, std::string unreachable = "",
          Goal::Kind kind = Goal::Kind::any, int value = 0);
  ProductPoints list_products();
  SumPoints list_sum(int index);
  // The distances about which a group's behaviour changes.
  static std::set<int> edges_of(const GroupRange& group);
  GroupPoints list_group(const std::string& sum_name, const std::string& group_name,
                         const SumRange& sum, const GroupRange& group);
  void list_zero_exponent(const std::string& name, const std::string& group_name,
                          const SumRange& sum, const GroupRange& group, GroupPoints& points);
  int list_opposites(const std::string& name, const std::vector<std::string>& groups,
                     const SumRange& sum, std::size_t g, std::size_t h);
  void list_zeros(const std::string& name, const SumRange& sum, SumPoints& points);
  // The magnitude's top bit: of the planned width, and of what the ranges leave of it at every
  // level of the tree.
  void list_top_bits(const std::string& name, int index, SumPoints& points);
  // The magnitude's lowest bit: the most zeros that a normalizer counts.
  void list_few_bits(const std::string& name, const SumRange& sum, SumPoints& points);
  // What becomes of the total: a coarse exponent, an accumulator, a cut, what is lost.
  void list_total(const std::string& name, const SumRange& sum, SumPoints& points);
  void list_carries(const std::string& name, const SumRange& sum, SumPoints& points);
  CutPoints list_cut(CoverStage stage, const std::string& name, Rounding rounding, int loss,
                     const std::string& never, const std::string& why, bool negative,
                     Goal::Kind kind, int value);
  // `name`: whose rounding it is; `outcome`: of what it gives.
  Dyadic greatest_sum(bool negative) const;
  RoundPoints list_fitting(const std::string& outcome, const RoundingRule& round);
  RoundPoints list_rounding(const std::string& name, const std::string& outcome,
                            const RoundingRule& round, const TermRange& in, int integer_bits,
                            int lowest_at_greatest, bool overflows);

  const Plan& plan_;
  const PlanRanges& ranges_;
  const StepRules& rules_;
  bool late_;
  std::string prefix_;
  std::vector<CoverPoint>& list_;
  Goal goal_;
};

}  // namespace mmasc
