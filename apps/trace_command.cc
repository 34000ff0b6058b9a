// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "commands.h"
#include "engines.h"
#include "interrupt.h"
#include "vectors/atomic_file.h"
#include "vectors/line_reader.h"

namespace mmasc {
namespace {

// Where SystemC may write, until the VCD is complete and AtomicFile takes it to its own name: only
// that knows a device or a link from a file to replace.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "mmasc_XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr)
      throw EnvironmentError(fmt::format("{}: cannot create: {}", pattern, std::strerror(errno)));
    path_ = pattern;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string file(std::string_view name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

TracedBatch trace_to_file(const Unit& unit, const DotBatch& batch, const std::string& output) {
  const ScratchFolder scratch;
  const TracedBatch traced = trace_batch(unit, batch, scratch.file("trace"));
  stop_if_interrupted();
  write_file(output, read_text(scratch.file("trace.vcd")));
  return traced;
}

std::vector<Case> read_cases(const Unit& unit, const TraceOptions& options) {
  if (options.vectors.empty()) return {read_operands(unit, options.operands)};
  if (options.operands.given()) throw InputError("give operands or a vector file, not both");
  VectorFile file = read_vectors(options.vectors);
  check_header(file, unit);
  return std::move(file.cases);
}

}  // namespace

int trace_unit(const TraceOptions& options) {
  check_engine("pipeline");
  const Unit unit = find_unit(options.unit);
  const std::vector<Case> cases = read_cases(unit, options);
  PackedCases packed(cases);
  const TracedBatch traced = options.output.empty()
                                 ? trace_batch(unit, packed.batch(), "")
                                 : trace_to_file(unit, packed.batch(), options.output);
  stop_if_interrupted();
  for (const std::string& line : traced.lines) fmt::print("{}\n", line);
  fmt::print(stderr, "mmasc: operations: {}, cycles: {} (structural){}\n", cases.size(),
             traced.cycles, options.output.empty() ? "" : ", " + options.output);
  return kGood;
}

}  // namespace mmasc
