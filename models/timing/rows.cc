// SPDX-License-Identifier: Apache-2.0
#include "timing/rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "spec/each.h"
#include "spec/error.h"
#include "spec/suggest.h"
#include "spec/toml.h"

namespace mmasc {
namespace {

constexpr double kMostCycles = 1e6;
constexpr int kMostInOneExtent = 65536;
constexpr std::string_view kSource = "source", kTiming = "timing", kPeak = "peak";

using Sources = std::map<std::string, std::string, std::less<>>;  // by name

[[noreturn]] void refuse_value(const Value& value, const std::string& path,
                               const std::string& reason) {
  throw ValueError(value.line, path, reason);
}

double to_number(const Value& value, const std::string& path, double least, double most) {
  std::optional<double> number;
  if (const auto* whole = value.as<std::int64_t>()) number = static_cast<double>(*whole);
  if (const auto* other = value.as<Value::Other>()) number = other->fraction;
  if (!number)
    refuse_value(value, path, fmt::format("{} cannot be used; write a number", value.kind()));
  if (!(*number >= least && *number <= most))
    refuse_value(value, path, fmt::format("{} is out of range; use {}..{}", *number, least, most));
  return *number;
}

int to_whole(const Value& value, const std::string& path, int least, int most) {
  const auto* number = value.as<std::int64_t>();
  if (!number)
    refuse_value(
        value, path,
        fmt::format("{} cannot be used; write a whole number, {}..{}", value.kind(), least, most));
  if (*number < least || *number > most)
    refuse_value(value, path, fmt::format("{} is out of range; use {}..{}", *number, least, most));
  return static_cast<int>(*number);
}

const std::string& to_line(const Value& value, const std::string& path) {
  const auto* text = value.as<std::string>();
  if (!text)
    refuse_value(value, path, fmt::format("{} cannot be used; write text in quotes", value.kind()));
  if (text->empty() || std::ranges::any_of(*text, [](unsigned char x) { return x < ' '; }))
    refuse_value(value, path, "is no line of text; write one");
  return *text;
}

template <Enumerated E>
E to_enum(const Value& value, const std::string& path) {
  Names legal;
  for (const auto& [named, name] : kNames<E>) legal.push_back(name);
  const std::string& name = to_line(value, path);
  if (const auto found = find_enum<E>(name)) return *found;
  refuse_value(value, path, fmt::format("unknown value \"{}\"; {}", name, mend_name(name, legal)));
}

// One value, or an array of them.
template <class Read>
auto to_list(const Value& value, const std::string& path, Read read) {
  std::vector<std::decay_t<decltype(read(value, path))>> list;
  const auto* array = value.as<Value::Array>();
  if (array && array->empty()) refuse_value(value, path, "is empty; write one or more");
  for (std::size_t i = 0; i < (array ? array->size() : 1); ++i)
    list.push_back(array ? read((*array)[i], element_path(path, *array, i)) : read(value, path));
  return list;
}

// A table of fields. Every field that it may have is asked for once; the others are refused.
class Fields {
 public:
  Fields(const Value& value, std::string path, Names legal)
      : value_(value), path_(std::move(path)) {
    const auto* table = value.as<Value::Table>();
    if (!table)
      refuse_value(value, path_, fmt::format("{} cannot be used; write a table", value.kind()));
    for (const auto& [key, member] : *table)
      if (std::ranges::find(legal, key) == legal.end())
        refuse_value(member, join(path_, key), "unknown field; " + mend_name(key, legal));
  }

  const Value* get(std::string_view key) const { return find(*value_.as<Value::Table>(), key); }
  const Value& need(std::string_view key) const {
    if (const Value* value = get(key)) return *value;
    refuse_value(value_, path_, fmt::format("\"{}\" is missing; add it", key));
  }
  std::string path(std::string_view key) const { return join(path_, key); }
  const std::string& path() const { return path_; }
  const Value& value() const { return value_; }

  double number(std::string_view key, double least, double otherwise) const {
    const Value* value = get(key);
    return value ? to_number(*value, path(key), least, kMostCycles) : otherwise;
  }
  std::vector<std::string> lines(std::string_view key) const {
    const Value* value = get(key);
    return value ? to_list(*value, path(key), to_line) : std::vector<std::string>{};
  }

 private:
  const Value& value_;
  std::string path_;
};

// What a number rests on: its own `source` and `confidence`, or its row's.
class Basis {
 public:
  Basis(const Fields& row, const Sources& sources) : row_(row), sources_(sources) {}

  template <class Sourced>
  void put(Sourced& number, const Fields* own) const {
    const auto [from, value] = choose(own, "source");
    for (const std::string& name : to_list(*value, from->path("source"), to_line)) {
      const auto found = sources_.find(name);
      if (found == sources_.end()) refuse_unknown(*value, from->path("source"), name);
      number.sources.push_back(found->second);
    }
    const auto [place, confidence] = choose(own, "confidence");
    number.confidence = to_enum<Confidence>(*confidence, place->path("confidence"));
  }

 private:
  std::pair<const Fields*, const Value*> choose(const Fields* own, std::string_view key) const {
    if (own)
      if (const Value* value = own->get(key)) return {own, value};
    return {&row_, &row_.need(key)};
  }

