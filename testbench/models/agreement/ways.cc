// SPDX-License-Identifier: Apache-2.0
#include "agreement/ways.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "arith/checked.h"
#include "mmasc/arith/lanes.h"
#include "mmasc/arith/trace.h"
#include "mmasc/batch/compiled_engine.h"
#include "mmasc/batch/engine.h"
#include "mmasc/specification/specification.h"
#ifdef MMASC_HAS_PIPELINE
#include "mmasc/pipeline/engine.h"
#endif
#include "symbolic/recorded.h"

namespace mmasc {
namespace {

std::vector<Result> results_of(const Engine& engine, const OperationBatch& operations) {
  if (raises_flags(engine.unit()) && engine.gives_flags()) return operations.run_with_flags(engine);
  std::vector<Result> results;
  for (const std::uint64_t d : operations.run(engine)) results.push_back({d});
  return results;
}

// The way evaluates one operation after the other.
template <class Evaluate>
Answer one_by_one(const OperationBatch& operations, Evaluate evaluate_one) {
  std::vector<Result> results;
  for (const Case& x : operations.operations()) results.push_back(evaluate_one(view(x)));
  return {{{"", std::move(results)}}};
}

Answer by_specification(const Unit& unit, const OperationBatch& operations) {
  const Specification specification(unit);
  return one_by_one(operations, [&](const DotOperands& x) {
    DotInputs in;
    for (const OperandRow& input : kInputs) in[input.operand] = x[input.operand];
    const StepResult result = specification.evaluate(in);
    return Result{result.d, result.flags};
  });
}

// Apart from each other, where the reference engine takes many on vector lanes.
Answer by_stages(const Unit& unit, const OperationBatch& operations) {
  const Sequence sequence(unit);
  Answer answer = one_by_one(operations, [&](const DotOperands& x) {
    return raises_flags(unit) ? evaluate_with_flags(sequence, x) : Result{evaluate(sequence, x)};
  });
  if (fits_lanes(sequence.plan())) answer.kernel = "lanes";
  return answer;
}

// On integers that throw where a planned width does not hold.
Answer by_checked_stages(const Unit& unit, const OperationBatch& operations) {
  const Sequence sequence(unit);
  return one_by_one(operations, [&](const DotOperands& x) {
    try {
      return raises_flags(unit) ? evaluate_checked(sequence.plan(), sequence.step(0, x, 0))
                                : Result{evaluate_checked(sequence, x)};
    } catch (const WidthError& error) {
      ADD_FAILURE() << error.what();
      return Result{};
    }
  });
}

// With an account of every bit that was kept and dropped.
Answer by_trace(const Unit& unit, const OperationBatch& operations) {
  const Sequence sequence(unit);
  return one_by_one(operations, [&](const DotOperands& x) {
    const Trace traced = trace(sequence, x);
    EXPECT_EQ(unaccounted(traced), std::vector<std::string>{});
    EXPECT_EQ(traced.steps.back().exact.d, traced.d);
    return Result{traced.d, traced.steps.back().stages.flags};
  });
}

Answer by_graph(const Unit& unit, const OperationBatch& operations) {
  const Sequence sequence(unit);
  if (!Recorded::takes(sequence)) return {};
  const Recorded recorded(sequence);
  return one_by_one(operations, [&](const DotOperands& x) { return recorded.evaluate(x); });
}

Answer by_batch_engine(const Unit& unit, const OperationBatch& operations) {
  const BatchKernel kernel = batch_kernel(unit);
  Answer answer{{}, kernel.name == "reference" ? "" : kernel.name};
  for (const std::string& target : batch_targets()) {
    const auto engine = make_batch_engine(unit, {target, 1});
    answer.given.push_back({target, results_of(*engine, operations)});
  }
  return answer;
}

// By code of the unit's own, which it has whatever kernels there are.
Answer by_compiled_code(const Unit& unit, const OperationBatch& operations) {
  if (unit.has_own_stages()) return {};
  std::vector<Result> results = reference_results(unit, operations);  // whose flags it has
  const auto given =
      operations.run(*batch::make_compiled_engine(make_reference_engine(unit), 1, 0));
  for (std::size_t i = 0; i < results.size(); ++i) results[i].d = given[i];
  return {{{"", std::move(results)}}};
}

#ifdef MMASC_HAS_PIPELINE
Answer by_pipeline(const Unit& unit, const OperationBatch& operations) {
  return {{{"", results_of(*make_pipeline_engine(unit), operations)}}};
}
#endif

Answer by_reference(const Unit& unit, const OperationBatch& operations) {
  return {{{"", reference_results(unit, operations)}}};
}

constexpr Way kWays[] = {
    {"reference", by_reference}, {"specification", by_specification, false},
    {"stages", by_stages},       {"checked", by_checked_stages},
    {"trace", by_trace},         {"graph", by_graph, true, 70},
    {"batch", by_batch_engine},  {"compiled", by_compiled_code},
#ifdef MMASC_HAS_PIPELINE
    {"pipeline", by_pipeline},
#endif
};

}  // namespace

std::span<const Way> ways() { return kWays; }

const Way& way_named(std::string_view name) {
  for (const Way& way : kWays)
    if (way.name == name) return way;
  throw std::invalid_argument(std::string(name));
}

std::vector<Result> reference_results(const Unit& unit, const OperationBatch& operations) {
  return results_of(*make_reference_engine(unit), operations);
}

void expect_results(const Unit& unit, const OperationBatch& operations, const Answer& answer,
                    const std::vector<Result>& expected, std::span<const std::string> names) {
  for (const auto& [by, results] : answer.given) {
    ASSERT_EQ(results.size(), expected.size()) << by;
    for (std::size_t i = 0; i < results.size(); ++i)
      ASSERT_TRUE(results[i].d == expected[i].d &&
                  (!raises_flags(unit) || results[i].flags == expected[i].flags))
          << by << ' ' << (names.empty() ? "operation " + std::to_string(i) : names[i]) << std::hex
          << ": " << results[i].d << " with flags " << results[i].flags << ", not " << expected[i].d
          << " with " << expected[i].flags << '\n'
          << operations.describe(i);
  }
}

}  // namespace mmasc
