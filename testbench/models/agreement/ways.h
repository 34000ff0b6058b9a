// SPDX-License-Identifier: Apache-2.0
// Every way to evaluate operations of a unit, in one list: the engines, the specification, and
// properties of each operation, such as a trace, which fail the test where they do not hold.
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
  int taken = 99;  // percent of a source's units that it takes, at least
};

std::span<const Way> ways();
const Way& way_named(std::string_view name);

// Every way is compared with these.
std::vector<Result> reference_results(const Unit& unit, const OperationBatch& operations);

// Fails where one of an answer's results is not the expected one, and says which, by these names if
// there are some.
void expect_results(const Unit& unit, const OperationBatch& operations, const Answer& answer,
                    const std::vector<Result>& expected, std::span<const std::string> names = {});

}  // namespace mmasc
