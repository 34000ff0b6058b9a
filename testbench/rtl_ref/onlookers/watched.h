// SPDX-License-Identifier: Apache-2.0
// An emitted unit with what looks on at it, run in Verilator on given operations, with stalls on
// both sides.
#pragma once

#include <filesystem>
#include <functional>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "arith/operands.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/rtl/unit_ports.h"
#include "mmasc/specification/account.h"
#include "mmasc/tools/tool.h"
#include "onlookers/watched_units.h"
#include "rtl/folder.h"

namespace mmasc::testing {

struct Operation {
  Operands in;
  std::uint64_t d = 0;
};

// The operations that vectors are, step by step; or the late additions alone.
inline std::vector<Operation> operations_of(const Sequence& sequence,
                                            const std::vector<Case>& cases, bool late) {
  const Specification specification(sequence.unit());
  std::vector<Operation> operations;
  for (const Case& each : cases) {
    const DotOperands in = view(each);
    const ExactRun run = account_of(specification, in);
    std::uint64_t chained = 0;
    for (int s = 0; s < sequence.steps(); ++s) {
      const Operands step = sequence.step(s, in, chained);
      chained = run.steps[static_cast<std::size_t>(s)].d;
      if (!late) operations.push_back({step, chained});
    }
    if (late) operations.push_back({sequence.late_c(in, chained), run.d});
  }
  return operations;
}

// The elements of all ports side by side, the first port lowest, then c_is_input_i, as hex digits.
inline std::string hex_of(const RtlUnit& unit, const Operands& in) {
  std::vector<bool> bits;
  for (const Operand operand : operands_with_ports(unit)) {
    const std::vector<int> widths = port_widths(unit, operand);
    for (std::size_t i = 0; i < widths.size(); ++i)
      for (int bit = 0; bit < widths[i]; ++bit)
        bits.push_back((in[operand][static_cast<int>(i)] >> bit & 1) != 0);
  }
  bits.push_back(in.c_is_input);
  std::string text;
  for (std::size_t low = 0; low < bits.size(); low += 4) {
    unsigned digit = 0;
    for (std::size_t i = 0; i < 4 && low + i < bits.size(); ++i)
      digit |= (bits[low + i] ? 1u : 0u) << i;
    text.insert(text.begin(), "0123456789abcdef"[digit]);
  }
  return text;
}

inline std::string bench_of(const RtlUnit& unit, const std::string& top) {
  std::string ports;
  int low = 0;
  for (const Operand operand : operands_with_ports(unit)) {
    const int bits = port_bits(unit, operand);
    ports += "." + port_name(row_of(operand)) + "(x[" + std::to_string(low) +
             "+:" + std::to_string(bits) + "]), ";
    low += bits;
  }
  const std::string d = std::to_string(port_bits(unit, Operand::d));
  return "module bench;\n"
         "  reg clk = 0, rst_n = 0, valid = 0, took = 0, ready_i = 0;\n"
         "  wire ready, valid_o; wire [7:0] id_o; wire [" +
         d + "-1:0] d_o;\n" + (unit.plan.raises_flags ? "  wire [4:0] flags;\n" : "") +
         "  reg [7:0] id = 0; reg [" + std::to_string(low) +
         ":0] x = 0, read = 0;\n"
         "  integer file, results, got, sent = 0, done = 0, waits = 0;\n"
         "  integer fault = 0;  // that is planted\n"
         "  always #5 clk = !clk;\n  " +
         top +
         " u_unit (.clk_i(clk), .rst_ni(rst_n), "
         ".valid_i(valid), .ready_o(ready), .id_i(id), .format_i(1'b0), " +
         ports + ".c_is_input_i(x[" + std::to_string(low) +
         "]), .valid_o(valid_o), .ready_i(ready_i), "
         ".id_o(id_o), .d_o(d_o)" +
         (unit.plan.raises_flags ? ", .flags_o(flags)" : "") +
         ");\n"
         "  always @(posedge clk) begin\n    took <= valid && ready;\n"
         "    if (rst_n && valid_o && ready_i) done <= done + 1;\n  end\n"
         "  initial begin\n    if ($value$plusargs(\"fault=%d\", got)) fault = got;\n"
         "    file = $fopen(\"operations.hex\", \"r\");\n"
         "    results = $fopen(\"results.hex\", \"w\");\n    got = 1;\n"
         "    repeat (3) @(negedge clk);\n    rst_n = 1;\n"
         "    while ((got == 1 || done != sent) && waits < 1000000) begin\n"
         "      @(negedge clk);\n      waits = waits + 1;\n      ready_i = ($urandom & 3) != 0;\n"
         "      if (valid_o && ready_i) $fdisplay(results, \"%h\", d_o);\n"
         "      if (!valid || took) begin\n        valid = 0;\n"
         "        if (got == 1 && ($urandom & 7) != 0) got = $fscanf(file, \"%h\", read);\n"
         "        else if (got == 1) got = 2;\n"
         "        if (got == 1) begin\n          x = read; valid = 1; id = id + 1; sent = sent + "
         "1;\n"
         "        end else if (got == 2) got = 1;\n      end\n    end\n"
         "    $fclose(results);\n    $finish;\n  end\nendmodule\n";
}

// As Verilator's own, and writes what it counted.
inline constexpr const char* kMain = R"(
#include "Vbench.h"
#include "verilated.h"
#include "verilated_cov.h"
int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  Vbench bench(&context);
  while (!context.gotFinish()) {
    bench.eval();
    if (!bench.eventsPending()) break;
    context.time(bench.nextTimeSlot());
  }
  bench.final();
  context.coveragep()->write("coverage.dat");
  return 0;
}
)";