  [[noreturn]] void refuse_unknown(const Value& value, const std::string& path,
                                   const std::string& name) const {
    Names known;
    for (const auto& [one, text] : sources_) known.push_back(one);
    refuse_value(value, path,
                 fmt::format("unknown source \"{}\"; {}", name,
                             known.empty() ? "write NAME = \"...\" in a table [source]"
                                           : mend_name(name, known)));
  }

  const Fields& row_;
  const Sources& sources_;
};

CyclesByN read_points(const Value& value, const std::string& path) {
  constexpr std::string_view kMend =
      "write two or more points, as [[64, 152], [128, 184.5]], n rising";
  CyclesByN law;
  const auto* array = value.as<Value::Array>();
  if (!array) refuse_value(value, path, fmt::format("{} cannot be used; {}", value.kind(), kMend));
  for (const Value& element : *array) {
    const auto* point = element.as<Value::Array>();
    if (!point || point->size() != 2)
      refuse_value(element, path, fmt::format("is no point; {}", kMend));
    const int n = to_whole((*point)[0], path, 1, kMostInOneExtent);
    if (!law.points.empty() && n <= law.points.back().first)
      refuse_value(element, path, fmt::format("n does not rise at {}; {}", n, kMend));
    law.points.emplace_back(n, to_number((*point)[1], path, 0, kMostCycles));
  }
  if (law.points.size() < 2) refuse_value(value, path, fmt::format("has one point; {}", kMend));
  return law;
}

Throughput read_throughput(const Fields& fields) {
  constexpr double kLeastRate = 1e-3;
  Throughput law{.n_per_cycle = fields.number("n_per_cycle", kLeastRate, 0),
                 .bytes_per_cycle = fields.number("bytes_per_cycle", kLeastRate, 0),
                 .bytes_per_row = fields.number("bytes_per_row", 0, 0),
                 .bytes_per_column = fields.number("bytes_per_column", 0, 0)};
  if (law.bytes_per_cycle == 0 && law.bytes_per_row + law.bytes_per_column > 0)
    refuse_value(fields.value(), fields.path(), "\"bytes_per_cycle\" is missing; add it");
  if (const Value* measured = fields.get("measured_n")) {
    const std::string path = fields.path("measured_n");
    const auto ends = to_list(*measured, path, [](const Value& value, const std::string& at) {
      return to_whole(value, at, 1, kMostInOneExtent);
    });
    if (ends.size() != 2 || ends[0] > ends[1])
      refuse_value(*measured, path, "is no range; write [LEAST, GREATEST]");
    law.n_from = ends[0];
    law.n_to = ends[1];
  }
  return law;
}

TimingNumber read_timing_number(const Value& value, const std::string& path, const Basis& basis) {
  TimingNumber number;
  if (!value.as<Value::Table>()) {
    number.law = FixedCycles{to_number(value, path, 0, kMostCycles)};
    basis.put(number, nullptr);
    return number;
  }
  const Fields fields(
      value, path,
      {"cycles", "passes", "points", "after_interval", "n_per_cycle", "bytes_per_cycle",
       "bytes_per_row", "bytes_per_column", "measured_n", "source", "confidence"});
  basis.put(number, &fields);
  std::vector<std::string_view> laws;
  for (const std::string_view law : {"cycles", "passes", "points", "after_interval", "n_per_cycle"})
    if (fields.get(law)) laws.push_back(law);
  if (laws.size() != 1)
    refuse_value(value, path,
                 "needs one of cycles, passes, points, after_interval and n_per_cycle; write one");
  if (laws.front() != "n_per_cycle")
    for (const std::string_view key :
         {"bytes_per_cycle", "bytes_per_row", "bytes_per_column", "measured_n"})
      if (const Value* member = fields.get(key))
        refuse_value(*member, fields.path(key), "belongs to n_per_cycle; remove it");
  if (laws.front() == "cycles")
    number.law = FixedCycles{fields.number("cycles", 0, 0)};
  else if (laws.front() == "passes")
    number.law = Passes{to_whole(fields.need("passes"), fields.path("passes"), 1, 1024)};
  else if (laws.front() == "points")
    number.law = read_points(fields.need("points"), fields.path("points"));
  else if (laws.front() == "after_interval")
    number.law = AfterInterval{fields.number("after_interval", 0, 0)};
  else
    number.law = read_throughput(fields);
  return number;
}

WaitStates read_wait_states(const Value& value, const std::string& path, const Basis& basis) {
  const Fields fields(value, path,
                      {"identical_c", "overlapped_c", "operand", "memory", "source", "confidence"});
  WaitStates waits;
  for (const auto& [key, member] : {std::pair{"identical_c", &WaitStates::identical_c},
                                    {"overlapped_c", &WaitStates::overlapped_c},
                                    {"operand", &WaitStates::operand},
                                    {"memory", &WaitStates::memory}})
    waits.*member = to_whole(fields.need(key), fields.path(key), 0, 1024);
  basis.put(waits, &fields);
  return waits;
}

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

TimingRows read_timing_rows(std::string_view toml_text, std::string_view origin) {
  try {
    const Value root = parse_toml(toml_text);
    return read_root(*root.as<Value::Table>());
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
