// SPDX-License-Identifier: Apache-2.0
// The scripts that Yosys and abc get, and the numbers that are read from their reports.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/cost/cost.h"
#include "mmasc/rtl/emit.h"

namespace mmasc {

// Commands for abc: from a netlist of generic gates to one of the library's cells, and its delay.
std::string abc_script(SynthesisRecipe recipe);

// The module kLoneTop with one instance: of `instance`, a module at its parameters.
std::string lone_module(std::string_view instance);

// Commands for Yosys, of the module kLoneTop in `files`: its one instance synthesised to generic
// gates and flip-flops, as the module `stage`.
std::string read_stage_script(const std::vector<std::string>& files);

// Then mapped to cells.lib by recipe.abc, flip-flops and their enables by registers.abc, and
// counted into logic.txt (flip-flops not mapped yet) and cells.txt.
std::string map_script();
inline constexpr const char* kRegistersScript = "strash; map -a; topo\n";  // of registers.abc

std::string stage_script(const std::vector<std::string>& files);  // both

// The flip-flops that netlists are read with: with an enable, of data; and of the handshake, which
// have a reset as well. All are made such.
inline constexpr const char* kDataRegister = "$_DFFE_PP_";
inline constexpr const char* kHandshakeRegister = "$_DFFE_PN0P_";
std::string legal_registers_script();

// Without a terminal's colours.
std::string plain_text(const std::string& text);

// Yosys's `stat -liberty`: a line is "AND2X2  8", of newer Yosys "8  256.000  AND2X2". Newer Yosys
// calls cells "submodules" where it has read the library of cells as modules.
struct CellCounts {
  std::map<std::string, int> cells;  // by type
  double area = 0;                   // of the library's
  int total() const;
  int generic() const;  // of Yosys's own types, "$_DFF_P_": those that no library has
};
CellCounts parse_stat(std::string_view text);

// Each "Delay = 123.45 ps" of abc's stime.
std::vector<double> parse_delays(std::string_view text);
// The last of them; 0 where it did not run.
double parse_delay(std::string_view text);

// The first line that says what went wrong.
std::string first_error_of(std::string_view text);

}  // namespace mmasc
