// SPDX-License-Identifier: Apache-2.0
#include "mmasc/timing/rows.h"

#include "mmasc/timing/numbers.h"
#include "mmasc/unit/each.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/toml.h"

namespace mmasc {
namespace timing_file {
namespace {

constexpr std::string_view kSource = "source", kTiming = "timing", kPeak = "peak";

constexpr std::string_view kKeyFields[] = {"instructions", "derived_for", "operands",
                                           "group",        "m",           "rate"};

Names with_key_fields(Names legal) {
  legal.insert(legal.begin(), std::begin(kKeyFields), std::end(kKeyFields));
  return legal;
}

TimingKey read_key(const Fields& row) {
  TimingKey key;
  row.need("instructions");
  key.instructions = row.lines("instructions");
  key.derived_for = row.lines("derived_for");
  if (const Value* value = row.get("operands"))
    key.operands = to_enum<OperandSource>(*value, row.path("operands"));
  if (const Value* value = row.get("group")) key.group = to_whole(*value, row.path("group"), 1, 2);
  if (const Value* value = row.get("m"))
    key.m = to_list(*value, row.path("m"), [](const Value& one, const std::string& at) {
      return to_whole(one, at, 1, kMostInOneExtent);
    });
  if (const Value* value = row.get("rate")) key.rate = to_enum<Rate>(*value, row.path("rate"));
  return key;
}

TimingRow read_timing_row(const Entry& entry, const std::string& path, const Sources& sources) {
  const Fields fields(
      entry.value, path,
      with_key_fields({"port", "interval", "latency_accumulator", "latency_use", "latency_done",
                       "stream_overhead", "wait_states", "source", "confidence", "note"}));
  TimingRow row;
  row.name = entry.key;
  row.key = read_key(fields);
  const Basis basis(fields, sources);
  bool has_number = false;
  for (const auto& [key, member] : {std::pair{"interval", &TimingRow::interval},
                                    {"latency_accumulator", &TimingRow::latency_accumulator},
                                    {"latency_use", &TimingRow::latency_use},
                                    {"latency_done", &TimingRow::latency_done},
                                    {"stream_overhead", &TimingRow::stream_overhead}})
    if (const Value* value = fields.get(key)) {
      row.*member = read_timing_number(*value, fields.path(key), basis);
      has_number = true;
      const bool is_after = std::holds_alternative<AfterInterval>((row.*member)->law);
      if (is_after && member == &TimingRow::interval)
        refuse_value(*value, fields.path(key), "cannot be after itself; write its cycles");
    }
  if (const Value* value = fields.get("wait_states"))
    row.wait_states = read_wait_states(*value, fields.path("wait_states"), basis);
  row.notes = fields.lines("note");
  if (!has_number && !row.wait_states && row.notes.empty())
    refuse_value(entry.value, path, "states nothing; add an interval, a latency or a note");
  if (row.interval) fields.need("port");
  if (const Value* value = fields.get("port"))
    row.port = to_enum<Port>(*value, fields.path("port"));
  return row;
}

PeakRow read_peak_row(const Entry& entry, const std::string& path, const Sources& sources) {
  const Fields fields(entry.value, path,
                      with_key_fields({"port", "fma_per_cycle", "source", "confidence", "note"}));
  PeakRow row;
  row.name = entry.key;
  row.key = read_key(fields);
  row.port = to_enum<Port>(fields.need("port"), fields.path("port"));
  row.fma_per_cycle =
      to_number(fields.need("fma_per_cycle"), fields.path("fma_per_cycle"), 1, kMostCycles);
  Basis(fields, sources).put(row, nullptr);
  row.notes = fields.lines("note");
  return row;
}

const Value::Table& entries_of(const Value& value, const std::string& path) {
  if (const auto* table = value.as<Value::Table>()) return *table;
  refuse_value(value, path, fmt::format("{} cannot be used; write [{}.NAME]", value.kind(), path));
}

// The sources first: rows name them wherever they stand.
TimingRows read_root(const Value::Table& root) {
  Sources sources;
  TimingRows file;
  for (const auto& kind : root) {
    const Names kinds{kSource, kTiming, kPeak};
    if (std::ranges::find(kinds, kind.key) == kinds.end())
      refuse_value(kind.value, join("", kind.key), "unknown table; " + mend_name(kind.key, kinds));
    if (kind.key != kSource) continue;
    for (const auto& entry : entries_of(kind.value, kind.key))
      sources[entry.key] = to_line(entry.value, join(kSource, entry.key));
  }
  for (const auto& kind : root) {
    if (kind.key == kSource) continue;
    for (const auto& entry : entries_of(kind.value, kind.key))
      for (const auto& one : expand_each(entry, join(kind.key, entry.key))) {
        const std::string path = join(kind.key, one.key);
        if (kind.key == kTiming)
          file.rows.push_back(read_timing_row(one, path, sources));
        else
          file.peaks.push_back(read_peak_row(one, path, sources));
      }
  }
  return file;
}

}  // namespace
}  // namespace timing_file

TimingRows read_timing_rows(std::string_view toml_text, std::string_view origin) {
  try {
    const Value root = parse_toml(toml_text);
    return timing_file::read_root(*root.as<Value::Table>());
  } catch (const ValueError& error) {
    throw InputError(fmt::format("{}:{}: {}{}{}", origin, error.line, error.key,
                                 error.key.empty() ? "" : ": ", error.reason));
  }
}

bool matches_pattern(std::string_view pattern, std::string_view id) {
  std::size_t at = 0, from = 0, star = pattern.npos, resumed = 0;
  while (from < id.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      resumed = from;
    } else if (at < pattern.size() && pattern[at] == id[from]) {
      ++at;
      ++from;
    } else if (star != pattern.npos) {
      at = star + 1;
      from = ++resumed;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == pattern.npos;
}

bool matches_any(const std::vector<std::string>& patterns, std::string_view id) {
  return std::ranges::any_of(
      patterns, [&](const std::string& pattern) { return matches_pattern(pattern, id); });
}

bool names_instruction(const TimingKey& key, std::string_view id) {
  return matches_any(key.instructions, id) || matches_any(key.derived_for, id);
}

}  // namespace mmasc
