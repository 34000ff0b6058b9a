// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "commands.h"
#include "engines.h"
#include "interrupt.h"
#include "vectors/operands.h"

namespace mmasc {
namespace {

constexpr std::string_view kVcd = ".vcd";

// A VCD beside its final name until it is complete.
class VcdFile {
 public:
  explicit VcdFile(std::string path) : path_(std::move(path)) {
    if (!path_.empty()) temporary_ = fmt::format("{}.{}.tmp", path_, ::getpid());
  }
  ~VcdFile() {
    if (!path_.empty()) std::remove(written().c_str());
  }
  VcdFile(const VcdFile&) = delete;
  VcdFile& operator=(const VcdFile&) = delete;

  // Without the suffix that SystemC adds; empty for no file.
  const std::string& base() const { return temporary_; }

  void commit() {
    if (path_.empty()) return;
    if (std::rename(written().c_str(), path_.c_str()) != 0)
      throw EnvironmentError(fmt::format("{}: cannot write: {}", path_, std::strerror(errno)));
  }

 private:
  std::string written() const { return temporary_ + std::string(kVcd); }

  std::string path_, temporary_;
};

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
  VcdFile vcd(options.output);
  const TracedBatch traced = trace_batch(unit, packed.batch(), vcd.base());
  stop_if_interrupted();
  vcd.commit();
  for (const std::string& line : traced.lines) fmt::print("{}\n", line);
  fmt::print(stderr, "mmasc: {} operations in {} cycles (structural){}\n", cases.size(),
             traced.cycles, options.output.empty() ? "" : ", " + options.output);
  return kGood;
}

}  // namespace mmasc
