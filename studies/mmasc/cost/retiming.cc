// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/retiming.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <sstream>

#include "mmasc/cost/cut.h"
#include "mmasc/cost/library.h"
#include "mmasc/cost/pipeline.h"
#include "mmasc/cost/yosys.h"
#include "mmasc/unit/error.h"
#include "mmasc/verilated/text_file.h"
#include "mmasc/verilated/yosys.h"

namespace mmasc {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kSecondsOfProof = 1800;
constexpr const char* kSeparator = "%%\n";
// It changes with what cut.cc and pipeline.cc make of a netlist.
constexpr const char* kCut = "cut 1\n";

// The registers of a rank as wires.
constexpr const char* kWires =
    "module \\$_DFFE_PP_ (input D, input C, input E, output Q);\n  assign Q = D;\nendmodule\n";

std::string logic_script(const std::vector<std::string>& files) {
  return read_stage_script(files) + legal_registers_script() +
         "techmap -map wires.v\n"
         "opt_clean -purge\n"
         "write_blif logic.blif\n";
}

std::string pipeline_script() {
  return "read_liberty -lib -ignore_miss_func -ignore_miss_dir -ignore_miss_data_latch cells.lib\n"
         "read_verilog -sv elastic.sv pipeline.sv\n"
         "hierarchy -check -top stage\n"
         "synth -flatten -noabc -top stage\n"
         "opt_clean -purge\n" +
         legal_registers_script() + "write_blif pipeline.blif\n" + map_script();
}

// abc writes gates in the order in which it counts them, and tells their times backwards.
std::string mapping_script(const std::string& abc_script) {
  return fmt::format(
      "read_lib -w cells.lib\nread_blif golden.blif\n{}write_blif written.blif\n"
      "read_blif written.blif\ntopo\nwrite_blif mapped.blif\nstime -a\n",
      abc_script);
}

constexpr const char* kProofScript =
    "read_lib -w cells.lib\ncec -T 1500 -C 1000000 golden.blif wires.blif\n";
constexpr const char* kDelayScript = "read_lib -w cells.lib\nread_blif pieces.blif\ntopo\nstime\n";

std::string run_abc(const std::string& script, const fs::path& folder, const RetimingTools& tools) {
  write_text(folder / "script.abc", script);
  ToolLimits limits = tools.limits;
  limits.seconds = kSecondsOfProof;
  const ToolRun run = run_tool(kAbc, {"-f", "script.abc"}, folder, limits);
  if (run.succeeded) return plain_text(run.output);
  write_text(tools.kept_log, run.output);
  throw SynthesisFailed(fmt::format("{}: abc failed: {}; see {}", tools.what,
                                    first_error_of(run.output), tools.kept_log.string()));
}

// abc has a line for each cell that is no constant, as
// "  347 : 2    3 NOR2X1  A =  24.00  Dr = 209.0".
std::vector<double> arrivals_of(const Netlist& mapped, const std::string& log) {
  struct Time {
    std::string cell;
    double ps;
  };
  std::vector<Time> times;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    char cell[256], edge = 0;
    double area = 0, ps = 0;
    int id = 0, inputs = 0, readers = 0;
    if (std::sscanf(line.c_str(), " %d : %d %d %255s A =%lf D%c =%lf", &id, &inputs, &readers, cell,
                    &area, &edge, &ps) == 7)
      times.push_back({cell, ps});
  }
  std::vector<double> arrivals;
  auto next = times.rbegin();
  for (const Netlist::Cell& cell : mapped.cells) {
    if (cell.is_constant()) {
      arrivals.push_back(0);
      continue;
    }
    if (next == times.rend() || next->cell != cell.type)
      throw EnvironmentError("abc's stime tells no time of a " + cell.type);
    arrivals.push_back(next++->ps);
  }
  return arrivals;
}

OutputPins pins_of_pipeline(const Netlist& mapped) {
  OutputPins pins = output_pins(mapped);
  pins[kDataRegister] = pins[kHandshakeRegister] = "Q";
  return pins;
}

// As abc takes gates of a library: each output has a cell of its own, none is an input.
Netlist with_a_cell_for_each_output(Netlist netlist) {
  const std::vector<int> drivers = netlist.drivers();
  std::set<int> used;
  for (std::size_t i = 0; i < netlist.outputs.size(); ++i) {
    int& net = netlist.outputs[i];
    if (!used.insert(net).second) {
      Netlist::Cell copy =
          netlist.cells[static_cast<std::size_t>(drivers[static_cast<std::size_t>(net)])];
      net = copy.output = static_cast<int>(netlist.nets.size());
      netlist.nets.emplace_back();
      netlist.cells.push_back(std::move(copy));
    }
    netlist.nets[static_cast<std::size_t>(net)] = netlist.output_names[i];
  }
  return netlist;
}

