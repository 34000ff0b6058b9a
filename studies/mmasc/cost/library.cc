// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>

#include "mmasc/cost/cells.h"
#include "mmasc/cost/yosys.h"
#include "mmasc/unit/error.h"
#include "mmasc/verilated/content_hash.h"
#include "mmasc/verilated/text_file.h"
#include "mmasc/verilated/yosys.h"

namespace mmasc {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kSecondsOfStage = 1800;

constexpr const char* kRulers =
    "module inverter(input a, output y);\n  assign y = ~a;\nendmodule\n"
    "module nand2(input a, input b, output y);\n  assign y = ~(a & b);\nendmodule\n";
constexpr const char* kRulerScript =
    "read_verilog rulers.v\n"
    "synth -noabc\n"
    "abc -liberty cells.lib -script smallest.abc\n"
    "opt_clean -purge\n"
    "tee -q -o nand2.txt stat -liberty cells.lib nand2\n"
    "hierarchy -top inverter\n"
    "write_blif -gates inverter.blif\n";

// A chain whose every inverter drives the next and three others. `gate` is a line of BLIF with A
// and Y for the nets.
std::string chain(const std::string& gate, int length) {
  std::string gates, outputs;
  const auto add = [&](const std::string& from, const std::string& to) {
    gates += std::regex_replace(std::regex_replace(gate, std::regex("=A\\b"), "=" + from),
                                std::regex("=Y\\b"), "=" + to) +
             "\n";
  };
  for (int i = 0; i < length; ++i) {
    const std::string next = fmt::format("n{}", i + 1);
    add(fmt::format("n{}", i), next);
    for (int load = 0; load < 3; ++load) {
      const std::string end = fmt::format("load{}_{}", i, load);
      add(next, end);
      outputs += " " + end;
    }
  }
  return fmt::format(".model chain\n.inputs n0\n.outputs n{}{}\n{}.end\n", length, outputs, gates);
}

// The delay of a chain; the ends of two chains are alike.
double chain_delay(const std::string& gate, int length, const fs::path& folder) {
  write_text(folder / "chain.blif", chain(gate, length));
  const ToolRun run =
      run_tool(kAbc, {"-c", "read_lib -w cells.lib; read_blif -n chain.blif; topo; stime"}, folder,
               {.seconds = kSecondsOfStage});
  return run.succeeded ? parse_delay(run.output) : 0;
}

std::string inverter_gate(const fs::path& blif) {
  const std::string text = read_file_text(blif);
  std::smatch found;
  if (!std::regex_search(text, found, std::regex("\\.gate [^\\n]*"))) return {};
  const std::string line = std::regex_replace(found.str(), std::regex("=a\\b"), "=A");
  return std::regex_replace(line, std::regex("=y\\b"), "=Y");
}

void measure(const CellLibrary& library, const fs::path& file, const fs::path& log) {
  const fs::path folder = file.parent_path();
  library.put_into(folder);
  write_text(folder / "rulers.v", kRulers);
  write_text(folder / "smallest.abc", "strash; map -a; topo\n");
  try {
    run_yosys(library.path.string(), kRulerScript, folder, log);
  } catch (const SynthesisFailed&) {
    throw InputError(fmt::format("{}: Yosys and abc cannot read it as a liberty file; see {}",
                                 library.path.string(), log.string()));
  }
  const double nand2 = parse_stat(read_file_text(folder / "nand2.txt")).area;
  const std::string gate = inverter_gate(folder / "inverter.blif");
  constexpr int kShort = 10, kLong = 20;
  const double fo4 = gate.empty()
                         ? 0
                         : (chain_delay(gate, kLong, folder) - chain_delay(gate, kShort, folder)) /
                               (kLong - kShort);
  if (!(nand2 > 0) || !(fo4 > 0))
    throw InputError(
        fmt::format("{}: has no {} for Yosys and abc; give a liberty file with areas, "
                    "functions and delays of combinational cells",
                    library.path.string(), nand2 > 0 ? "inverter" : "NAND gate"));
  write_text(file, fmt::format("{} {}\n", nand2, fo4));
}

// Yosys makes the paths that it gives abc whole, and for abc they end at a space. These are whole,
// and name the folder without one.
std::string with_whole_paths(const std::string& script) {
  return std::regex_replace(script, std::regex("-(liberty|script) "), "$&/proc/self/cwd/");
}

std::string ask(const Tool& tool, const std::vector<std::string>& arguments) {
  const ToolRun run = run_tool(tool, arguments);
  if (!run.succeeded)
    throw EnvironmentError(fmt::format("{} {} failed: {}", tool.program, arguments.front(),
                                       first_error_of(run.output)));
  return run.output;
}

}  // namespace

