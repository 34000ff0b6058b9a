// SPDX-License-Identifier: Apache-2.0
#include "pipeline/trace.h"

#include <algorithm>
#include <cstring>
#include <sstream>

#include "pipeline/child_process.h"
#include "pipeline/engine.h"
#include "pipeline/simulate.h"

namespace mmasc {

PipelineTrace trace_pipeline(const Unit& unit, const DotBatch& batch, const std::string& vcd_path) {
  // Travels as text: the cycles, each d, then the lines.
  const auto bytes = run_in_child([&] {
    std::string lines;
    const Simulation simulation = simulate_here(
        unit, make_tile(batch), vcd_path, [&](const std::string& line) { lines += line + "\n"; });
    std::ostringstream text;
    text << simulation.cycles << "\n";
    for (const std::uint64_t d : simulation.d) text << d << "\n";
    const std::string all = text.str() + lines;
    return std::vector<std::uint8_t>(all.begin(), all.end());
  });
  std::istringstream text(std::string(bytes.begin(), bytes.end()));
  PipelineTrace trace;
  text >> trace.cycles;
  for (std::uint64_t& d : batch.d) text >> d;
  text >> std::ws;
  for (std::string line; std::getline(text, line);) trace.lines.push_back(line);
  return trace;
}

}  // namespace mmasc
