// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "command.h"
#include "coverage_text.h"
#include "engines.h"
#include "interrupt.h"
#include "mmasc/coverage/cover.h"
#include "mmasc/coverage/ucis.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/presentation/describe.h"
#include "mmasc/presentation/json.h"
#include "mmasc/presentation/table.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/stimulus/memory_image.h"
#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/stimulus/where.h"
#include "mmasc/unit/error.h"
#include "progress.h"
#include "tell.h"
#include "vector_header.h"
#include "version.h"

namespace mmasc {
namespace {

inline constexpr std::uint64_t kMaxGenerated = 10'000'000;
struct GenOptions {
  UnitArgument unit;
  std::string vector_class = "all";
  std::uint64_t count = 64;  // of each class
  std::uint64_t seed = 1;
  std::string format = "vec";
  EngineArgument engine{"reference"};  // that gives d
  bool without_d = false;
  std::string output;  // empty: standard output
  bool until_covered = false;
  bool crosses = false;
  std::uint64_t tries = 20'000;  // aimed at each cover point that the classes leave
  std::string coverage;          // a file for the counts; empty: none
  std::vector<std::string> where;
};

constexpr std::size_t kChunk = 4096;  // vectors between two looks at an interrupt

std::vector<VectorClass> classes_named(const std::string& name) {
  if (name == "all") return {kDefaultClasses.begin(), kDefaultClasses.end()};
  if (const VectorClassInfo* info = find_vector_class(name)) return {info->value};
  std::string known;
  for (const VectorClassInfo& info : kVectorClasses) known += fmt::format("{}, ", info.name);
  throw InputError(fmt::format("--class: {} is no class; one of {}all", name, known));
}

Covered draw_until_covered(const Generator& generator, const Where& where,
                           const GenOptions& options) {
  ProgressLine progress;
  CoverLimits limits;
  limits.classes = classes_named(options.vector_class);
  limits.count = options.count;
  limits.tries = options.tries;
  limits.crosses = options.crosses;
  if (!where.empty()) limits.where = &where;
  return cover(generator, limits, [&](std::uint64_t drawn) {
    progress.step(fmt::format("{} vectors drawn for the cover points", drawn));
  });
}

// How the vectors can be made again.
std::string provenance_of(const GenOptions& options) {
  std::string text = fmt::format("{}, gen --class {} --count {} --seed {}", version_name(),
                                 options.vector_class, options.count, options.seed);
  for (const std::string& where : options.where) text += " --where " + shell_word(where);
  if (options.until_covered) text += fmt::format(" --until-covered --tries {}", options.tries);
  if (options.crosses) text += " --cross";
  for (const std::string& change : options.unit.changes) text += " --set " + change;
  return text + (options.without_d ? ", stimulus without d" : ", d by " + options.engine.name);
}

// One object a line.
std::string to_json_line(const VectorFile& file, const Case& row) {
  Json json;
  json["unit"] = file.instruction;
  json["case"] = row.name;
  add_operands(json, file.layout, row);
  if (file.has_d) json["d"] = to_hex(row.d(), *file.layout.format[Operand::d]);
  if (file.has_flags) json["flags"] = fmt::format("{:02x}", row.flags);
  return json.dump() + "\n";
}

// How vectors are written, one after the other.
struct Layout {
  std::string_view name;
  std::string (*header)(const VectorFile& file, std::uint64_t count);
  std::string (*line)(const VectorFile& file, const Case& row);
};
constexpr Layout kLayouts[] = {
    {"vec", header_text, case_text},
    {"hex", memory_image_header, memory_image_word},
    {"jsonl", [](const VectorFile&, std::uint64_t) { return std::string(); }, to_json_line},
};

const Layout& layout_named(const std::string& name) {
  const auto found = std::ranges::find(kLayouts, name, &Layout::name);
  if (found != std::end(kLayouts)) return *found;
  throw InputError(fmt::format("--format: {} is none of vec, hex, jsonl", name));
}

// Gives vectors their d and writes them, to a file that appears when all is there.
class Writer {
 public:
  Writer(const Unit& unit, const GenOptions& options)
      : layout_(layout_named(options.format)),
        engine_(make_engine(options.engine, unit)),
        file_(vector_file_of(unit, options.unit, provenance_of(options))) {
    file_.has_d = !options.without_d;
    file_.has_flags = file_.has_d && engine_->gives_flags();
    if (!options.output.empty()) output_.emplace(options.output);
    holds_back_ = !options.where.empty();
  }

  void begin(std::uint64_t count) { put(layout_.header(file_, count)); }

  void write(std::span<Case> cases) {
    if (file_.has_d) {
      PackedCases packed(cases);
      packed.evaluate(*engine_);
      for (std::size_t i = 0; i < cases.size(); ++i) {
        cases[i].d() = packed.d[i];
        if (file_.has_flags) cases[i].flags = packed.flags[i];
      }
    }
    std::string text;
    for (const Case& row : cases) text += layout_.line(file_, row);
    put(text);
  }

  // With another file that appears only together with these vectors, where there is one.
  void commit(AtomicFile* other = nullptr) {
    std::vector<AtomicFile*> files;
    if (output_) files.push_back(&*output_);
    fmt::print("{}", held_back_);
    held_back_.clear();
    if (other != nullptr) files.push_back(other);
    commit_together(files);
  }

 private:
  void put(const std::string& text) {
    if (output_)
      output_->write(text);
    else if (holds_back_)
      held_back_ += text;
    else
      fmt::print("{}", text);
  }

  const Layout& layout_;
  std::unique_ptr<Engine> engine_;
  VectorFile file_;  // without its vectors
  std::optional<AtomicFile> output_;
  bool holds_back_ = false;  // from standard output, until all vectors are there
  std::string held_back_;
};

void write_drawn(const Generator& generator, const Where& where, const GenOptions& options,
                 Writer& writer) {
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

// How cover points may still be met.
std::string mend_unmet(std::size_t unmet, const GenOptions& options) {
  const std::uint64_t more =
      std::min(kMaxGenerated, std::max(10 * options.tries, GenOptions().tries));
  return fmt::format("not met: {} with --tries {}{}; {}--seed {} aims other vectors",
                     counted(static_cast<long long>(unmet), "cover point"), options.tries,
                     options.where.empty() ? "" : ", which --where may leave no way to",
                     more > options.tries ? fmt::format("--tries {} aims more, ", more) : "",
                     options.seed + 1);
}

// Both files, or none.
int write_covering(const Generator& generator, const Where& where, const GenOptions& options,
                   Writer& writer) {
  Covered covered = draw_until_covered(generator, where, options);
  std::optional<AtomicFile> counts;
  if (!options.coverage.empty()) {
    counts.emplace(options.coverage);
    counts->write(is_ucis_name(options.coverage) ? to_ucis(covered.coverage, now())
                                                 : covered.coverage.to_json());
  }
  writer.begin(covered.cases.size());
  writer.write(covered.cases);
  writer.commit(counts ? &*counts : nullptr);
  fmt::print(options.output.empty() ? stderr : stdout, "{}", to_text(covered.coverage));
  const std::size_t unmet = covered.coverage.unreached().size();
  if (unmet > 0) tell(mend_unmet(unmet, options));
  return unmet == 0 ? kGood : kMismatch;
}

int generate_vectors(const GenOptions& options) {
  engine_named(options.engine);
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
  Writer writer(unit, options);
  if (options.until_covered) return write_covering(generator, where, options, writer);
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

}  // namespace

CommandRow gen_command() {
  return make_command(
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
}

}  // namespace mmasc
