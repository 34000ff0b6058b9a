// SPDX-License-Identifier: Apache-2.0
// Programs written by others that do an instruction: emulators, which run a guest of ours, and the
// functions of a simulator.
#pragma once

#include <fmt/format.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "emulated/records.h"

namespace mmasc {

struct Oracle {
  const char* name;      // as the sources of questions begin that it answers in its own way
  const char* guest;     // its file in this folder
  const char* compiler;  // a command that takes the guest and options
  const char* runner;    // one that takes the program
  const char* probe;     // one that succeeds where the oracle is
  const char* mend;      // what to do where it is not
};

inline bool succeeds(const std::string& command) { return std::system(command.c_str()) == 0; }

inline bool is_there(const Oracle& oracle) {
  return succeeds(fmt::format("({}) >/dev/null 2>&1", oracle.probe));
}

// One instruction of an oracle, compiled in a folder of its own. Failures throw std::runtime_error.
class OracleProgram {
 public:
  OracleProgram(const Oracle& oracle, const std::string& instruction, const OperandLayout& layout)
      : oracle_(oracle), layout_(layout), folder_(new_folder()) {
    const auto bytes = [&](Operand operand) { return bytes_of(layout_[operand]); };
    in_folder(
        fmt::format("{} '{}/{}' -O2 -o guest -DBYTES_OF_A={} -DBYTES_OF_B={} -DBYTES_OF_C={} "
                    "-DINSTRUCTION='{}'",
                    oracle.compiler, MMASC_EMULATED, oracle.guest, bytes(Operand::a),
                    bytes(Operand::b), bytes(Operand::c), instruction));
  }
  ~OracleProgram() { std::filesystem::remove_all(folder_); }
  OracleProgram(const OracleProgram&) = delete;
  OracleProgram& operator=(const OracleProgram&) = delete;

  // d of each.
  std::vector<std::uint64_t> run(std::span<const Case> cases) const {
    std::ofstream(folder_ / "records", std::ios::binary) << records_of(cases, layout_);
    in_folder(fmt::format("{} ./guest <records >results", oracle_.runner));
    std::ifstream results(folder_ / "results", std::ios::binary);
    return elements_of({std::istreambuf_iterator<char>(results), std::istreambuf_iterator<char>()},
                       static_cast<std::size_t>(bytes_of(layout_[Operand::c])));
  }

 private:
  static std::filesystem::path new_folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "mmasc_oracle_XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder: " + pattern);
    return pattern;
  }
  void in_folder(const std::string& command) const {
    if (!succeeds(fmt::format("cd {} && {}", folder_.string(), command)))
      throw std::runtime_error("failed: " + command);
  }

  const Oracle& oracle_;
  OperandLayout layout_;
  std::filesystem::path folder_;
};

}  // namespace mmasc
