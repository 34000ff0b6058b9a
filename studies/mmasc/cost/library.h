// SPDX-License-Identifier: Apache-2.0
// A standard-cell library as a liberty file, and what it measures things in.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "mmasc/rtl/emit.h"
#include "mmasc/tools/tool.h"
#include "mmasc/unit/error.h"
#include "mmasc/verilated/cache.h"

namespace mmasc {

struct CellLibrary {
  std::filesystem::path path;
  std::string_view own_text{};  // of own_cells(), which are in no file
  std::string name;             // the file's, without folder
  std::string hash;             // of its bytes
  double nand2_area = 0;        // um2, of the smallest
  double fo4_delay = 0;         // ps, of the smallest inverter that drives four of its like

  std::string text() const;
  void put_into(const std::filesystem::path& folder) const;  // as cells.lib
};

// The versions of Yosys and abc, looked at once. Throws EnvironmentError where one is missing.
const std::string& synthesis_tools();

// The library in a file, not measured yet; of no path the default one (cells.h). Throws
// EnvironmentError where it cannot be read.
CellLibrary library_at(const std::filesystem::path& path);

// Measured on a NAND gate and on chains of inverters, and kept in the cache. Throws InputError
// where it cannot be read or has no such cells, EnvironmentError as run_tool() does.
CellLibrary measure_library(const std::filesystem::path& path, const Cache& cache);

// "yosys 0.23": the first line of synthesis_tools(), for people.
std::string tool_name();

// Yosys ended with an error, or did not get the memory that it asked for.
struct SynthesisFailed : EnvironmentError {
  using EnvironmentError::EnvironmentError;
};

// Runs Yosys on `script` in `folder`, within half an hour of CPU time and `limits`, and returns its
// log. Throws EnvironmentError that begins with `what`, SynthesisFailed where a run with more
// memory may do better; the log is then in `kept_log`.
std::string run_yosys(const std::string& what, const std::string& script,
                      const std::filesystem::path& folder, const std::filesystem::path& kept_log,
                      ToolLimits limits = {});

// Writes what yosys.h's scripts read in a folder: the sources, cells.lib, recipe.abc and
// registers.abc.
void write_mapping_inputs(std::span<const RtlFile> files, const CellLibrary& library,
                          const std::string& abc_script, const std::filesystem::path& folder);

// A text file's whole text.
std::string read_file_text(const std::filesystem::path& path);

}  // namespace mmasc