struct WatchedRun {
  bool succeeded = false;      // built and ran to the end
  std::string output;          // of the simulation, or of Verilator where it failed
  std::string coverage;        // Verilator's counts
  std::vector<std::string> d;  // of each operation, as hex digits
};

// Each operation has its result.
inline void expect_results(const WatchedRun& run, const std::vector<Operation>& operations) {
  ASSERT_EQ(run.d.size(), operations.size());
  for (std::size_t i = 0; i < run.d.size(); ++i)
    ASSERT_EQ(std::stoull(run.d[i], nullptr, 16), operations[i].d) << "operation " << i;
}

struct WatchOptions {
  std::vector<std::string> defines;
  std::vector<std::string> newer = {};  // a command before which the tools are started
  std::function<void(std::vector<RtlFile>&)> change = [](std::vector<RtlFile>&) {};
  bool late = false;
};

// Verilator's runtime is linked as the fixture has compiled it, where that has run: to compile it
// takes longer than a bench.
inline void link_runtime(std::vector<std::string>& arguments) {
  if (!std::filesystem::exists(MMASC_VERILATOR_OBJECTS "/verilated.o")) return;
  std::istringstream words(MMASC_VERILATOR_RUNTIME);
  for (std::string word; std::getline(words, word, '|');) arguments.push_back(word);
}

// The bench, built; each run() is a simulation of its own.
class Watched {
 public:
  Watched(const Unit& unit, const std::vector<Operation>& operations, const WatchOptions& options)
      : newer_(options.newer) {
    const Sequence sequence(unit);
    const RtlUnit rtl(options.late ? *sequence.late_c_plan() : sequence.plan());
    const std::string top = options.late ? late_c_top("unit") : "unit";
    std::vector<RtlFile> files = watched_files(unit);
    options.change(files);
    for (const RtlFile& file : files) write(file.name, file.text);
    write("bench.sv", bench_of(rtl, top));
    write("main.cc", kMain);
    std::string hex;
    for (const Operation& each : operations) hex += hex_of(rtl, each.in) + "\n";
    write("operations.hex", hex);
    std::vector<std::string> arguments{
        "--cc",    "--exe",        "--build",   "--timing",   "--assert",    "--coverage-user",
        "-O3",     "-Wno-fatal",   "-Wno-lint", "-f",         "unit.f",      "bench.sv",
        "main.cc", "--top-module", "bench",     "-MAKEFLAGS", "OPT_FAST=-O0"};
    if (newer_.empty()) link_runtime(arguments);
    for (const std::string& define : options.defines) arguments.push_back("-D" + define);
    built_ = run_here("verilator", arguments);
  }

  // `fault`: which of those that are planted; 0: none.
  WatchedRun run(int fault = 0) const {
    if (!built_.succeeded) return {false, built_.output, "", {}};
    const ToolRun ran = run_here(
        "obj_dir/Vbench", {"+verilator+error+limit+1000000", "+fault=" + std::to_string(fault)});
    WatchedRun run{ran.succeeded, ran.output, text_of(folder_.path() / "coverage.dat"), {}};
    std::istringstream lines(text_of(folder_.path() / "results.hex"));
    for (std::string line; lines >> line;) run.d.push_back(line);
    return run;
  }

 private:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path() / name) << text;
  }

  ToolRun run_here(const std::string& program, std::vector<std::string> arguments) const {
    if (newer_.empty()) return run_tool({program, program}, arguments, folder_.path());
    std::vector<std::string> command = newer_;
    for (const std::string& word :
         {std::string("sh"), std::string("-c"), std::string(R"(cd "$0" && exec "$@")"),
          folder_.path().string(), program})
      command.push_back(word);
    arguments.insert(arguments.begin(), command.begin() + 1, command.end());
    return run_tool({command.front(), command.front()}, arguments);
  }

  std::vector<std::string> newer_;
  Folder folder_;
  ToolRun built_;
};

}  // namespace mmasc::testing
