// SPDX-License-Identifier: Apache-2.0
// The shipped table as a whole: what it covers, that its laws agree with the peak rates and with
// one another, and what is refused.
#include "mmasc/timing/table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "changed_texts.h"
#include "mmasc/timing/rows.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "thrown.h"
#include "timing/published.h"

namespace mmasc {
namespace {

std::optional<Timing> known(const TimingQuery& query) {
  try {
    return timing_table().look_up(query);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

double flops(const Timing& timing) {
  const TimingQuery& query = timing.query;
  return 2.0 * query.m * query.n * query.k * query.blocks * ports_in_core(timing.port.value()) /
         timing.interval.value().cycles / query.group;
}

std::string family_of(const std::string& id) { return id.substr(0, id.find('/')); }

// The families of which the table has rows.
const std::set<std::string>& timed_families() {
  static const std::set<std::string> families = [] {
    std::set<std::string> found;
    const auto take = [&](const auto& rows) {
      for (const auto& row : rows)
        for (const auto* patterns : {&row.key.instructions, &row.key.derived_for})
          for (const std::string& pattern : *patterns) found.insert(family_of(pattern));
    };
    take(timing_table().rows().rows);
    take(timing_table().rows().peaks);
    return found;
  }();
  return families;
}

bool has_no_timing(const std::string& id) { return !timed_families().contains(family_of(id)); }

// No peak was found of int4 before and after Ampere, of mma.sync's int8 since Blackwell, of RDNA
// and of processors.
bool has_integer_peak(const Unit& unit) {
  const std::string& id = unit.instruction.id;
  if (has_no_timing(id)) return false;
  if (id.starts_with("cdna") || id.find("tcgen05") != id.npos) return true;
  if (unit.a().storage_bits() == 4) return id.starts_with("ampere/");
  return id.find("blackwell/mma.") == id.npos;
}

TEST(TimingCatalogue, OnlyInstructionsOfUnknownPeakAreUnknown) {
  int count = 0;
  std::set<std::string> unknown, without_interval;
  for (const Unit& unit : catalog().units()) {
    const std::string& id = unit.instruction.id;
    const auto timing = known(timing_query(unit));
    ++count;
    if (unit.instruction.sparsity) {  // AMD publishes its own; of NVIDIA's, Hopper's were measured
      EXPECT_EQ(timing.has_value(), id.starts_with("cdna") || id.starts_with("hopper/")) << id;
      continue;
    }
    if (unit.d().is_integer()) {
      EXPECT_EQ(timing.has_value(), has_integer_peak(unit)) << id;
      continue;
    }
    if (has_no_timing(id)) {
      EXPECT_FALSE(timing.has_value()) << id;
      continue;
    }
    if (!timing) unknown.insert(id);
    if (timing && !timing->interval) without_interval.insert(id);
  }
  EXPECT_GT(count, 0);
  EXPECT_EQ(timed_families().size(), 10u) << "every NVIDIA and CDNA family";
  EXPECT_EQ(unknown, (std::set<std::string>{
                         "ada/mma.m8n8k4.f64.f64.f64.f64", "blackwell/mma.m8n8k4.f64.f64.f64.f64",
                         "rtx_blackwell/mma.m16n8k4.f32.tf32.tf32.f32",
                         "rtx_blackwell/mma.m16n8k8.f32.tf32.tf32.f32",
                         "rtx_blackwell/mma.m8n8k4.f64.f64.f64.f64",
                         "rtx_blackwell/mma.m16n8k64.mxf4nvf4.f32.e2m1.e2m1.f32.2X.ue8m0"}));
  EXPECT_EQ(
      without_interval,
      std::set<std::string>{"rtx_blackwell/mma.m16n8k64.mxf4nvf4.f32.e2m1.e2m1.f32.4X.ue4m3"});
}

TEST(TimingCatalogue, EveryPatternNamesInstructions) {
  std::set<std::string> idle;
  const auto collect = [&](const TimingKey& key) {
    for (const auto* patterns : {&key.instructions, &key.derived_for})
      for (const std::string& pattern : *patterns)
        if (std::ranges::none_of(catalog().units(), [&](const Unit& unit) {
              return matches_pattern(pattern, unit.instruction.id);
            }))
          idle.insert(pattern);
  };
  for (const TimingRow& row : timing_table().rows().rows) collect(row.key);
  for (const PeakRow& row : timing_table().rows().peaks) collect(row.key);
  EXPECT_EQ(idle, std::set<std::string>());
}

TEST(TimingCatalogue, ImpliedRatesAreTheArchitectural) {
  std::set<std::string> compared;
  for (const CsvRow& row : csv_rows(MMASC_TEST_FILES "/rates.csv")) {
    const Timing timing = timing_of(row);
    const std::string& id = row.at("id");
    const double most = std::stod(row.at("flops"));
    EXPECT_LE(flops(timing), most) << id;
    EXPECT_GE(flops(timing), std::stod(row.at("least")) * most) << id;
    for (const PeakRow& peak : timing_table().rows().peaks)
      if (names_instruction(peak.key, id) && (!peak.key.rate || peak.key.rate == timing.query.rate))
        compared.insert(peak.key.instructions.front());
  }
  // AMD's are in amd_test.cc. No vendor states a rate of those left.
  std::set<std::string> left;
  for (const PeakRow& peak : timing_table().rows().peaks)
    if (!peak.key.instructions.front().starts_with("cdna") &&
        !compared.contains(peak.key.instructions.front()))
      left.insert(peak.key.instructions.front());
  EXPECT_EQ(left,
            (std::set<std::string>{"blackwell/mma.m*.bf16.bf16.*", "blackwell/mma.m*.f16.f16.*",
                                   "blackwell/mma.m*.tf32.tf32.*", "blackwell/mma.m16n8k32.*.e*"}));
}

// No number of a source is beyond the table's own peak rates.
TEST(TimingCatalogue, NothingIsFasterThanItsPeak) {
  int compared = 0;
  for (const Unit& unit : catalog().units())
    for (const std::optional<Rate> rate : {std::optional<Rate>(), std::optional(Rate::half)}) {
      TimingQuery query = timing_query(unit);
      query.rate = rate;
      const auto timing = known(query);
      if (!timing || !timing->interval) continue;
      for (const PeakRow& peak : timing_table().rows().peaks) {
        if (!names_instruction(peak.key, unit.instruction.id)) continue;
        if (peak.key.rate && peak.key.rate != timing->query.rate) continue;
        EXPECT_LE(flops(*timing), 2 * peak.fma_per_cycle)
            << unit.instruction.id << " " << peak.name;
        ++compared;
        break;
      }
    }
  EXPECT_GT(compared, 300);
}

TEST(TimingCatalogue, NeverFasterWithMoreColumns) {
  int compared = 0;
  for (const Unit& unit : catalog().units()) {
    const Extent& extent = unit.instruction.shape.n;
    if (extent.fixed()) continue;
    for (const auto operands : {OperandSource::ss, OperandSource::ts, OperandSource::rs})
      for (const int group : {1, 2}) {
        std::optional<Timing> before;
        TimingQuery query = timing_query(unit, group);
        query.operands = operands;
        for (query.n = extent.min; query.n <= extent.max; query.n += extent.step) {
          if (!extent.contains(query.n)) continue;
          const auto timing = known(query);
          if (!timing) break;
          if (before) {
            EXPECT_GE(timing->interval->cycles, before->interval->cycles)
                << unit.instruction.id << " n" << query.n;
            EXPECT_GE(timing->latency_done->cycles, before->latency_done->cycles)
                << unit.instruction.id << " n" << query.n;
            ++compared;
          }
          before = timing;
        }
      }
  }
  EXPECT_GT(compared, 10000);
}

// Ids that differ in k alone.
TEST(TimingCatalogue, NeverFasterWithMoreK) {
  const char* const kFamilies[][3] = {
      {"ampere/mma.m16n8k4.f32.tf32.tf32.f32", "ampere/mma.m16n8k8.f32.tf32.tf32.f32", nullptr},
      {"ampere/mma.m16n8k8.f32.f16.f16.f32", "ampere/mma.m16n8k16.f32.f16.f16.f32", nullptr},
      {"hopper/mma.m16n8k8.f32.f16.f16.f32", "hopper/mma.m16n8k16.f32.f16.f16.f32", nullptr},
      {"hopper/mma.m16n8k4.f64.f64.f64.f64", "hopper/mma.m16n8k8.f64.f64.f64.f64",
       "hopper/mma.m16n8k16.f64.f64.f64.f64"},
      {"blackwell/mma.m16n8k8.f32.f16.f16.f32", "blackwell/mma.m16n8k16.f32.f16.f16.f32", nullptr},
      {"ada/mma.m16n8k16.f32.e4m3.e4m3.f32", "ada/mma.m16n8k32.f32.e4m3.e4m3.f32", nullptr},
      {"rtx_blackwell/mma.m16n8k16.f32.e4m3.e4m3.f32",
       "rtx_blackwell/mma.m16n8k32.f32.e4m3.e4m3.f32", nullptr}};
  for (const auto& family : kFamilies)
    for (int i = 1; i < 3 && family[i] != nullptr; ++i)
      EXPECT_LT(
          timing_table().look_up(timing_query(catalog().find(family[i - 1]))).interval->cycles,
          timing_table().look_up(timing_query(catalog().find(family[i]))).interval->cycles)
          << family[i];
}

TEST(TimingCatalogue, WhatIsBeyondTheMeasuredIsDerived) {
  TimingQuery query =
      timing_query(catalog().find("blackwell/tcgen05.mma.m128nNk16.f16.f32.bf16.bf16"));
  query.n = 32;
  const Timing small = timing_table().look_up(query);
  EXPECT_EQ(small.interval->confidence, Confidence::derived);
  EXPECT_EQ(small.latency_done->confidence, Confidence::derived);
  for (const char* id : {"blackwell/tcgen05.mma.m128nNk32.f8f6f4.f32.e2m3.e4m3",
                         "blackwell/tcgen05.mma.m128nNk32.mxf8f6f4.f32.e4m3.e3m2.1X.ue8m0"}) {
    const Timing fp6 = timing_table().look_up(timing_query(catalog().find(id)));
    EXPECT_EQ(fp6.interval->confidence, Confidence::derived) << id;
    EXPECT_EQ(fp6.latency_done->confidence, Confidence::derived) << id;
  }
  const Timing tf32 = timing_table().look_up(
      timing_query(catalog().find("blackwell/tcgen05.mma.m128nNk8.tf32.f32.tf32.tf32")));
  EXPECT_EQ(tf32.interval->confidence, Confidence::derived);
  EXPECT_EQ(tf32.latency_done->confidence, Confidence::derived);
  EXPECT_EQ(tf32.cycles_per_instruction(4, Stream::independent).confidence, Confidence::derived);
}

TEST(TimingCatalogue, NoShapeIsRefused) {
  TimingQuery query = timing_query("blackwell/tcgen05.mma.m128nNk32.i8.s32.s8.s8");
  EXPECT_THROW(timing_table().look_up(query), InputError);
  query.n = 64;
  EXPECT_EQ(timing_table().look_up(query).latency_done->cycles, 167);
  EXPECT_THROW(timing_query("blackwell/tcgen05.mma.i8"), InputError);
}

TEST(TimingCatalogue, AnUnknownLatencyRefusesAChain) {
  const Timing timing = timing_table().look_up(
      timing_query(catalog().find("blackwell/tcgen05.mma.m128nNk16.f16.f32.bf16.bf16")));
  EXPECT_THROW(timing.cycles_per_instruction(4, Stream::chained), InputError);
  EXPECT_THROW(timing.cycles_per_instruction(0, Stream::independent), InputError);
}

TEST(TimingPattern, Stars) {
  EXPECT_TRUE(matches_pattern("a*c", "abbc"));
  EXPECT_TRUE(matches_pattern("*.f16.*", "x.f16.f16.y"));
  EXPECT_TRUE(matches_pattern("ab", "ab"));
  EXPECT_TRUE(matches_pattern("ab*", "ab"));
  EXPECT_FALSE(matches_pattern("ab", "abc"));
  EXPECT_FALSE(matches_pattern("a*c", "abcd"));
  EXPECT_FALSE(matches_pattern("*.f16.*", "x.bf16.y"));
}

const std::string kOwn = R"([source]
mine = "our bench"
[timing.mine]
instructions = ["ampere/mma.m16n8k16.*"]
port = "sub_core"
interval = 9.5
source = "mine"
confidence = "low"
)";

TEST(TimingFile, ItsRowsGoFirst) {
  TimingTable table = timing_table();
  table.add(kOwn, "own.toml");
  const TimingQuery query = timing_query(catalog().find("ampere/mma.m16n8k16.f32.f16.f16.f32"));
  const Timing timing = table.look_up(query);
  EXPECT_EQ(timing.interval->cycles, 9.5);
  EXPECT_EQ(timing.interval->sources, std::vector<std::string>{"our bench"});
  EXPECT_EQ(timing.interval->confidence, Confidence::low);
  EXPECT_EQ(timing.latency_accumulator->cycles, 24.6);
  EXPECT_EQ(timing_table().look_up(query).interval->cycles, 8);
}

TEST(TimingFile, IsRefusedWithLineAndMend) {
  for (const ChangedTexts& changes : changed_texts(MMASC_TEST_FILES "/refused.txt"))
    expect_refused(changes, kOwn, [](const std::string& text) {
      TimingTable table = timing_table();
      return error_of<InputError>([&] { table.add(text, "own.toml"); });
    });
}

}  // namespace
}  // namespace mmasc
