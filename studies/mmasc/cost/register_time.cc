// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/register_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "mmasc/cost/liberty_tables.h"
#include "mmasc/cost/library.h"
#include "mmasc/cost/yosys.h"
#include "mmasc/verilated/content_hash.h"
#include "mmasc/verilated/text_file.h"

namespace mmasc {
namespace fs = std::filesystem;
namespace {

constexpr CacheLimits kRegisterLimits{.bytes = std::uint64_t{1} << 20, .entries = 64};
constexpr int kFanOut = 4;

constexpr const char* kInverter = "inverter";
constexpr const char* kModules =
    "module inverter(input a, output y);\n  assign y = ~a;\nendmodule\n"
    "module data(input clk, input enable, input d, output reg q);\n"
    "  always @(posedge clk) if (enable) q <= d;\nendmodule\n"
    "module handshake(input clk, input reset, input enable, input d, output reg q);\n"
    "  always @(posedge clk or negedge reset)\n"
    "    if (!reset) q <= 0; else if (enable) q <= d;\nendmodule\n";

// As yosys.h maps registers, and what stands before a flip-flop is timed.
constexpr const char* kScript =
    "read_verilog registers.v\n"
    "synth -noabc\n"
    "abc -liberty cells.lib -script registers.abc inverter\n"
    "dfflibmap -liberty cells.lib\n"
    "abc -liberty cells.lib -script timed.abc data handshake\n"
    "opt_clean -purge\n"
    "write_blif -gates registers.blif\n";

// The cells of each module, from Yosys's ".model data" and ".gate DFFX1 D=d Q=q".
std::map<std::string, std::vector<std::string>> cells_of_modules(const std::string& blif) {
  std::map<std::string, std::vector<std::string>> cells;
  std::string module;
  std::istringstream lines(blif);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key, name;
    words >> key >> name;
    if (key == ".model") module = name;
    if (key == ".gate") cells[module].push_back(name);
  }
  return cells;
}

// Below a table's least load on the line through its first two, as static timing has it.
double time_at(const LoadTable& times, double load) {
  const std::vector<double>&loads = times.loads, &values = times.values;
  if (loads.size() < 2 || load >= loads[0]) return times.at(load);
  return values[0] - (values[1] - values[0]) / (loads[1] - loads[0]) * (loads[0] - load);
}

class RegisterTimes {
 public:
  explicit RegisterTimes(const LibertyGroup& library)
      : library_(library),
        tables_(library),
        picoseconds_(picoseconds(library.attribute("time_unit"))),
        picofarads_(picofarads(library.attribute("capacitive_load_unit"))) {}

  std::optional<RegisterTime> slowest(const std::string& blif) const {
    auto cells = cells_of_modules(blif);
    double load = 0;
    for (const std::string& name : cells[kInverter]) load = kFanOut * input_load(name);
    RegisterTime slowest;
    for (const auto& [module, names] : cells)
      for (const std::string& name : names) {
        slowest.output = std::max(slowest.output, longest(name, "_edge", "cell_", load));
        slowest.setup = std::max(slowest.setup, longest(name, "setup_", "_constraint", load));
      }
    return slowest.output > 0 ? std::optional(slowest) : std::nullopt;
  }

 private:
  template <class Do>
  void for_each_pin(const std::string& cell, const Do& with) const {
    for (const LibertyGroup& group : library_.groups)
      if (group.type == "cell" && group.name == cell)
        for (const LibertyGroup& pin : group.groups)
          if (pin.type == "pin") with(pin);
  }

  double input_load(const std::string& cell) const {
    double load = 0;
    for_each_pin(cell, [&](const LibertyGroup& pin) {
      load = std::max(load, picofarads_ * number_in(pin.attribute("capacitance")));
    });
    return load;
  }

  // Of the tables called so in the arcs of such a kind; 0: there are none.
  double longest(const std::string& cell, std::string_view kind, std::string_view table,
                 double load) const {
    double ps = 0;
    for_each_pin(cell, [&](const LibertyGroup& pin) {
      for (const LibertyGroup& arc : pin.groups) {
        if (arc.attribute("timing_type").find(kind) == std::string_view::npos) continue;
        for (const LibertyGroup& each : arc.groups)
          if (each.type.find(table) != std::string::npos)
            if (const LoadTable times = tables_.read(each, picoseconds_); !times.values.empty())
              ps = std::max(ps, time_at(times, load));
      }
    });
    return ps;
  }

  const LibertyGroup& library_;
  const LibertyTables tables_;
  const double picoseconds_, picofarads_;
};

// What Yosys and abc read may still be more than parse_liberty() does.
std::optional<RegisterTime> slowest_of(const std::string& liberty, const std::string& blif) {
  try {
    const LibertyGroup library = parse_liberty(liberty);
    return RegisterTimes(library).slowest(blif);
  } catch (const InputError&) {
    return {};
  }
}

void measure_registers(const CellLibrary& library, const fs::path& file, const fs::path& log) {
  const fs::path folder = file.parent_path();
  write_mapping_inputs({}, library, kRegistersScript, folder);
  write_text(folder / "registers.v", kModules);
  write_text(folder / "timed.abc", fmt::format("{}stime\n", kRegistersScript));
  const std::string told =
      run_yosys(fmt::format("{}, registers", library.name), kScript, folder, log);
  const auto time = slowest_of(library.text(), read_file_text(folder / "registers.blif"));
  double enable = 0;
  for (const double delay : parse_delays(told)) enable = std::max(enable, delay);
  write_text(file,
             time ? fmt::format("{} {} {}\n", time->output, enable, time->setup) : "not told\n");
}

}  // namespace

std::optional<RegisterTime> register_time(const SynthesisOptions& options) {
  check_synthesis(options.liberty);
  const Cache cache(options.cache.empty() ? default_cache_folder() / "registers" : options.cache,
                    kRegisterLimits);
  const CellLibrary library = measure_library(options.liberty, cache);
  const std::string key = ContentHash()
                              .add(synthesis_tools())
                              .add(library.hash)
                              .add(kModules)
                              .add(kScript)
                              .add(kRegistersScript)
                              .hex();
  const auto entry = cache.get(
      key, [&](const auto& file, const auto& log) { measure_registers(library, file, log); });
  RegisterTime time;
  std::ifstream numbers(entry.file);
  if (!(numbers >> time.output >> time.enable >> time.setup)) return {};
  return time;
}

}  // namespace mmasc
