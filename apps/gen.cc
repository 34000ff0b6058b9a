// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>

#include "commands.h"
#include "coverage/cover.h"
#include "coverage_text.h"
#include "engines.h"
#include "generate/generator.h"
#include "generate/memory_image.h"
#include "interrupt.h"
#include "json.h"
#include "progress.h"
#include "spec/error.h"
#include "vectors/atomic_file.h"

namespace mmasc {
namespace {

constexpr std::size_t kChunk = 4096;  // vectors between two looks at an interrupt

std::vector<VectorClass> classes_named(const std::string& name) {
  std::vector<VectorClass> classes;
  std::string known;
  for (const VectorClassInfo& info : kVectorClasses) {
    if (name == "all" || name == info.name) classes.push_back(info.value);
    known += fmt::format("{}, ", info.name);
  }
  if (classes.empty())
    throw InputError(fmt::format("--class: {} is no class; one of {}all", name, known));
  return classes;
}

std::vector<Case> draw_cases(const Generator& generator, const GenOptions& options) {
  std::vector<Case> cases;
  Progress progress;
  for (const VectorClass vector_class : classes_named(options.vector_class))
    for (std::uint64_t i = 0; i < options.count; ++i) {
      if (cases.size() % kChunk == 0) {
        stop_if_interrupted();
        progress.show(fmt::format("{} vectors, {}", cases.size(), name_of(vector_class)));
      }
      cases.push_back(generator.make(vector_class, i));
    }
  return cases;
}

void fill_in_d(const Unit& unit, const std::string& engine_name, std::vector<Case>& cases) {
  const auto engine = make_engine(engine_name, unit);
  for (std::size_t first = 0; first < cases.size(); first += kChunk) {
    stop_if_interrupted();
    const auto chunk = std::span(cases).subspan(first, std::min(kChunk, cases.size() - first));
    PackedCases packed(chunk);
    engine->dot(packed.batch());
    for (std::size_t i = 0; i < chunk.size(); ++i) chunk[i].d = packed.d[i];
  }
}

struct Covered {
  std::vector<Case> cases;
  Coverage coverage;
};

Covered draw_until_covered(const Unit& unit, const Generator& generator,
                           const GenOptions& options) {
  const Corners corners = corners_of(generator.sequence());
  Covered covered{{}, Coverage(unit, corners)};
  Progress progress;
  covered.cases =
      cover(generator, corners, {classes_named(options.vector_class), options.count, options.tries},
            covered.coverage, [&](std::uint64_t drawn) {
              stop_if_interrupted();
              progress.show(fmt::format("{} vectors drawn, {} corners left", drawn,
                                        covered.coverage.unreached().size()));
            });
  return covered;
}

// How the vectors can be made again.
std::string provenance_of(const GenOptions& options) {
  std::string text = fmt::format("{}, gen --class {} --count {} --seed {}", version_name(),
                                 options.vector_class, options.count, options.seed);
  if (options.until_covered) text += fmt::format(" --until-covered --tries {}", options.tries);
  for (const std::string& change : options.unit.changes) text += " --set " + change;
  return text + (options.without_d ? ", stimulus without d" : ", d by " + options.engine);
}

// One object a line.
std::string to_json_lines(const VectorFile& file) {
  std::string text;
  const VectorFormats& formats = file.formats;
  for (const Case& row : file.cases) {
    Json json;
    json["unit"] = file.instruction;
    json["case"] = row.name;
    add_operands(json, formats, row);
    if (file.has_d) json["d"] = to_hex(row.d, *formats.d);
    text += json.dump() + "\n";
  }
  return text;
}

std::string written_as(const std::string& format, const VectorFile& file) {
  if (format == "vec") return to_text(file);
  if (format == "hex") return to_memory_image(file);
  if (format == "jsonl") return to_json_lines(file);
  throw InputError(fmt::format("--format: {} is none of vec, hex, jsonl", format));
}

}  // namespace

int generate_vectors(const GenOptions& options) {
  check_engine(options.engine);
  if (options.count < 1 || options.count > kMaxGenerated)
    throw InputError(fmt::format("--count: {}; give 1 to {}", options.count, kMaxGenerated));
  if (options.tries > kMaxGenerated)
    throw InputError(fmt::format("--tries: {}; give 0 to {}", options.tries, kMaxGenerated));
  if (!options.coverage.empty() && !options.until_covered)
    throw InputError("--coverage: goes with --until-covered; mmasc coverage counts other vectors");
  if (!options.coverage.empty() && options.coverage == options.output)
    throw InputError("--coverage: " + options.coverage + " is the output of the vectors too");
  const Unit unit = find_unit(options.unit);
  const Generator generator(unit, options.seed);
  VectorFile file;
  file.instruction = unit.instruction.id;
  file.formats = formats_of(unit);
  file.provenance = provenance_of(options);
  file.nan = unit.datapath.result.nan ? NanMatch::exact : NanMatch::any;
  file.has_d = !options.without_d;
  (void)written_as(options.format, file);  // a wrong format is told before the work
  std::optional<Coverage> coverage;
  if (options.until_covered) {
    Covered covered = draw_until_covered(unit, generator, options);
    file.cases = std::move(covered.cases);
    coverage = std::move(covered.coverage);
  } else {
    file.cases = draw_cases(generator, options);
  }
  if (file.has_d) fill_in_d(unit, options.engine, file.cases);
  const std::string text = written_as(options.format, file);
  std::optional<AtomicFile> counts;  // written before the vectors appear: both files or none
  if (!options.coverage.empty()) {
    counts.emplace(options.coverage);
    counts->write(coverage->to_json());
    counts->flush();
  }
  if (options.output.empty())
    fmt::print("{}", text);
  else
    write_file(options.output, text);
  if (!coverage) return kGood;
  if (counts) counts->commit();
  fmt::print(options.output.empty() ? stderr : stdout, "{}", to_text(*coverage));
  return coverage->unreached().empty() ? kGood : kMismatch;
}

}  // namespace mmasc