// The netlist with some of its outputs alone.
Netlist with_outputs(const Netlist& netlist, const std::set<std::string>& names) {
  Netlist some = netlist;
  some.outputs.clear();
  some.output_names.clear();
  for (std::size_t i = 0; i < netlist.outputs.size(); ++i)
    if (names.contains(netlist.output_names[i])) {
      some.outputs.push_back(netlist.outputs[i]);
      some.output_names.push_back(netlist.output_names[i]);
    }
  return some;
}

// The outputs that are constants, which abc does not take beside gates of a library, and the
// others.
struct OutputKinds {
  std::set<std::string> constants, others;
};
OutputKinds output_kinds(const Netlist& wires) {
  const std::vector<int> drivers = wires.drivers();
  OutputKinds kinds;
  for (std::size_t i = 0; i < wires.outputs.size(); ++i) {
    const int driver = drivers[static_cast<std::size_t>(wires.outputs[i])];
    const bool is_constant =
        driver >= 0 && wires.cells[static_cast<std::size_t>(driver)].type.empty();
    (is_constant ? kinds.constants : kinds.others).insert(wires.output_names[i]);
  }
  return kinds;
}

// Without what is gates of a library.
Netlist functions_alone(Netlist netlist) {
  std::erase_if(netlist.cells, [](const Netlist::Cell& cell) { return !cell.type.empty(); });
  return netlist;
}
Netlist gates_alone(Netlist netlist) {
  std::erase_if(netlist.cells, [](const Netlist::Cell& cell) { return cell.type.empty(); });
  return netlist;
}

// Leaves out the outputs that are the same input in both, and gives both the same inputs: one that
// abc found to change nothing is only the first's. Returns the first output that is an input in
// `wires` alone; empty where there is none.
std::string make_comparable(Netlist& golden, Netlist& wires) {
  const auto name = [](const Netlist& netlist, int net) {
    return netlist.nets[static_cast<std::size_t>(net)];
  };
  std::set<std::string> inputs;
  for (const int input : golden.inputs) inputs.insert(name(golden, input));
  Netlist *const both[] = {&golden, &wires}, kept[] = {golden, wires};
  for (Netlist* const netlist : both) netlist->outputs.clear(), netlist->output_names.clear();
  for (std::size_t i = 0; i < kept[0].outputs.size(); ++i) {
    const std::string& output = kept[0].output_names[i];
    const auto other = std::ranges::find(kept[1].output_names, output);
    if (other == kept[1].output_names.end()) return output;
    const int nets[] = {
        kept[0].outputs[i],
        kept[1].outputs[static_cast<std::size_t>(other - kept[1].output_names.begin())]};
    if (inputs.contains(name(wires, nets[1]))) {
      if (name(golden, nets[0]) != name(wires, nets[1])) return output;
      continue;
    }
    for (const std::size_t n : {0, 1}) {
      both[n]->outputs.push_back(nets[n]);
      both[n]->output_names.push_back(output);
    }
  }
  for (const int input : wires.inputs) inputs.erase(name(wires, input));
  for (const std::string& input : inputs) {
    wires.inputs.push_back(static_cast<int>(wires.nets.size()));
    wires.nets.push_back(input);
  }
  return "";
}

double period_of(const Netlist& pipeline, const fs::path& folder, const RetimingTools& tools) {
  const Netlist all = pieces_of(pipeline);
  const Netlist pieces = gates_alone(with_outputs(all, output_kinds(all).others));
  if (pieces.outputs.empty()) return 0;  // registers alone
  write_text(folder / "pieces.blif", blif_of(pieces));
  const double delay = parse_delay(run_abc(kDelayScript, folder, tools));
  if (!(delay > 0)) throw EnvironmentError(tools.what + ": abc tells no delay of its pieces");
  return delay;
}

}  // namespace

std::string text_of(const StageLogic& logic) {
  return fmt::format("{}{}{}{}{}", blif_of(logic.golden), kSeparator, blif_of(logic.mapped),
                     kSeparator, fmt::join(logic.arrivals, "\n"));
}

