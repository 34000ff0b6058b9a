// SPDX-License-Identifier: Apache-2.0
#include "mmasc/sweep/evaluate_point.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "mmasc/batch/engine.h"
#include "mmasc/inputs/quantised_numbers.h"
#include "mmasc/inputs/study_hash.h"
#include "mmasc/matrix_files/load.h"
#include "mmasc/measures/error_measures.h"
#include "mmasc/measures/quantisation_error.h"
#include "mmasc/measures/unit_measures.h"
#include "mmasc/timing/table.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

// The repetitions of one study draw apart, those of another study under the next seed too.
std::uint64_t seed_of(const Study& study, std::size_t repetition) {
  return study.seed + repetition * 0xd1342543de82ef95;
}

// The cycles of an instruction on a GPU; the unit may have another datapath, but the same operands
// and shape.
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

// The cycles of a point; those of dgemm are of all products of slices one after the other.
PointCycles cycles_of(const Point& point, const std::optional<DgemmSummary>& slices) {
  const Unit& unit = point.unit->unit;
  const int depth = unit.instruction.shape.k;
  PointCycles cycles;
  const std::int64_t length = point.shape.k * (slices ? slices->slice_products : 1);
  const std::int64_t instructions = (length + depth - 1) / depth;
  cycles.latency = point.unit->plan().latency();
  cycles.steps = instructions * unit.steps();
  cycles.chain = cycles.latency * cycles.steps;
  if (unit.instruction.late_c) cycles.chain += instructions * make_late_c_plan(unit).latency();
  cycles.sourced = sourced_cycles(unit);
  return cycles;
}

bool is_wanted(const Study& study, std::string_view measure) {
  return std::ranges::find(study.measures, measure) != study.measures.end();
}

// A c that is a file's is the same at each place, as that place of its row is.
SharedLines shared_lines(const InputRow& inputs) {
  return {!is_drawn(inputs.a) || names_matrix_file(inputs.c), !is_drawn(inputs.b)};
}

// D by the point's workload; what was done of dgemm.
std::optional<DgemmSummary> multiply(const Point& point, const Engine& engine,
                                     const InputSet& inputs, const GemmOptions& options,
                                     int threads, const MutableMatrix& d) {
  const MatrixView a = inputs[Operand::a].matrix(), b = inputs[Operand::b].matrix().transposed();
  const WorkloadRow& workload = point.workload;
  const Format* const number = number_format(workload.kind);
  switch (workload.kind) {
    case Workload::gemm:
      engine.gemm(problem_of(inputs, d), options);
      break;
    case Workload::dgemm: {
      DgemmOptions how = workload.dgemm;
      how.threads = threads;
      how.progress = options.progress;
      return dgemm(engine, {a, b, d}, how);
    }
    case Workload::fp8gemm: {
      Fp8GemmOptions how = workload.fp8gemm;
      how.seed = options.seed;
      how.threads = threads;
      how.progress = options.progress;
      fp8gemm(engine, {a, b, number, number, d}, how);
      break;
    }
  }
  return std::nullopt;
}

