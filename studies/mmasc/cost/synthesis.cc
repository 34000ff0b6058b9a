// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/synthesis.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <map>
#include <mutex>
#include <thread>

#include "mmasc/cost/library.h"
#include "mmasc/cost/random_word.h"
#include "mmasc/cost/retiming.h"
#include "mmasc/cost/side_by_side.h"
#include "mmasc/cost/sum_of_stages.h"
#include "mmasc/cost/yosys.h"
#include "mmasc/rtl/emit.h"
#include "mmasc/unit/embedded.h"
#include "mmasc/unit/error.h"
#include "mmasc/verilated/content_hash.h"
#include "mmasc/verilated/text_file.h"

namespace mmasc {
std::span<const EmbeddedFile> rtl_random_files();

namespace fs = std::filesystem;
namespace {

constexpr CacheLimits kLimits{.bytes = std::uint64_t{1} << 28, .entries = 8192};

constexpr const char* kElasticFile = "mmasc_elastic.sv";

// The results that are kept of a module.
struct Counts {
  int flip_flops = 0, cells = 0;
  double area = 0, logic_area = 0, delay = 0;
};

// A module alone: the sources that it is compiled with, what errors call it, and how many ranks
// are to be moved into its logic, where the module has one; 1: none.
struct Job {
  const std::vector<RtlFile>* sources;
  const LoneModule* module;
  std::string what;
  int ranks = 1;

  std::vector<RtlFile> files() const {
    std::vector<RtlFile> all = *sources;
    all.push_back({"lone.sv", module->text});
    return all;
  }
  const RtlFile& elastic() const {
    return *std::ranges::find(*sources, kElasticFile, &RtlFile::name);
  }
};

class Synthesiser {
 public:
  explicit Synthesiser(const SynthesisOptions& options)
      : cache_(options.cache.empty() ? default_cache_folder() / "cost" : options.cache, kLimits),
        library_(measure_library(options.liberty, cache_)),
        abc_script_(abc_script(options.recipe)) {}

  const CellLibrary& library() const { return library_; }
  int runs() const { return runs_; }

  std::string key(const Job& job) const {
    const std::vector<RtlFile> files = job.files();
    ContentHash hash;
    hash.add(synthesis_tools()).add(library_.hash).add(script(files)).add(abc_script_);
    hash.add(kRegistersScript);
    for (const RtlFile& file : files) hash.add(file.name).add(file.text);
    if (job.ranks > 1)
      hash.add(retiming_scripts(abc_script_)).add(fmt::format("{} ranks", job.ranks));
    return hash.hex();
  }

  Counts counts(const std::string& key, const Job& job, const ToolLimits& limits) {
    const auto entry = cache_.get(key, [&](const auto& file, const auto& log) {
      if (job.ranks > 1)
        make_retimed(job, limits, file, log);
      else
        make(job, limits, file, log);
      ++runs_;
    });
    Counts counts;
    std::ifstream(entry.file) >> counts.flip_flops >> counts.cells >> counts.area >>
        counts.logic_area >> counts.delay;
    return counts;
  }

 private:
  static std::string script(const std::vector<RtlFile>& files) {
    std::vector<std::string> names;
    for (const RtlFile& file : files) names.push_back(file.name);
    return stage_script(names);
  }

  void make(const Job& job, const ToolLimits& limits, const fs::path& file,
            const fs::path& kept_log) const {
    const fs::path folder = file.parent_path();
    const std::vector<RtlFile> files = job.files();
    write_mapping_inputs(files, library_, abc_script_, folder);
    const std::string log = run_yosys(job.what, script(files), folder, kept_log, limits);
    const CellCounts logic = parse_stat(read_file_text(folder / "logic.txt"));
    const CellCounts all = parse_stat(read_file_text(folder / "cells.txt"));
    if (all.generic() > 0)
      throw InputError(fmt::format("{}: has no cell for Yosys's {}, which {} needs",
                                   library_.path.string(), all.cells.begin()->first, job.what));
    write_text(file, fmt::format("{} {} {} {} {}\n", logic.generic(), all.total(), all.area,
                                 logic.area, parse_delay(log)));
  }

  // The logic, which has no ranks, is mapped once for all numbers of them.
  void make_retimed(const Job& job, const ToolLimits& limits, const fs::path& file,
                    const fs::path& kept_log) const {
    const RetimingTools tools{abc_script_, job.what, kept_log, limits};
    Job alone = job;
    alone.ranks = 1;
    const auto entry = cache_.get(
        ContentHash().add(key(alone)).add(retiming_scripts(abc_script_)).hex(),
        [&](const auto& logic_file, const auto& log) {
          library_.put_into(logic_file.parent_path());
          RetimingTools of_logic = tools;
          of_logic.kept_log = log;
          write_text(logic_file,
                     text_of(map_logic(job.files(), logic_file.parent_path(), of_logic)));
        });
    const fs::path folder = file.parent_path();
    library_.put_into(folder);
    const RetimedCounts counts = retime(read_stage_logic(read_file_text(entry.file)), job.ranks,
                                        job.elastic(), folder, tools);
    write_text(file, fmt::format("{} {} {} {} {}\n", counts.flip_flops, counts.cells, counts.area,
                                 counts.logic_area, counts.delay));
  }

