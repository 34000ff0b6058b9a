// SPDX-License-Identifier: Apache-2.0
#include "sweep/evaluate_point.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "batch/engine.h"
#include "measures/error_measures.h"
#include "measures/unit_measures.h"
#include "spec/catalog.h"
#include "spec/error.h"
#include "timing/table.h"

namespace mmasc {
namespace {

// The repetitions of one study draw apart, those of another study under the next seed too.
std::uint64_t seed_of(const Study& study, std::size_t repetition) {
  return study.seed + repetition * 0xd1342543de82ef95;
}

// Of an instruction on a GPU; the unit may have another datapath, but the same operands and shape.
std::optional<PointCycles::Sourced> sourced_cycles(const Unit& unit) {
  for (const Unit& shipped : catalog().units()) {
    const Instruction &x = shipped.instruction, &y = unit.instruction;
    if (x.id != y.id || x.shape != y.shape || x.a != y.a || x.b != y.b) continue;
    try {
      const auto interval = timing_table().look_up(timing_query(shipped)).interval;
      if (!interval) return std::nullopt;
      return PointCycles::Sourced{interval->cycles,
                                  fmt::format("{}", fmt::join(interval->sources, "; ")),
                                  std::string(enum_name(interval->confidence))};
    } catch (const InputError&) {
      return std::nullopt;  // no source has it
    }
  }
  return std::nullopt;
}

PointCycles cycles_of(const Point& point) {
  const Unit& unit = point.unit->unit;
  const int depth = unit.instruction.shape.k;
  PointCycles cycles;
  const std::int64_t instructions = (point.shape.k + depth - 1) / depth;
  cycles.latency = point.unit->plan.latency();
  cycles.steps = instructions * unit.steps();
  cycles.chain = cycles.latency * cycles.steps;
  if (unit.instruction.late_c) cycles.chain += instructions * make_late_c_plan(unit).latency();
  cycles.sourced = sourced_cycles(unit);
  return cycles;
}

bool is_wanted(const Study& study, std::string_view measure) {
  return std::ranges::find(study.measures, measure) != study.measures.end();
}

void measure_point(const Study& study, const Point& point, const SharedInputs& shared, int threads,
                   const std::function<void()>& tick, PointResult& result) {
  const Unit& unit = point.unit->unit;
  const auto engine = make_batch_engine(unit, {.target = {}, .threads = threads});
  GemmOptions options = point.gemm_options();
  if (tick) options.progress = [&](std::int64_t, std::int64_t) { tick(); };
  const Format& format = d_format(unit, options);
  ErrorMeasures errors(format);
  std::vector<MeasureResult> others;
  for (std::size_t r = 0; r < shared.repetitions.size(); ++r) {
    const auto& [inputs, exact] = shared.repetitions[r];
    OwnedMatrix d(format, point.shape.m, point.shape.n, "D");
    options.seed = seed_of(study, r);
    engine->gemm(problem_of(inputs, d.matrix()), options);
    errors.add(exact, d);
    if (r > 0) continue;
    if (is_wanted(study, "vanished_terms"))
      others.push_back(vanished_terms(unit, inputs, point.formats(), options));
    if (is_wanted(study, "monotonicity_violations"))
      others.push_back(monotonicity_violations(*engine, inputs, point.formats(), options, d));
  }
  result.measures = errors.results(study.measures);
  std::ranges::move(others, std::back_inserter(result.measures));
}

}  // namespace

SharedInputs make_shared_inputs(const Study& study, const Point& point,
                                const std::function<void()>& tick) {
  SharedInputs shared;
  const InputFormats formats = point.formats();
  for (std::int64_t r = 0; r < study.repetitions; ++r) {
    InputSet inputs =
        make_inputs(point.inputs, formats, point.shape, study.seed, static_cast<int>(r), tick);
    ExactProduct exact(inputs, formats, tick);
    shared.repetitions.push_back({std::move(inputs), std::move(exact)});
  }
  return shared;
}

PointResult evaluate_point(const Study& study, const Point& point, const SharedInputs& shared,
                           const PointCosts& costs, int threads,
                           const std::function<void()>& tick) {
  PointResult result;
  result.point = point.hash;
  result.index = point.index;
  result.axes = point.axes;
  result.unit = point.unit->unit.instruction.id;
  result.m = point.shape.m;
  result.n = point.shape.n;
  result.k = point.shape.k;
  measure_point(study, point, shared, threads, tick, result);
  result.widths = widths_of(*point.unit);
  result.cycles = cycles_of(point);
  result.cost = costs.of(*point.unit);
  return result;
}

}  // namespace mmasc
