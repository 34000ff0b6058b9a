// SPDX-License-Identifier: Apache-2.0
#include "cost/synthesis.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "cost/library.h"
#include "cost/sum_of_stages.h"
#include "cost/yosys.h"
#include "rtl_ref/emit.h"
#include "rtl_ref/verilated/content_hash.h"
#include "rtl_ref/verilated/text_file.h"
#include "spec/error.h"
#include "spec/stage_name.h"

namespace mmasc {
namespace fs = std::filesystem;
namespace {

constexpr CacheLimits kLimits{.bytes = std::uint64_t{1} << 28, .entries = 8192};

constexpr const char* kRegistersScript = "strash; map -a; topo\n";

// What is kept of a stage module.
struct Counts {
  int flip_flops = 0, cells = 0;
  double area = 0, logic_area = 0, delay = 0;
};

class Synthesiser {
 public:
  Synthesiser(const SynthesisOptions& options)
      : cache_(options.cache.empty() ? default_cache_folder() / "cost" : options.cache, kLimits),
        library_(measure_library(options.liberty, cache_)),
        abc_script_(abc_script(options.recipe)) {}

  const CellLibrary& library() const { return library_; }
  int runs() const { return runs_; }

  Counts counts(const std::vector<RtlFile>& stages, const LoneInstance& instance,
                const std::string& what) {
    std::vector<RtlFile> files = stages;
    files.push_back({"lone.sv", instance.text});
    std::vector<std::string> names;
    for (const RtlFile& file : files) names.push_back(file.name);
    const std::string script = stage_script(names);
    ContentHash hash;
    hash.add(synthesis_tools()).add(library_.hash).add(script).add(abc_script_);
    hash.add(kRegistersScript);
    for (const RtlFile& file : files) hash.add(file.name).add(file.text);
    const auto entry = cache_.get(hash.hex(), [&](const auto& file, const auto& log) {
      make(files, script, what, file, log);
      ++runs_;
    });
    Counts counts;
    std::ifstream(entry.file) >> counts.flip_flops >> counts.cells >> counts.area >>
        counts.logic_area >> counts.delay;
    return counts;
  }

 private:
  void make(const std::vector<RtlFile>& files, const std::string& script, const std::string& what,
            const fs::path& file, const fs::path& kept_log) const {
    const fs::path folder = file.parent_path();
    for (const RtlFile& source : files) write_text(folder / source.name, source.text);
    fs::create_symlink(library_.path, folder / "cells.lib");
    write_text(folder / "recipe.abc", abc_script_);
    write_text(folder / "registers.abc", kRegistersScript);
    const std::string log = run_yosys(what, script, folder, kept_log);
    const CellCounts logic = parse_stat(read_file_text(folder / "logic.txt"));
    const CellCounts all = parse_stat(read_file_text(folder / "cells.txt"));
    if (all.generic() > 0)
      throw InputError(fmt::format("{}: has no cell for Yosys's {}, which {} needs",
                                   library_.path.string(), all.cells.begin()->first, what));
    write_text(file, fmt::format("{} {} {} {} {}\n", logic.generic(), all.total(), all.area,
                                 logic.area, parse_delay(log)));
  }

  const Cache cache_;
  const CellLibrary library_;
  const std::string abc_script_;
  int runs_ = 0;
};

fs::path found(const fs::path& liberty) {
  std::error_code error;
  if (liberty == kDefaultLiberty && !fs::exists(liberty, error))
    throw EnvironmentError(
        fmt::format("{} not found: apt-get install qflow-tech-osu018, or give another --liberty",
                    liberty.string()));
  return liberty;
}

}  // namespace

Synthesis synthesise(const Unit& unit, const SynthesisOptions& options, const Progress& progress) {
  const Plan plan = make_plan(unit);
  const Rtl rtl = emit_rtl(RtlUnit(plan), "unit");
  synthesis_tools();
  found(options.liberty);
  Synthesiser synthesiser(options);
  const CellLibrary& library = synthesiser.library();

  const std::vector<RtlFile> stages(rtl.files.begin(), rtl.files.end() - 1);
  Synthesis synthesis;
  UnitCost& cost = synthesis.cost;
  cost.library = library.name;
  cost.tool = tool_name();
  cost.recipe = options.recipe;
  cost.nand2_area = library.nand2_area;
  cost.fo4_delay = library.fo4_delay;
  const auto all = static_cast<std::int64_t>(rtl.lone_instances.size());
  auto instance = rtl.lone_instances.begin();
  for (std::size_t s = 0; s < rtl.stages.size(); ++s) {
    StageCost stage;
    stage.stage = stage_name(plan.stages[static_cast<int>(s)]);
    double logic_area = 0;
    for (std::size_t i = 0; i < rtl.stages[s].instances.size(); ++i, ++instance) {
      if (progress) progress(instance - rtl.lone_instances.begin(), all);
      const Counts counts = synthesiser.counts(
          stages, *instance, fmt::format("{}, {}", unit.instruction.id, stage.stage));
      stage.flip_flops += counts.flip_flops;
      stage.cells += counts.cells;
      stage.area += counts.area;
      logic_area += counts.logic_area;
      stage.delay = std::max(stage.delay, counts.delay);
    }
    stage.register_share = stage.area > 0 ? 1 - logic_area / stage.area : 0;
    cost.stages.push_back(std::move(stage));
  }
  finish(cost);
  synthesis.synthesised = synthesiser.runs();
  return synthesis;
}

}  // namespace mmasc