  const Cache cache_;
  const CellLibrary library_;
  const std::string abc_script_;
  std::atomic<int> runs_{0};
};

// The modules of all units by their key, and what is found of them.
class Jobs {
 public:
  void add(std::string key, Job job) { jobs_.try_emplace(std::move(key), std::move(job)); }
  const Counts& counts(const std::string& key) const { return counts_.at(key); }

  void run(Synthesiser& synthesiser, int processes, const Progress& progress) {
    StopEvent stop;
    const std::vector<const Entry*> large =
        run(all(), synthesiser, {.memory = tool_memory() / processes, .stop = stop.descriptor()},
            processes, stop, progress);
    run(large, synthesiser, {.stop = stop.descriptor()}, 1, stop, progress);
  }

 private:
  using Entry = std::pair<const std::string, Job>;

  std::vector<const Entry*> all() const {
    std::vector<const Entry*> entries;
    for (const Entry& entry : jobs_) entries.push_back(&entry);
    return entries;
  }

  // Returns the entries that failed, and may do better with all of the memory.
  std::vector<const Entry*> run(const std::vector<const Entry*>& entries, Synthesiser& synthesiser,
                                const ToolLimits& limits, int processes, StopEvent& stop,
                                const Progress& progress) {
    std::vector<const Entry*> large;
    std::mutex mutex;
    side_by_side(entries.size(), processes, stop, [&](std::size_t i) {
      const auto& [key, job] = *entries[i];
      const auto tell = [&] {
        if (progress) progress(std::ssize(counts_), std::ssize(jobs_));
      };
      {
        const std::lock_guard lock(mutex);
        tell();
      }
      try {
        const Counts counts = synthesiser.counts(key, job, limits);
        const std::lock_guard lock(mutex);
        counts_.emplace(key, counts);
        tell();
      } catch (const SynthesisFailed&) {
        if (limits.memory == tool_memory()) throw;
        const std::lock_guard lock(mutex);
        large.push_back(entries[i]);
      }
    });
    return large;
  }

