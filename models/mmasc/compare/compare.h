// SPDX-License-Identifier: Apache-2.0
// Several units given the same matrices: where their results differ, d or status flags, and by
// what.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mmasc/arith/gemm.h"
#include "mmasc/arith/owned_matrix.h"
#include "mmasc/compare/contender.h"
#include "mmasc/compare/divergence.h"
#include "mmasc/unit/progress.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc::compare {

// Throws InputError where a unit takes other formats than the first, or random bits.
void check_formats(std::span<const Contender> units);

// What one gives.
struct Results {
  OwnedMatrix d;
  std::vector<std::uint64_t> flags;  // of each element, row by row; empty: it gives none

  Result at(std::int64_t row, std::int64_t column) const;
};

// Those of each: a box's, or a model's by the engine batch. The d of `in` is not looked at. An
// element's flags are those that any instruction of its chain raises. `progress` is told of the
// elements of one D after the other.
std::vector<Results> results_of(std::span<const Contender> units, const GemmProblem& in,
                                const Progress& progress = {});
// The same of vectors, which may have more or fewer products than a unit takes at once, all as
// many: D has a row of one element for each.
std::vector<Results> results_of(std::span<const Contender> units, std::span<const Case> vectors,
                                const Progress& progress = {});

// Where NaN payloads of one of the two are not known, any NaN is as good as another; where one of
// them gives no flags, any flags are.
bool same(const Contender& x, const Contender& y, const Result& of_x, const Result& of_y);

struct Count {
  std::int64_t elements = 0, differing = 0;
  std::int64_t in_flags_alone = 0;   // of those that differ
  std::int64_t row = 0, column = 0;  // of the first element that differs
};
Count count_differences(const Contender& x, const Contender& y, const Results& of_x,
                        const Results& of_y);

// Why one element differs.
struct Difference {
  std::int64_t row = 0, column = 0;
  std::array<Result, 2> results{};
  std::optional<Divergence> divergence;  // of two models
  // The least operands that show it, as each unit takes them: its instructions, each whole, with
  // its c, d and flags. They show another d where d differs, and else other flags alone.
  // A vector file answers no others than its own: there they are the least it has.
  std::array<std::vector<Case>, 2> witness;
};
// Explains one element whose results, as the engine has them, differ. `tick` is called now and
// then; an exception that it throws comes out. Throws EnvironmentError where a box that is asked
// again answers otherwise.
Difference explain(const Contender& x, const Contender& y, const GemmProblem& in, std::int64_t row,
                   std::int64_t column, const std::array<Result, 2>& results,
                   const std::function<void()>& tick = {});
Difference explain(const Contender& x, const Contender& y, const Case& operands,
                   const std::array<Result, 2>& results, const std::function<void()>& tick = {});

// "step 3", or of each unit: "step 3 and step 2", "step 3 and none".
std::string step_text(const Divergence& divergence);
std::string value_text(const StageValue& value);

}  // namespace mmasc::compare
