// SPDX-License-Identifier: Apache-2.0
#include "kanata.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "mmasc/arith/operand_matrix.h"
#include "mmasc/arith/owned_matrix.h"
#include "mmasc/command/engines.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/unit/operand_layout.h"
#include "mmasc/unit/plan.h"
#include "mmasc/unit/stage_name.h"

namespace mmasc {
namespace {

constexpr std::int64_t kColumns = 32;  // dot products that are in flight side by side

// How long an operation holds each stage: nothing stalls here.
std::map<std::string, std::uint64_t> registers_by_stage(const Unit& unit) {
  std::map<std::string, std::uint64_t> registers;
  const auto add = [&](const std::string& of, const Plan& plan) {
    for (const StagePlan& stage : plan.stages)
      registers[of + stage_name(stage)] = static_cast<std::uint64_t>(stage.registers);
  };
  add("dot.", make_plan(described(unit)));
  if (unit.instruction.late_c) add("late_c.", make_late_c_plan(unit));
  return registers;
}

class LoggingEngine final : public Engine {
 public:
  LoggingEngine(const Unit& unit, KanataLog& log) : unit_(unit), log_(log) {}
  std::string_view name() const override { return "pipeline"; }
  const Unit& unit() const override { return unit_; }
  void dot(const DotBatch& batch) const override {
    stop_if_interrupted();
    log_.add(batch);
  }

 private:
  const Unit& unit_;
  KanataLog& log_;
};

}  // namespace

// Takes the lines of text_trace.h: "id 3 cycle 5 dot_0.aligner_0 ...".
void KanataLog::add(const DotBatch& batch) {
  const auto registers = registers_by_stage(unit_);
  const TracedBatch traced = trace_batch(unit_, batch, "");
  struct Pass {
    std::uint64_t number = 0, end = 0;
  };
  std::map<std::uint64_t, Pass> passes;  // by id
  const std::uint64_t size = batch[Operand::c].size();
  last_.resize(size, kNone);
  for (const std::string& line : traced.lines) {
    std::istringstream words(line);
    std::string skipped, place;
    std::uint64_t id = 0, cycle = 0;
    words >> skipped >> id >> skipped >> cycle >> place;
    cycle += cycles_;
    const auto dot = place.find('.');
    const std::string unit = place.substr(0, place.rfind('_', dot)), stage = place.substr(dot + 1);
    const auto [found, is_new] = passes.try_emplace(id);
    Pass& pass = found->second;
    if (is_new) {
      pass.number = passes_++;
      put(cycle, fmt::format("I\t{}\t{}\t0", pass.number, id));
      put(cycle, fmt::format("L\t{}\t0\t{} {}: element {}, instruction {}, step {}", pass.number,
                             unit, pass.number, id % size, batches_, id / size));
      std::uint64_t& last = last_[id % size];
      if (last != kNone) put(cycle, fmt::format("W\t{}\t{}\t0", pass.number, last));
      last = pass.number;
    }
    put(cycle, fmt::format("S\t{}\t0\t{}", pass.number, stage));
    pass.end = cycle + registers.at(unit + "." + stage);
    put(pass.end, fmt::format("E\t{}\t0\t{}", pass.number, stage));
  }
  for (const auto& [id, pass] : passes) put(pass.end, fmt::format("R\t{0}\t{0}\t0", pass.number));
  cycles_ += traced.cycles;
  ++batches_;
}

std::string KanataLog::text() const {
  std::string text = "Kanata\t0004\nC=\t0\n";
  std::uint64_t now = 0;
  for (const auto& [cycle, lines] : lines_) {
    if (cycle > now) text += fmt::format("C\t{}\n", cycle - now);
    now = cycle;
    text += lines;
  }
  return text;
}

std::string kanata_of(const Unit& unit, const GemmProblem& problem, std::uint64_t operations) {
  const OperandLayout layout = layout_of(unit);
  const std::int64_t k = unit.instruction.shape.k;
  const auto most = static_cast<std::int64_t>(operations);
  const std::int64_t columns = std::min({problem.n(), kColumns, most});
  GemmProblem part = problem;
  const std::int64_t depth = std::min(problem.k(), std::max<std::int64_t>(1, most / columns) * k);
  for (const OperandRow& row : kInputs) {
    if (!part[row.operand]) continue;
    const bool has_zeros = row.operand == Operand::a && !problem.metadata();
    const std::int64_t along_k =
        has_zeros ? depth : (depth * layout[row.operand].count + k - 1) / k;
    const MatrixSize size = size_of(row.along, 1, columns, along_k);
    part[row.operand]->rows = size.rows;
    part[row.operand]->columns = size.columns;
  }
  OwnedMatrix d(unit.d(), 1, columns, "D");
  part.d = d.matrix();
  KanataLog log(unit);
  LoggingEngine(unit, log).gemm(part);
  return log.text();
}

}  // namespace mmasc
