// SPDX-License-Identifier: Apache-2.0
#include "mmasc/command/wave_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "mmasc/files/atomic_file.h"
#include "mmasc/tools/tool.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;

bool is_fst(const std::string& path) { return fs::path(path).extension() == ".fst"; }

// Removed at the end, if it is there.
struct ScratchFile {
  std::string path;
  ~ScratchFile() { ::unlink(path.c_str()); }
};

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw EnvironmentError(fmt::format("{}: {}", path, what));
}

const Tool kConverter{"vcd2fst", "gtkwave"};

void convert(const std::string& vcd, const std::string& fst, const std::string& path) {
  const ToolRun run = run_tool(kConverter, {fs::absolute(vcd), fs::absolute(fst)});
  std::error_code error;
  if (!run.succeeded || fs::file_size(fst, error) == 0 || error)
    fail(path, "vcd2fst cannot write it whole: is the disk full?");
}
void check_fst(const std::string& path) {
  if (output_place(path).is_device) fail(path, "an FST goes to a file only");
  try {
    run_tool(kConverter, {"--help"});
  } catch (const EnvironmentError& error) {
    fail(path, error.what());
  }
}

}  // namespace

const std::string& check_wave_file(const std::string& path) {
  if (is_fst(path)) check_fst(path);
  return path;
}

WaveFile::WaveFile(const std::string& path) : path_(check_wave_file(path)), vcd_(path) {}

void WaveFile::commit() {
  if (!is_fst(path_)) return vcd_.commit();
  const ScratchFile fst{stem() + ".fst"};
  convert(stem() + ".vcd", fst.path, path_);
  if (std::rename(fst.path.c_str(), output_place(path_).path.c_str()) != 0)
    fail(path_, "cannot write");
}

std::string wave_bytes(const std::string& path, const std::string& vcd) {
  if (!is_fst(path)) return vcd;
  const WaveFile scratch(path);
  const ScratchFile fst{scratch.stem() + ".fst"};
  write_file(scratch.stem() + ".vcd", vcd);
  convert(scratch.stem() + ".vcd", fst.path, path);
  std::ifstream file(fst.path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace mmasc