std::string CellLibrary::text() const {
  return own_text.empty() ? read_file_text(path) : std::string(own_text);
}

void CellLibrary::put_into(const fs::path& folder) const {
  if (own_text.empty())
    fs::create_symlink(path, folder / "cells.lib");
  else
    write_text(folder / "cells.lib", own_text);
}

void write_mapping_inputs(std::span<const RtlFile> files, const CellLibrary& library,
                          const std::string& abc_script, const fs::path& folder) {
  for (const RtlFile& file : files) write_text(folder / file.name, file.text);
  library.put_into(folder);
  write_text(folder / "recipe.abc", abc_script);
  write_text(folder / "registers.abc", kRegistersScript);
}

std::string read_file_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

const std::string& synthesis_tools() {
  static const std::string versions = [] {
    const std::string yosys = ask(kYosys, {"-V"});
    return yosys + ask(kAbc, {"-q", "version"});
  }();
  return versions;
}

std::string tool_name() {
  const std::string& all = synthesis_tools();
  return all.substr(0, std::min(all.find(" ("), all.find('\n')));  // "Yosys 0.23 (git sha1 ...)"
}

std::string run_yosys(const std::string& what, const std::string& script, const fs::path& folder,
                      const fs::path& kept_log, ToolLimits limits) {
  write_text(folder / "script.ys", with_whole_paths(script));
  limits.seconds = kSecondsOfStage;
  const ToolRun run = run_tool(kYosys, {"-q", "-l", "log", "script.ys"}, folder, limits);
  std::string log = read_file_text(folder / "log");
  if (run.succeeded) return log;
  write_text(kept_log, log + run.output);
  if (run.output.find("bad_alloc") != std::string::npos)
    throw SynthesisFailed(fmt::format(
        "{}: Yosys needs more memory than half of this machine's, {} MB; use --estimate", what,
        tool_memory() / 1'000'000));
  if (run.out_of_time)
    throw EnvironmentError(fmt::format("{}: Yosys takes more than {} minutes; use --estimate", what,
                                       kSecondsOfStage / 60));
  throw SynthesisFailed(fmt::format("{}: Yosys failed: {}; see {}", what,
                                    first_error_of(run.output), kept_log.string()));
}

CellLibrary library_at(const fs::path& path) {
  const fs::path file = path.empty() ? default_liberty() : path;
  CellLibrary library;
  if (file.empty()) {
    library.path = library.name = kOwnCells;
    library.own_text = own_cells();
    library.hash = ContentHash().add(library.own_text).hex();
    return library;
  }
  library.path = fs::absolute(file);
  library.name = file.filename().string();
  library.hash = hash_file(file);
  if (library.hash.empty())
    throw EnvironmentError(file.string() + ": cannot be read; check its permissions");
  return library;
}

CellLibrary measure_library(const fs::path& path, const Cache& cache) {
  CellLibrary library = library_at(path);
  const std::string key =
      ContentHash().add(synthesis_tools()).add(library.hash).add(kRulers).add(kRulerScript).hex();
  const auto entry =
      cache.get(key, [&](const auto& file, const auto& log) { measure(library, file, log); });
  std::ifstream(entry.file) >> library.nand2_area >> library.fo4_delay;
  return library;
}

}  // namespace mmasc
