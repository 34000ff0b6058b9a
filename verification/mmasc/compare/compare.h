// SPDX-License-Identifier: Apache-2.0
// Several units given the same matrices: where their results differ, and by what.
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

// D of each: a box's, or a model's by the engine batch. The d of `in` is not looked at. `progress`
// is told of the elements of one D after the other.
std::vector<OwnedMatrix> results_of(std::span<const Contender> units, const GemmProblem& in,
                                    const Progress& progress = {});
// The same of vectors, which may have more or fewer products than a unit takes at once: D has a row
// of one element for each.
std::vector<OwnedMatrix> results_of(std::span<const Contender> units, std::span<const Case> vectors,
                                    const Progress& progress = {});

// Where NaN payloads of one of the two are not known, any NaN is as good as another.
struct Count {
  std::int64_t elements = 0, differing = 0;
  std::int64_t row = 0, column = 0;  // of the first element that differs
};
Count count_differences(const Contender& x, const Contender& y, const OwnedMatrix& d_x,
                        const OwnedMatrix& d_y);

// Why one element differs.
struct Difference {
  std::int64_t row = 0, column = 0;
  std::array<std::uint64_t, 2> d{};
  std::optional<Divergence> divergence;  // of two models
  // The least operands that show it, as each unit takes them: its instructions, each whole, with
  // its c and d. A vector file answers no others than its own: there they are the least it has.
  std::array<std::vector<Case>, 2> witness;
};
// Explains one element whose d, as the engine has them, differ. `tick` is called now and then; an
// exception that it throws comes out. Throws EnvironmentError where a box that is asked again
// answers otherwise.
Difference explain(const Contender& x, const Contender& y, const GemmProblem& in, std::int64_t row,
                   std::int64_t column, std::array<std::uint64_t, 2> d,
                   const std::function<void()>& tick = {});
Difference explain(const Contender& x, const Contender& y, const Case& operands,
                   std::array<std::uint64_t, 2> d, const std::function<void()>& tick = {});

// "step 3", or of each unit: "step 3 and step 2", "step 3 and none".
std::string step_text(const Divergence& divergence);
std::string value_text(const StageValue& value);

}  // namespace mmasc::compare
