// SPDX-License-Identifier: Apache-2.0
#include "platform_report.h"

#include <algorithm>
#include <ranges>

#include "mmasc/presentation/describe.h"
#include "mmasc/presentation/table.h"
#include "mmasc/unit/plan.h"

namespace mmasc {
namespace {

using namespace tlm;

std::string cycles_text(Millicycles time) {
  return fmt::format("{}.{:03}", time / kCycle, time % kCycle);
}

std::string percent(Millicycles part, Millicycles all) {
  return fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(all));
}

std::string extents_text(const Extents& x) { return fmt::format("{} x {} x {}", x.m, x.n, x.k); }

std::string_view confidence_text(const SourcedNumber& number) {
  if (number.is_structural) return "structural";
  return number.confidence ? enum_name(*number.confidence) : "chosen";
}

std::string value_text(const SourcedNumber& number) {
  return number.is_limit && number.value == 0 ? "no limit" : fmt::format("{:.6g}", number.value);
}

double ratio(Millicycles part, Millicycles all) {
  return static_cast<double>(part) / static_cast<double>(all);
}

int structural_latency(const PlatformReport& x) {
  return make_plan(described(*x.tiling.whole.unit)).latency();
}

std::string kind_text(const PlatformReport& x) {
  if (x.analysis.sourced.is_structural)
    return fmt::format(
        "  The instructions' cycles are structural, for no source has any: those of an MMA unit "
        "with the structure of {} ({}).",
        x.tiling.whole.unit->instruction.id,
        counted(x.tiling.whole.unit->structure.units, "dot-product unit"));
  return fmt::format(
      "  Cycles are sourced. Structural is the latency of a dot product in mmasc's pipeline, {} "
      "cycles, which is in none of them.",
      structural_latency(x));
}

std::string idle_text(const PlatformReport& x) {
  const int idle = idle_accelerators(x.platform, x.tiling);
  if (idle == 0) return {};
  const Job& job = x.tiling.whole;
  const std::string tile = tile_for_all(x.platform, x.tiling.units);
  return folded(fmt::format(
             "  {} of {} accelerators idle: each takes whole rows of tiles or whole columns, and "
             "there are {} x {} tiles. {}",
             idle, x.platform.accelerators, job.m_tiles, job.n_tiles,
             tile.empty() ? "A larger GEMM has work for all."
                          : fmt::format("With --set {} none does.", tile))) +
         "\n";
}

std::string heading(const PlatformReport& x) {
  const Job& job = x.tiling.whole;
  std::string text = fmt::format(
      "{}: {}\n  GEMM {}, tiles {}, {}, {}\n", x.platform.name, job.unit->instruction.id,
      extents_text(x.platform.gemm), extents_text(x.platform.tile),
      counted(job.buffers, "stage buffer"), counted(x.platform.accelerators, "accelerator"));
  if (!x.engine.empty())
    text += fmt::format(
        "  D by engine {}{}, FNV-1a {}; {}\n", x.engine,
        x.is_checked ? ", equal to that of mmasc gemm" : "", x.d_hash,
        x.seed ? fmt::format("operands drawn from seed {}", *x.seed) : "operands from files");
  return text + idle_text(x) + folded(kind_text(x)) + "\n";
}

std::string factors(const PlatformReport& x) {
  using enum Table::Align;
  const Analysis& analysis = x.analysis;
  Table table({left, right, right});
  table.add({fmt::format("{} cycles", analysis.sourced.kind()), "", "factor"});
  table.add({"ideal", cycles_text(analysis.steps[0]), ""});
  for (std::size_t i = 0; i < kFactorNames.size(); ++i)
    table.add({fmt::format("x {}", kFactorNames[i]), cycles_text(analysis.steps[i + 1]),
               fmt::format("{:.4f}", analysis.factor(i))});
  table.add({"total", cycles_text(analysis.cycles()),
             fmt::format("{:.4f}", ratio(analysis.cycles(), analysis.steps[0]))});
  std::string text = table.text();
  if (std::ranges::any_of(std::views::iota(std::size_t{0}, kFactorNames.size()),
                          [&](std::size_t i) { return analysis.factor(i) < 1; }))
    text += folded(
                "A factor below 1: the accelerators' requests reach the memory in another order "
                "than without.") +
            "\n";
  return text;
}

std::string stalls(const PlatformReport& x) {
  using enum Table::Align;
  std::string text;
  const auto& accelerators = x.analysis.run.accelerators;
  for (std::size_t i = 0; i < accelerators.size(); ++i) {
    const Report& report = accelerators[i].report;
    if (accelerators.size() > 1) text += fmt::format("accelerator {}\n", i);
    Table table({left, right, left});
    table.add({"resource", "busy", "waits for"});
    for (std::size_t r = 0; r < kResources; ++r) {
      const Account& account = report.accounts[r];
      const Millicycles all = account.capacity * report.end;
      std::string waits;
      for (std::size_t cause = 0; cause < kResources; ++cause)
        if (account.stalls[cause] != 0)
          waits += fmt::format("{}{} {}", waits.empty() ? "" : ", ", kResourceNames[cause],
                               percent(account.stalls[cause], all));
      if (account.idle != 0)
        waits += fmt::format("{}idle {}", waits.empty() ? "" : ", ", percent(account.idle, all));
      table.add({std::string(kResourceNames[r]), percent(account.busy, all), waits});
    }
    text += table.text();
  }
  return text;
}

std::string traffic(const PlatformReport& x) {
  using enum Table::Align;
  Table table({left, right, right});
  table.add({"operand", "bytes moved", "times each byte"});
  for (const OperandTraffic& each : x.analysis.traffic)
    table.add({std::string(tlm::name_of(each.operand)), std::to_string(each.bytes),
               fmt::format("{:.2f}", ratio(each.bytes, each.distinct))});
  return table.text();
}

std::string other_stages(const PlatformReport& x) {
  std::string text;
  for (const OtherStages& other : x.analysis.other_stages)
    text += other.cycles
                ? fmt::format("{} stage buffers: {} cycles, {:.4f} times the total\n", other.stages,
                              cycles_text(*other.cycles), ratio(*other.cycles, x.analysis.cycles()))
                : fmt::format("{} stage buffers: do not fit\n", other.stages);
  return text;
}

std::string sources(const PlatformReport& x) {
  using enum Table::Align;
  Table table({left, right, left, left});
  table.add({"number", "", "confidence", "source"});
  std::vector<std::string> named;
  for (const SourcedNumber& number : x.analysis.uses) {
    const auto found = std::ranges::find(named, number.source);
    table.add({number.key, value_text(number), std::string(confidence_text(number)),
               fmt::format("[{}]", found - named.begin() + 1)});
    if (found == named.end()) named.push_back(number.source);
  }
  std::string text = table.text();
  for (std::size_t i = 0; i < named.size(); ++i)
    text += folded(fmt::format("[{}] {}", i + 1, named[i])) + "\n";
  for (const std::string& note : x.analysis.sourced.notes) text += folded("note: " + note) + "\n";
  return text;
}

Json json_cycles(Millicycles time) { return static_cast<double>(time) / double(kCycle); }

Json json_extents(const Extents& x) { return {{"m", x.m}, {"n", x.n}, {"k", x.k}}; }

Json json_account(const Account& account, Millicycles end) {
  Json json;
  json["busy"] = json_cycles(account.busy);
  for (std::size_t cause = 0; cause < kResources; ++cause)
    json["stalls"][std::string(kResourceNames[cause])] = json_cycles(account.stalls[cause]);
  json["idle"] = json_cycles(account.idle);
  json["total"] = json_cycles(account.capacity * end);
  return json;
}

Json json_accelerator(const AcceleratorRun& run) {
  Json json;
  json["start"] = json_cycles(run.start);
  json["cycles"] = json_cycles(run.report.end);
  json["instructions"] = run.report.instructions;
  for (std::size_t r = 0; r < kResources; ++r)
    json["resources"][std::string(kResourceNames[r])] =
        json_account(run.report.accounts[r], run.report.end);
  return json;
}

}  // namespace

