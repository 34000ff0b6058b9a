// SPDX-License-Identifier: Apache-2.0
#include "mmasc/pipeline/trace.h"

#include <algorithm>
#include <cstring>
#include <sstream>

#include "mmasc/arith/payload_fields.h"
#include "mmasc/pipeline/child_process.h"
#include "mmasc/pipeline/decoded_value.h"
#include "mmasc/pipeline/engine.h"
#include "mmasc/pipeline/simulate.h"

namespace mmasc {
namespace {

constexpr std::uint64_t kBytesOfReal = 20;  // "r-1.234567890123456e-05"

// Each field of each rank: its bits and `around` bytes; each decoded value.
std::uint64_t bytes_of_fields(const Plan& plan, std::uint64_t around) {
  std::uint64_t bytes = 0;
  for (const StagePlan& stage : plan.stages) {
    if (stage.registers == 0) continue;
    std::uint64_t rank = around;  // valid and id
    for (const PayloadField& field : payload_fields(plan, stage))
      rank += static_cast<std::uint64_t>(field.width) + around;
    rank += decoded_values(plan, stage).size() * (around + kBytesOfReal);
    bytes += rank * static_cast<std::uint64_t>(stage.registers);
  }
  return bytes;
}

// "$var wire 8 aaaab bench.mma.dot_0.aligner_0.rank0.term_0.significand_q [7:0] $end" and its x.
std::uint64_t bytes_of_head(const Plan& plan) { return bytes_of_fields(plan, 80); }

// "b01011010 aaaab"
std::uint64_t bytes_of_passage(const Plan& plan) { return bytes_of_fields(plan, 8); }

void write(const Occupancy& occupancy, std::ostream& text) {
  text << occupancy.registers.size() << "\n";
  for (const std::string& name : occupancy.registers) text << name << "\n";
  text << occupancy.held.size() << "\n";
  for (const auto& [cycle, index, id] : occupancy.held)
    text << cycle << " " << index << " " << id << "\n";
}

void read(std::istream& text, Occupancy& occupancy) {
  std::size_t count = 0;
  text >> count;
  occupancy.registers.resize(count);
  for (std::string& name : occupancy.registers) text >> name;
  text >> count;
  occupancy.held.resize(count);
  for (auto& [cycle, index, id] : occupancy.held) text >> cycle >> index >> id;
}

}  // namespace

std::uint64_t estimate_vcd_bytes(const Unit& unit, std::uint64_t operations) {
  const Plan plan = make_plan(described(unit));
  std::uint64_t bytes = bytes_of_passage(plan) * static_cast<std::uint64_t>(unit.steps());
  if (unit.instruction.late_c) bytes += bytes_of_passage(make_late_c_plan(unit));
  return bytes_of_head(plan) * static_cast<std::uint64_t>(unit.structure.units) +
         bytes * operations;
}

PipelineTrace trace_pipeline(const Unit& unit, const DotBatch& batch, const std::string& vcd_path) {
  // Travels as text: the cycles, each d, the registers, what they hold, then the lines.
  const auto bytes = run_in_child([&] {
    std::string lines;
    Occupancy occupancy;
    const Simulation simulation = simulate_here(
        Sequence(unit), make_tile(batch), vcd_path,
        [&](const std::string& line) { lines += line + "\n"; }, &occupancy);
    std::ostringstream text;
    text << simulation.cycles << "\n";
    for (const std::uint64_t d : simulation.d) text << d << "\n";
    write(occupancy, text);
    const std::string all = text.str() + lines;
    return std::vector<std::uint8_t>(all.begin(), all.end());
  });
  std::istringstream text(std::string(bytes.begin(), bytes.end()));
  PipelineTrace trace;
  text >> trace.cycles;
  for (std::uint64_t& d : batch.d) text >> d;
  read(text, trace.occupancy);
  text >> std::ws;
  for (std::string line; std::getline(text, line);) trace.lines.push_back(line);
  return trace;
}

}  // namespace mmasc
