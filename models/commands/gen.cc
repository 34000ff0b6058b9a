// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "mmasc/command/benches.h"
#include "mmasc/command/command.h"
#include "mmasc/command/engines.h"
#include "mmasc/command/gen_writer.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/progress.h"
#include "mmasc/presentation/table.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/stimulus/where.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

constexpr std::string_view kCoveringBench = "verification";

constexpr std::size_t kChunk = 4096;  // vectors between two looks at an interrupt

void write_drawn(const Generator& generator, const Where& where, const GenOptions& options,
                 VectorWriter& writer) {
  const std::vector<VectorClass> classes = classes_named(options.vector_class);
  const std::uint64_t all = classes.size() * options.count;
  ProgressLine progress;
  std::uint64_t written = 0;
  std::vector<Case> chunk;
  writer.begin(all);
  for (const VectorClass vector_class : classes)
    for (std::uint64_t i = 0; i < options.count; ++i) {
      if (!where.empty()) stop_if_interrupted();
      chunk.push_back(where.empty() ? generator.make(vector_class, i)
                                    : where.make(generator, vector_class, i));
      if (chunk.size() < kChunk && written + chunk.size() < all) continue;
      progress.step(fmt::format("{} of {} vectors, {}", written, all, info_of(vector_class).name));
      writer.write(chunk);
      written += chunk.size();
      chunk.clear();
    }
  stop_if_interrupted();
  writer.commit();
}

int generate_vectors(const GenOptions& options) {
  engine_named(options.engine);
  if (options.until_covered && write_covering() == nullptr)
    throw EnvironmentError(not_built_text("--until-covered", kCoveringBench));
  if (options.count < 1 || options.count > kMaxGenerated)
    throw InputError(fmt::format("--count: {}; give 1 to {}", options.count, kMaxGenerated));
  if (options.tries > kMaxGenerated)
    throw InputError(fmt::format("--tries: {}; give 0 to {}", options.tries, kMaxGenerated));
  if (!options.coverage.empty() && !options.until_covered)
    throw InputError("--coverage: goes with --until-covered; mmasc coverage counts other vectors");
  if (!options.coverage.empty() && options.coverage == options.output)
    throw InputError("--coverage: " + options.coverage + " is the output of the vectors too");
  classes_named(options.vector_class);
  const Unit unit = find_unit(options.unit);
  const Where where(options.where, layout_of(unit));
  const Generator generator(unit, options.seed);
  VectorWriter writer(unit, options);
  if (options.until_covered) return write_covering()(generator, where, options, writer);
  write_drawn(generator, where, options, writer);
  return kGood;
}

std::string class_help() {
  const auto lines = [](bool of_default) {
    std::string text;
    for (const VectorClassInfo& info : kVectorClasses)
      if (info.is_default == of_default)
        text += fmt::format("  {:<7} {}\n", info.name,
                            wrapped(info.draws, kHelpWidth - 10, "\n          "));
    return text;
  };
  return "CLASS is one of\n" + lines(true) + "  all     every one of these, by default\n" +
         "or one of the classes in which a last bit decides d, with which mmasc audit searches "
         "too\n" +
         lines(false);
}

CommandRow gen_command() {
  CommandRow row = make_command(
      "gen", "generate vectors of a unit",
      kUnitHelp + class_help() + kWhereHelp +
          "Example: mmasc gen hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --class edge --count 1000 "
          "-o edge.vec\n"
          "         mmasc gen hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --until-covered -o all.vec",
      generate_vectors, [](GenOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add("--class", &x.vector_class, "the class to draw (default: all)", "CLASS");
        rows.add_count("--count", x.count, "vectors of each class, 1 to 10000000 (default: 64)");
        rows.add_count("--seed", x.seed, "the seed of the random numbers (default: 1)");
        rows.add(
            "--format", &x.format,
            "the layout of the file: vec (default), hex (one word a line, for $readmemh), jsonl",
            "vec|hex|jsonl");
        rows.add_engine(x.engine, "the engine that gives d");
        rows.add("--no-d", &x.without_d, "write stimulus alone, without d").excludes = "--engine";
        rows.add("--until-covered", &x.until_covered,
                 "keep only vectors that reach a new cover point, and aim at points left over; "
                 "exit code 1 "
                 "where a point is not reached");
        rows.add_where(x.where, "draw vectors that hold it, and no others");
        rows.add_cross(x.crosses).needs = "--until-covered";
        rows.add_count("--tries", x.tries, "vectors aimed at each cover point (default: 20000)")
            .needs = "--until-covered";
        rows.add("--coverage", &x.coverage,
                 "write the counts of cover points: as UCIS XML where the name ends in .xml, else "
                 "JSON",
                 "FILE")
            .needs = "--until-covered";
        rows.add("-o,--output", &x.output, "where the vectors go (default: standard output)",
                 "FILE");
      });
  row.more_in = kCoveringBench;
  return row;
}
const RegisteredCommand kGenCommand(gen_command);

}  // namespace
}  // namespace mmasc
