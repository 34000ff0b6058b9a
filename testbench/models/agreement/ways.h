// SPDX-License-Identifier: Apache-2.0
// Every way to evaluate operations of a unit, in one list. Whatever gives d for raw bits is one,
// and so is a property that holds of every operation: it fails the test that asks it where it does
// not.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "random/operation_batch.h"

namespace mmasc {

// d and flags of each operation; those who gave them, where one way asks several.
struct Given {
  std::string by;
  std::vector<Result> results;
};

struct Answer {
  std::vector<Given> given;
  std::string kernel{};  // what the way has for the unit; empty: nothing of its own
};

struct Way {
  std::string_view name;
  // Throws RowError where the unit has no plan. An empty answer: the way does not take the unit.
  Answer (*ask)(const Unit& unit, const OperationBatch& operations);
  bool needs_plan = true;
};

std::span<const Way> ways();
const Way& way_named(std::string_view name);

// What all are compared with.
std::vector<Result> reference_results(const Unit& unit, const OperationBatch& operations);

// Fails where one of an answer's results is not the expected one, and says which.
void expect_results(const Unit& unit, const OperationBatch& operations, const Answer& answer,
                    const std::vector<Result>& expected);

}  // namespace mmasc
