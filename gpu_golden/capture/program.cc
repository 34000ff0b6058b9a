// SPDX-License-Identifier: Apache-2.0
#include "capture/program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <new>
#include <set>

#include "capture/capture.h"
#include "capture/chips.h"
#include "spec/catalog.h"
#include "spec/error.h"
#include "vectors/atomic_file.h"
#include "vectors/bundled.h"
#include "vectors/find_vectors.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;

constexpr int kGood = 0, kPlacesDiffer = 1, kBadInput = 2, kBadEnvironment = 3;

struct Arguments {
  std::string instruction;
  bool all = false, version = false;
  std::string vectors;
  std::string output;
  int scale_d = 1;
  std::string help;  // asked for
};

Arguments parse(int argc, const char* const* argv, const std::string& name) {
  Arguments arguments;
  CLI::App app("Records d of vectors on the GPU of this machine.", name);
  app.footer(
      "Exit codes: 0 good, 1 a vector gave different bits at different places of a tile,\n"
      "2 bad input, 3 environment: no GPU or driver, another GPU, memory, files.\n"
      "Example: " +
      name + " --all -o captured");
  app.add_option("--instruction", arguments.instruction, "an id of the catalogue")->type_name("ID");
  app.add_flag("--all", arguments.all, "every instruction of this GPU that --vectors has");
  app.add_option("--vectors", arguments.vectors,
                 "the stimulus; a folder with --all (default: the bundled vectors)")
      ->type_name("IN.vec");
  app.add_option("-o,--output", arguments.output, "the recording; a folder with --all")
      ->type_name("OUT.vec");
  app.add_option("--scale-d", arguments.scale_d, "wgmma, tcgen05: 0 leaves c out (default 1)")
      ->type_name("0|1");
  app.add_flag("--version", arguments.version, "print the version");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    arguments.help = app.help();
    return arguments;
  } catch (const CLI::ParseError& error) {
    throw InputError(fmt::format("{}; see {} --help", error.what(), name));
  }
  const auto require = [&](bool good, const char* what) {
    if (!good) throw InputError(fmt::format("{}; see {} --help", what, name));
  };
  if (arguments.version) return arguments;
  require(arguments.all == arguments.instruction.empty(), "give --instruction ID or --all");
  require(arguments.all || !arguments.vectors.empty(), "--vectors: missing");
  require(!arguments.output.empty(), "-o: missing");
  require(arguments.scale_d == 0 || arguments.scale_d == 1, "--scale-d: write 0 or 1");
  return arguments;
}

void require_cases(const VectorFile& file) {
  if (file.cases.empty()) throw InputError(fmt::format("{}: no vectors in this file", file.name));
}

// The output is opened before the GPU is asked to work.
void record(const Unit& unit, const VectorFile& stimulus, const std::string& output, Gpu& gpu,
            const CaptureOptions& options) {
  AtomicFile file(output);
  try {
    file.write(to_text(capture(unit, stimulus, gpu, options)));
  } catch (const PlacesDiffer& error) {
    throw PlacesDiffer(fmt::format("{}: {}", stimulus.name, error.what()));
  }
  file.commit();
  fmt::print("{}: {} vectors of {}\n", output, stimulus.cases.size(), unit.instruction.id);
}

int record_one(const Arguments& arguments, const OpenGpu& open_gpu, const CaptureOptions& options) {
  const Unit& unit = catalog().find(arguments.instruction);
  const VectorFile stimulus = read_vectors(arguments.vectors);
  require_cases(stimulus);
  check_header(stimulus, unit);
  const auto gpu = open_gpu();
  record(unit, stimulus, arguments.output, *gpu, options);
  return kGood;
}

// OUT/hopper/wgmma....vec, numbered where several files are of one instruction.
fs::path output_path(const fs::path& folder, const Instruction& row, std::set<fs::path>& taken) {
  const std::string id = row.id;
  const std::string name = id.substr(id.find('/') + 1);
  fs::path path = folder / architecture_of(row) / (name + ".vec");
  for (int number = 2; !taken.insert(path).second; ++number)
    path = folder / architecture_of(row) / fmt::format("{}.{}.vec", name, number);
  return path;
}

int record_all(const Arguments& arguments, const OpenGpu& open_gpu, const CaptureOptions& options) {
  const std::vector<std::string> paths = {arguments.vectors.empty() ? bundled_vectors_dir()
                                                                    : arguments.vectors};
  const std::vector<VectorSource> sources = find_vectors(paths);
  const auto gpu = open_gpu();
  const GpuInfo& info = gpu->info();
  const auto architecture = architecture_of_chip(info.chip);
  if (architecture.empty())
    throw EnvironmentError(
        fmt::format("the catalogue has no instructions of {} ({})", info.name, info.chip));

  std::set<fs::path> taken;
  std::set<std::string> recorded;
  std::size_t vectors = 0;
  for (const VectorSource& source : sources) {
    if (source.recording) continue;
    const VectorFile stimulus = read_vectors(source.path);
    const Unit& unit = catalog().find(stimulus.instruction);
    if (architecture_of(unit.instruction) != architecture || stimulus.cases.empty() ||
        !gpu->has_kernel(unit.instruction) ||
        (!options.accumulate && !has_scale_d(unit.instruction)))
      continue;
    const fs::path path = output_path(arguments.output, unit.instruction, taken);
    make_folder(path.parent_path());
    record(unit, stimulus, path.string(), *gpu, options);
    recorded.insert(unit.instruction.id);
    vectors += stimulus.cases.size();
  }
  if (recorded.empty())
    throw InputError(fmt::format("{}: no vectors of an instruction of {} that can be captured",
                                 paths.front(), architecture));
  const auto rows = std::ranges::count_if(catalog().units(), [&](const Unit& unit) {
    return architecture_of(unit.instruction) == architecture;
  });
  fmt::print("{} ({}): {} vectors of {} of {} instructions of {}\n", info.name, info.chip, vectors,
             recorded.size(), rows, architecture);
  return kGood;
}

int run(const Arguments& arguments, const std::string& name, const OpenGpu& open_gpu) {
  if (!arguments.help.empty()) {
    fmt::print("{}", arguments.help);
    return kGood;
  }
  if (arguments.version) {
    fmt::print("{} {}\n", name, MMASC_VERSION);
    return kGood;
  }
  const CaptureOptions options{arguments.scale_d == 1, name};
  return arguments.all ? record_all(arguments, open_gpu, options)
                       : record_one(arguments, open_gpu, options);
}

int complain(int code, const std::string& name, std::string_view what) {
  const std::string line = fmt::format("{}: {}\n", name, printable(what));
  std::fwrite(line.data(), 1, line.size(), stderr);
  return code;
}

}  // namespace

int capture_program(int argc, const char* const* argv, const std::string& name,
                    const OpenGpu& open_gpu) {
  try {
    return run(parse(argc, argv, name), name, open_gpu);
  } catch (const PlacesDiffer& error) {
    return complain(kPlacesDiffer, name, error.what());
  } catch (const InputError& error) {
    return complain(kBadInput, name, error.what());
  } catch (const EnvironmentError& error) {
    return complain(kBadEnvironment, name, error.what());
  } catch (const std::bad_alloc&) {
    return complain(kBadEnvironment, name, "out of memory");
  } catch (const std::exception& error) {
    return complain(kBadEnvironment, name, fmt::format("internal error: {}", error.what()));
  }
}

}  // namespace mmasc
