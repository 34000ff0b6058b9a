// SPDX-License-Identifier: Apache-2.0
#include "mmasc/c_source/emit_c.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "mmasc/arith/sequence.h"
#include "mmasc/command/command.h"
#include "mmasc/command/tell.h"
#include "mmasc/command/version.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/unit/error.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc {
namespace fs = std::filesystem;
namespace {

struct EmitCOptions {
  UnitArgument unit;
  std::string output;       // FILE.c; the header beside it
  std::string name;         // empty: the file's
  std::uint64_t count = 4;  // vectors of each class in the self test
  std::uint64_t seed = 1;
};

constexpr std::uint64_t kMaxCount = 1000;
const std::string kMark = "Written by mmasc emit-c";

// A file that the user wrote stays: only one of this command's is replaced.
void refuse_to_replace(const fs::path& path) {
  std::error_code none;
  const auto status = fs::status(path, none);
  if (!fs::exists(status)) return;
  std::string line;
  if (fs::is_regular_file(status)) {
    std::ifstream file(path, std::ios::binary);
    std::getline(file, line);
  }
  if (!line.starts_with("/* " + kMark))
    throw InputError(fmt::format("{}: there is something already, not of emit-c; name another file",
                                 path.string()));
}

std::vector<Case> answered_vectors(const Unit& unit, const EmitCOptions& options) {
  const Generator generator(unit, options.seed);
  std::vector<Case> cases;
  for (const VectorClass vector_class : kDefaultClasses)
    for (std::uint64_t i = 0; i < options.count; ++i) {
      Case& row = cases.emplace_back(generator.make(vector_class, i));
      if (raises_flags(unit)) {
        const Result result = evaluate_with_flags(generator.sequence(), operands_of(row));
        row.d() = result.d;
        row.flags = result.flags;
      } else {
        row.d() = evaluate(generator.sequence(), operands_of(row));
      }
    }
  return cases;
}

int emit_c_unit(const EmitCOptions& options) {
  if (options.count < 1 || options.count > kMaxCount)
    throw InputError(fmt::format("--count: {}; give 1 to {}", options.count, kMaxCount));
  const fs::path source = options.output;
  if (source.extension() != ".c")
    throw InputError(fmt::format("-o {}: end it in .c", options.output));
  fs::path header = source;
  header.replace_extension(".h");
  refuse_to_replace(source);
  refuse_to_replace(header);

  const Unit unit = find_unit(options.unit);
  CSourceRequest request;
  request.name = options.name.empty() ? source.stem().string() : options.name;
  request.header = header.filename().string();
  request.mark = fmt::format("{}, {}; seed {}", kMark, version_name(), options.seed);
  request.unit = as_typed(options.unit);
  const std::vector<Case> cases = answered_vectors(unit, options);
  request.vectors = cases;
  const CSource text = emit_c(unit, request);

  AtomicFile source_file(source.string()), header_file(header.string());
  source_file.write(text.source);
  header_file.write(text.header);
  AtomicFile* const files[] = {&source_file, &header_file};
  commit_together(files);
  tell(fmt::format("{0} and {1}; {2}_dot() is the unit, {3} vectors test it: cc -D{4} {0}",
                   source.string(), request.header, request.name, cases.size(),
                   self_test_macro(request.name)));
  return kGood;
}

CommandRow emit_c_command() {
  return make_command(
      "emit-c", "write a unit as C99, for equivalence tools, emulators and firmware",
      kUnitHelp +
          "FILE.c and FILE.h beside it hold the unit's instruction, its step and each stage as a\n"
          "function of integers: no heap, no library, no floating point, no undefined behaviour.\n"
          "Compiled with -DNAME_SELF_TEST (NAME in upper case), FILE.c is a program that tests "
          "it;\n"
          "with -DNAME_CHECK it is one for a bounded model checker (docs/emit_c.md).\n"
          "Example: mmasc emit-c hopper/wgmma.m64nNk32.f32.e4m3.e4m3 -o fp8.c\n"
          "         cc -DFP8_SELF_TEST fp8.c -o fp8 && ./fp8",
      emit_c_unit, [](EmitCOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add("-o,--output", &x.output, "where the C goes, its header beside it", "FILE.c")
            .is_required = true;
        rows.add("--name", &x.name, "what all names begin with (default: the file's)", "NAME");
        rows.add_count("--count", x.count,
                       "vectors of each class in the self test, 1 to 1000 (default: 4)");
        rows.add_count("--seed", x.seed, "the seed of the vectors (default: 1)");
      });
}
const RegisteredCommand kEmitCCommand(emit_c_command);

}  // namespace
}  // namespace mmasc