  std::map<std::string, Job> jobs_;
  std::map<std::string, Counts> counts_;
};

// One for each processor, but that each has the memory of most stages.
int processes_of(const SynthesisOptions& options) {
  constexpr std::uint64_t kOfMost = std::uint64_t{1} << 30;
  const int wanted = options.processes > 0
                         ? options.processes
                         : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return std::clamp(static_cast<int>(tool_memory() / kOfMost), 1, wanted);
}

// A unit's segments as jobs, with one rank each, in whose place further ones come.
struct EmittedUnit {
  Plan plan;  // with all ranks
  Rtl rtl;
  std::vector<RtlFile> sources;   // of the stages
  std::vector<std::string> keys;  // of the modules of rtl.segments
  bool is_retimed = false;        // a segment has several ranks
  LoneModule whole;               // the unit itself; where it is retimed the ready of all ranks
  std::string whole_key;
  std::string random_key;  // of a word of random bits, where some are drawn
  int ranks(const RtlSegment& segment) const { return plan.stages[segment.stages.last].registers; }
};

EmittedUnit emit(RtlUnit unit) {
  EmittedUnit emitted;
  emitted.plan = unit.plan;
  for (StagePlan& stage : unit.plan.stages) {
    emitted.is_retimed = emitted.is_retimed || stage.registers > 1;
    stage.registers = std::min(stage.registers, 1);
  }
  emitted.rtl = emit_rtl(unit, "unit");
  emitted.sources.assign(emitted.rtl.files.begin(), emitted.rtl.files.end() - 1);
  const std::string whole =
      emitted.is_retimed
          ? fmt::format("mmasc_elastic #(.REGISTERS({}), .WIDTH(1))", emitted.plan.latency())
          : emitted.rtl.top;
  emitted.whole.text = lone_module(whole);
  return emitted;
}

const std::vector<RtlFile>& random_source() {
  static const std::vector<RtlFile> source = [] {
    const EmbeddedFile& file = rtl_random_files().front();
    return std::vector<RtlFile>{{std::string(file.name), std::string(file.text)}};
  }();
  return source;
}
const LoneModule& random_word() {
  static const LoneModule word{"", lone_module("mmasc_random_word")};
  return word;
}

void add_jobs(EmittedUnit& unit, const std::string& id, const Synthesiser& synthesiser,
              Jobs& jobs) {
  const auto add = [&](Job job) {
    const std::string key = synthesiser.key(job);
    jobs.add(key, std::move(job));
    return key;
  };
  if (random_words(unit.plan) > 0)
    unit.random_key = add({&random_source(), &random_word(), "a word of random bits"});
  const auto& segments = unit.rtl.segments;
  unit.whole_key = unit.is_retimed ? add({&unit.sources, &unit.whole, id + ", ready of all ranks"})
                                   : add({&unit.rtl.files, &unit.whole, id + " as a whole"});
  if (segments.size() == 1 && unit.plan.stages.size() > 1 && !unit.is_retimed) {
    unit.keys.push_back(unit.whole_key);
    return;
  }
  for (const RtlSegment& segment : segments)
    for (const LoneModule& module : segment.modules)
      unit.keys.push_back(add({&unit.sources, &module,
                               fmt::format("{}, {}", id, segment_name(unit.plan, segment.stages)),
                               unit.ranks(segment)}));
}

StageCost stage_cost(const Counts& counts) {
  StageCost cost;
  cost.flip_flops = counts.flip_flops;
  cost.cells = counts.cells;
  cost.area = counts.area;
  cost.register_share = 1 - counts.logic_area / counts.area;
  cost.delay = counts.delay;
  return cost;
}

UnitCost cost_of(const EmittedUnit& unit, const Jobs& jobs, const SynthesisOptions& options,
                 const CellLibrary& library) {
  UnitCost cost;
  cost.library = library.name;
  cost.tool = tool_name();
  cost.recipe = options.recipe;
  cost.nand2_area = library.nand2_area;
  cost.fo4_delay = library.fo4_delay;
  auto key = unit.keys.begin();
  for (const RtlSegment& segment : unit.rtl.segments) {
    StageCost stage;
    stage.stage = segment_name(unit.plan, segment.stages);
    double logic_area = 0;
    for (std::size_t i = 0; i < segment.modules.size(); ++i) {
      const Counts& counts = jobs.counts(*key++);
      stage.flip_flops += counts.flip_flops;
      stage.cells += counts.cells;
      stage.area += counts.area;
      logic_area += counts.logic_area;
      stage.delay = std::max(stage.delay, counts.delay);
    }
    stage.register_share = stage.area > 0 ? 1 - logic_area / stage.area : 0;
    cost.stages.push_back(std::move(stage));
  }
  cost.random_words = random_words(unit.plan);
  if (cost.random_words > 0) cost.random_word = stage_cost(jobs.counts(unit.random_key));
  const double whole = jobs.counts(unit.whole_key).delay;
  if (unit.is_retimed)
    finish_retimed(cost, whole);
  else
    finish(cost, whole);
  return cost;
}

}  // namespace

void check_synthesis(const fs::path& liberty) {
  std::error_code error;
  if (!liberty.empty() && !fs::is_regular_file(liberty, error))
    throw InputError(fmt::format("{}: {}; give a liberty file", liberty.string(),
                                 fs::exists(liberty, error) ? "is no file" : "no such file"));
  synthesis_tools();
}

namespace {

Synthesis synthesised(std::vector<EmittedUnit> emitted, const std::vector<std::string>& ids,
                      const SynthesisOptions& options, const Progress& progress) {
  check_synthesis(options.liberty);
  Synthesiser synthesiser(options);
  Jobs jobs;
  for (std::size_t u = 0; u < ids.size(); ++u) add_jobs(emitted[u], ids[u], synthesiser, jobs);
  jobs.run(synthesiser, processes_of(options), progress);
  Synthesis synthesis;
  for (const EmittedUnit& unit : emitted)
    synthesis.costs.push_back(cost_of(unit, jobs, options, synthesiser.library()));
  synthesis.synthesised = synthesiser.runs();
  return synthesis;
}

}  // namespace

Synthesis synthesise(const std::vector<Unit>& units, const SynthesisOptions& options,
                     const Progress& progress) {
  std::vector<EmittedUnit> emitted;
  std::vector<std::string> ids;
  for (const Unit& unit : units) {
    emitted.push_back(emit(make_plan(unit)));
    ids.push_back(unit.instruction.id);
  }
  return synthesised(std::move(emitted), ids, options, progress);
}

UnitCost synthesise_formats(const std::vector<Unit>& units, const SynthesisOptions& options,
                            const Progress& progress) {
  std::vector<EmittedUnit> emitted{emit(make_rtl_unit(units))};
  return synthesised(std::move(emitted), {units.front().instruction.id + " of several formats"},
                     options, progress)
      .costs.front();
}

}  // namespace mmasc