std::string platform_text(const PlatformReport& x) {
  return heading(x) + "\n" + factors(x) + "\n" + stalls(x) + "\n" + traffic(x) + "\n" +
         other_stages(x) + "\n" + sources(x);
}

Json platform_json(const PlatformReport& x) {
  const Analysis& analysis = x.analysis;
  Json json = json_document("platform");
  json["kind"] = analysis.sourced.kind();
  json["platform"] = x.platform.name;
  json["instruction"] = x.tiling.whole.unit->instruction.id;
  json["mode"] = x.mode;
  json["engine"] = x.engine.empty() ? Json(nullptr) : Json(x.engine);
  json["d_fnv1a"] = x.d_hash.empty() ? Json(nullptr) : Json(x.d_hash);
  json["seed"] = x.seed && !x.engine.empty() ? Json(*x.seed) : Json(nullptr);
  json["equals_gemm"] = x.is_checked ? Json(true) : Json(nullptr);
  json["gemm"] = json_extents(x.platform.gemm);
  json["tile"] = json_extents(x.platform.tile);
  json["stages"] = x.platform.stages;
  json["accelerators"] = x.platform.accelerators;
  json["idle_accelerators"] = idle_accelerators(x.platform, x.tiling);
  json["cycles"] = json_cycles(analysis.cycles());
  json["structural_latency"] = structural_latency(x);
  json["ideal"] = json_cycles(analysis.steps[0]);
  json["ratio"] = ratio(analysis.cycles(), analysis.steps[0]);
  json["factors"] = Json::array();
  for (std::size_t i = 0; i < kFactorNames.size(); ++i)
    json["factors"].push_back({{"name", kFactorNames[i]},
                               {"from", json_cycles(analysis.steps[i])},
                               {"to", json_cycles(analysis.steps[i + 1])},
                               {"factor", analysis.factor(i)}});
  json["parts"] = Json::array();
  for (const AcceleratorRun& run : analysis.run.accelerators)
    json["parts"].push_back(json_accelerator(run));
  json["operands"] = Json::array();
  for (const OperandTraffic& each : analysis.traffic)
    json["operands"].push_back({{"operand", tlm::name_of(each.operand)},
                                {"bytes", each.bytes},
                                {"distinct_bytes", each.distinct},
                                {"reuse", ratio(each.bytes, each.distinct)}});
  json["more_stages"] = Json::array();
  for (const OtherStages& other : analysis.other_stages)
    json["more_stages"].push_back(
        {{"stages", other.stages},
         {"cycles", other.cycles ? json_cycles(*other.cycles) : Json(nullptr)}});
  json["numbers"] = Json::array();
  for (const SourcedNumber& number : analysis.uses)
    json["numbers"].push_back({{"key", number.key},
                               {"value", number.value},
                               {"source", number.source},
                               {"confidence", confidence_text(number)}});
  json["notes"] = analysis.sourced.notes;
  return json;
}

}  // namespace mmasc
