// SPDX-License-Identifier: Apache-2.0
#include "mmasc/capture/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <new>
#include <set>

#include "mmasc/capture/answer.h"
#include "mmasc/capture/arguments.h"
#include "mmasc/capture/capture.h"
#include "mmasc/capture/chips.h"
#include "mmasc/capture/compare_command.h"
#include "mmasc/capture/cycles_command.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/vectors/bundled.h"
#include "mmasc/vectors/find_vectors.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;

constexpr int kGood = 0, kDifferent = 1, kBadInput = 2, kBadEnvironment = 3;

void require_cases(const VectorFile& file) {
  if (file.cases.empty()) throw InputError(fmt::format("{}: no vectors in this file", file.name));
}

// The output is opened before the GPU is asked to work.
// Returns how many vectors were recorded.
std::size_t record(const Unit& unit, const VectorFile& stimulus, const std::string& output,
                   Device& gpu, const CaptureOptions& options) {
  AtomicFile file(output);
  std::size_t recorded = 0;
  try {
    const VectorFile recording = capture(unit, stimulus, gpu, options);
    recorded = recording.cases.size();
    file.write(to_text(recording));
  } catch (const PlacesDiffer& error) {
    throw PlacesDiffer(fmt::format("{}: {}", stimulus.name, error.what()));
  }
  file.commit();
  fmt::print("{}: {} vectors of {}\n", output, recorded, unit.instruction.id);
  return recorded;
}

int record_one(const Arguments& arguments, const OpenDevice& open_device,
               const CaptureOptions& options) {
  const Unit& unit = arguments.one_unit();
  const VectorFile stimulus = read_vectors(arguments.vectors);
  require_cases(stimulus);
  check_header(stimulus, unit);
  const auto gpu = open_device();
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

int record_all(const Arguments& arguments, const OpenDevice& open_device,
               const CaptureOptions& options) {
  const std::vector<std::string> paths = {arguments.vectors.empty() ? bundled_vectors_dir()
                                                                    : arguments.vectors};
  const std::vector<VectorSource> sources = find_vectors(paths);
  const auto gpu = open_device();
  const DeviceInfo& info = gpu->info();
  const auto architecture = architecture_of(info);

  std::set<fs::path> taken;
  std::set<std::string> recorded;
  std::size_t vectors = 0, missing = 0;
  for (const VectorSource& source : sources) {
    if (source.recording) continue;
    const VectorFile stimulus = read_vectors(source.path);
    const Unit& unit = catalog().find(stimulus.instruction);
    if (architecture_of(unit.instruction) != architecture || stimulus.cases.empty() ||
        !gpu->has_kernel(unit.instruction) ||
        (!options.accumulate && !has_scale_d(unit.instruction)))
      continue;
    if (tell_missing(*gpu, unit.instruction)) {
      ++missing;
      continue;
    }
    if (std::ranges::none_of(stimulus.cases,
                             [&](const Case& row) { return gpu->can_run(unit, row); })) {
      fmt::print("{}: this device can run none of these vectors\n", source.path);
      continue;
    }
    const fs::path path = output_path(arguments.output, unit.instruction, taken);
    make_folder(path.parent_path());
    vectors += record(unit, stimulus, path.string(), *gpu, options);
    recorded.insert(unit.instruction.id);
  }
  tell_without_kernel(*gpu, architecture);
  if (recorded.empty() && missing > 0)
    throw EnvironmentError(fmt::format(
        "{} has none of the instructions of {} that the catalogue has", info.name, architecture));
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

int complain(int code, const std::string& name, std::string_view what) {
  const std::string line = fmt::format("{}: {}\n", name, printable(what));
  std::fwrite(line.data(), 1, line.size(), stderr);
  return code;
}

}  // namespace

int run_capture(const Arguments& arguments, const std::string& name,
                const OpenDevice& open_device) {
  if (arguments.cycles) {
    cycles_command(arguments, open_device);
    return kGood;
  }
  if (arguments.compare) return compare_command(arguments, open_device) ? kGood : kDifferent;
  const CaptureOptions options{.accumulate = arguments.accumulate(), .program = name};
  if (arguments.answer) {
    answer_operands(arguments.one_unit(), *open_device(), options);
    return kGood;
  }
  return arguments.all ? record_all(arguments, open_device, options)
                       : record_one(arguments, open_device, options);
}

int capture_program(int argc, const char* const* argv, const std::string& name,
                    const OpenDevice& open_device) {
  try {
    const Arguments arguments = parse_arguments(argc, argv, name);
    if (!arguments.help.empty()) {
      fmt::print("{}", arguments.help);
      return kGood;
    }
    if (arguments.version) {
      fmt::print("{} {}\n", name, MMASC_VERSION);
      return kGood;
    }
    return run_capture(arguments, name, open_device);
  } catch (const PlacesDiffer& error) {
    return complain(kDifferent, name, error.what());
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