StageLogic read_stage_logic(const std::string& text) {
  const auto first = text.find(kSeparator), second = text.find(kSeparator, first + 1);
  const auto skip = std::string_view(kSeparator).size();
  StageLogic logic{parse_blif(text.substr(0, first)),
                   parse_blif(text.substr(first + skip, second - first - skip)),
                   {}};
  std::istringstream numbers(text.substr(second + skip));
  for (double ps; numbers >> ps;) logic.arrivals.push_back(ps);
  return logic;
}

StageLogic map_logic(const std::vector<RtlFile>& files, const fs::path& folder,
                     const RetimingTools& tools) {
  std::vector<std::string> names;
  for (const RtlFile& file : files) {
    write_text(folder / file.name, file.text);
    names.push_back(file.name);
  }
  write_text(folder / "wires.v", kWires);
  run_yosys(tools.what, logic_script(names), folder, tools.kept_log, tools.limits);
  StageLogic logic;
  const Netlist stage = parse_blif(read_file_text(folder / "logic.blif"),
                                   {{kDataRegister, "Q"}, {kHandshakeRegister, "Q"}});
  logic.golden = with_short_names(without_spare_outputs(data_path(stage)));
  if (logic.golden.cells.empty()) {
    logic.mapped = logic.golden;
    return logic;
  }
  write_text(folder / "golden.blif", blif_of(logic.golden));
  const std::string log = run_abc(mapping_script(tools.abc_script), folder, tools);
  logic.mapped = parse_blif(read_file_text(folder / "mapped.blif"));
  logic.arrivals = arrivals_of(logic.mapped, log);
  return logic;
}

std::string retiming_scripts(const std::string& abc_script) {
  return logic_script({}) + mapping_script(abc_script) + kCut + pipeline_script() + kProofScript +
         kDelayScript;
}

void prove_pipeline(const Netlist& golden, const Netlist& pipeline, int ranks,
                    const fs::path& folder, const RetimingTools& tools) {
  const auto refuse = [&](const std::string& why) {
    throw EnvironmentError(
        fmt::format("{}: not proved to be the same with its registers moved: {}", tools.what, why));
  };
  if (const std::string fault = fault_of_pipeline(pipeline, ranks); !fault.empty()) refuse(fault);
  Netlist stage = golden, wires = without_registers(pipeline);
  if (const std::string output = make_comparable(stage, wires); !output.empty())
    refuse("the output " + output + " is an input of one alone");
  if (stage.outputs.empty()) return;  // registers alone
  const auto prove = [&](const std::set<std::string>& outputs, const auto& kept) {
    if (outputs.empty()) return;
    write_text(folder / "golden.blif", blif_of(with_outputs(stage, outputs)));
    write_text(folder / "wires.blif", blif_of(kept(with_outputs(wires, outputs))));
    const std::string log = run_abc(kProofScript, folder, tools);
    if (log.find("Networks are equivalent") != std::string::npos) return;
    write_text(tools.kept_log, log);
    refuse("abc's cec does not say that the netlists are equivalent; see " +
           tools.kept_log.string());
  };
  const OutputKinds kinds = output_kinds(wires);
  prove(kinds.constants, functions_alone);
  prove(kinds.others, [](Netlist netlist) {
    return with_a_cell_for_each_output(gates_alone(std::move(netlist)));
  });
}

RetimedCounts retime(const StageLogic& logic, int ranks, const RtlFile& elastic,
                     const fs::path& folder, const RetimingTools& tools) {
  write_text(folder / "elastic.sv", elastic.text);
  write_text(folder / "pipeline.sv",
             pipeline_text(logic.mapped, cut_into(ranks, logic.mapped, logic.arrivals), ranks));
  write_text(folder / "recipe.abc", tools.abc_script);
  write_text(folder / "registers.abc", kRegistersScript);
  const std::string log =
      run_yosys(tools.what, pipeline_script(), folder, tools.kept_log, tools.limits);
  const Netlist pipeline = data_path(
      parse_blif(read_file_text(folder / "pipeline.blif"), pins_of_pipeline(logic.mapped)));
  prove_pipeline(logic.golden, pipeline, ranks, folder, tools);
  const CellCounts before = parse_stat(read_file_text(folder / "logic.txt"));
  const CellCounts all = parse_stat(read_file_text(folder / "cells.txt"));
  return {.flip_flops = before.generic(),
          .cells = all.total(),
          .area = all.area,
          .logic_area = before.area,
          .delay = std::max(parse_delay(log), period_of(pipeline, folder, tools))};
}

}  // namespace mmasc