void measure_point(const Study& study, const Point& point, const SharedInputs& shared, int threads,
                   const std::function<void()>& tick, PointResult& result) {
  const Unit& unit = point.unit->unit;
  const auto engine = make_batch_engine(unit, {.target = {}, .threads = threads});
  GemmOptions options = point.gemm_options();
  if (tick) options.progress = [&](std::int64_t, std::int64_t) { tick(); };
  const Format& format = point.d_format();
  const InputFormats formats = point.formats();
  ErrorMeasures errors(format, shared_lines(point.inputs));
  std::vector<MeasureResult> others;
  std::optional<DgemmSummary> slices;
  for (std::size_t r = 0; r < shared.repetitions.size(); ++r) {
    const auto& [inputs, exact] = shared.repetitions[r];
    OwnedMatrix d(format, point.shape.m, point.shape.n, "D");
    options.seed = seed_of(study, r);
    const auto done = multiply(point, *engine, inputs, options, threads, d.matrix());
    if (r == 0) slices = done;
    errors.add(exact, d);
    if (r > 0) continue;
    const MeasuredGemm gemm{.unit = unit,
                            .engine = *engine,
                            .inputs = inputs,
                            .formats = formats,
                            .options = options,
                            .d = d};
    for (const UnitMeasure& measure : kUnitMeasures)
      if (is_wanted(study, measure.name)) others.push_back(measure.of(gemm));
  }
  result.measures = errors.results(study.measures);
  std::ranges::move(others, std::back_inserter(result.measures));
  if (shared.quantisation_error) result.measures.push_back(*shared.quantisation_error);
  result.cycles = cycles_of(point, slices);
  if (point.platform)
    result.cycles.platform = {
        point.platform->cycles({.m = point.shape.m, .n = point.shape.n, .k = point.shape.k},
                               point.platform_is_structural, tick),
        point.platform_is_structural};
  if (!slices) return;
  result.slices = {{"slice_bits", slices->unit.bits},
                   {"slices_a", slices->slices_a},
                   {"slices_b", slices->slices_b},
                   {"slice_products", static_cast<double>(slices->slice_products)}};
}

// Whether D is compared with the product of numbers that were quantised on the way.
bool compares_quantised(const Point& point) {
  return point.workload.kind == Workload::fp8gemm && point.workload.against == Against::quantised;
}

ExactProduct exact_product(const Point& point, const InputSet& inputs, bool of_quantised,
                           int threads, const std::function<void()>& tick) {
  return of_quantised
             ? quantised_product(point.unit->unit, point.workload.fp8gemm, inputs, threads, tick)
             : ExactProduct(inputs, point.formats(), threads, tick);
}

ExactProduct product_of_numbers(const InputSet& numbers, int threads,
                                const std::function<void()>& tick) {
  const Format& f64 = format_named("f64");
  return ExactProduct(numbers, {.a = &f64, .b = &f64, .c = &f64}, threads, tick);
}

}  // namespace

SharedInputs make_shared_inputs(const Study& study, const Point& point, int threads,
                                const std::function<void()>& tick) {
  check_files(point, tick);
  SharedInputs shared;
  const InputFormats formats = point.formats();
  QuantisationError quantising(shared_lines(point.inputs));
  for (std::int64_t r = 0; r < point.repetitions(study); ++r) {
    const auto repetition = static_cast<int>(r);
    InputSet inputs = make_inputs(point.inputs, formats, point.shape, study.seed, repetition, tick);
    ExactProduct exact = exact_product(point, inputs, compares_quantised(point), threads, tick);
    if (point.workload.kind == Workload::gemm && point.workload.judges_quantising) {
      const auto numbers = quantised_numbers(inputs, point.inputs, formats, point.shape, study.seed,
                                             repetition, tick);
      quantising.add(product_of_numbers(numbers.after, threads, tick),
                     product_of_numbers(numbers.before, threads, tick));
    } else if (point.workload.judges_quantising) {
      const ExactProduct other =
          exact_product(point, inputs, !compares_quantised(point), threads, tick);
      if (compares_quantised(point))
        quantising.add(exact, other);
      else
        quantising.add(other, exact);
    }
    shared.repetitions.push_back({std::move(inputs), std::move(exact)});
  }
  if (point.workload.judges_quantising) shared.quantisation_error = quantising.result();
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
  result.operands = fmt::format("{:016x}", StudyHash::of(point.operands_key()));
  measure_point(study, point, shared, threads, tick, result);
  result.widths = widths_of(*point.unit);
  GemmOptions options = point.gemm_options();
  options.seed = seed_of(study, 0);
  result.cost = costs.of(point, shared.repetitions.front().inputs, options);
  return result;
}

}  // namespace mmasc
