// SPDX-License-Identifier: Apache-2.0
#include "mmasc/platform/platform.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "mmasc/timing/numbers.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/suggest.h"
#include "mmasc/unit/toml.h"
#include "mmasc/unit/toml_file.h"
#include "mmasc/unit/toml_reader.h"

namespace mmasc::tlm {
namespace {

using timing_file::Basis;
using timing_file::Sources;
using toml_reader::Fields;
using toml_reader::refuse_value;
using toml_reader::to_enum;
using toml_reader::to_line;
using toml_reader::to_number;
using toml_reader::to_whole;

constexpr std::string_view kSet = "--set";
constexpr int kMostExtent = 1 << 24, kMostAccelerators = 64, kMostStages = 32;

struct NumberRow {
  const char *table, *key;
  SourcedNumber Platform::*member;
  double least, most;
  bool is_whole = false;
  bool is_optional = false;
  bool is_limit = false;  // 0 is none
  double finest = 0;      // of a limit, its least but 0
};
constexpr double kMost = timing_file::kMostCycles;
constexpr NumberRow kNumbers[] = {
    {.table = "clock",
     .key = "ghz",
     .member = &Platform::clock,
     .least = 0.001,
     .most = 100,
     .is_optional = true},
    {.table = "memory", .key = "latency", .member = &Platform::latency, .least = 0, .most = kMost},
    {.table = "memory",
     .key = "bytes_per_cycle",
     .member = &Platform::bytes_per_cycle,
     .least = 0,
     .most = kMost,
     .is_limit = true,
     .finest = 0.001},
    {.table = "memory",
     .key = "outstanding",
     .member = &Platform::outstanding,
     .least = 0,
     .most = kMost,
     .is_whole = true,
     .is_limit = true},
    {.table = "copy",
     .key = "line_cycles",
     .member = &Platform::line_cycles,
     .least = 0,
     .most = kMost},
    {.table = "copy",
     .key = "write_cycles",
     .member = &Platform::write_cycles,
     .least = 0,
     .most = kMost},
    {.table = "host", .key = "doorbell", .member = &Platform::doorbell, .least = 0, .most = kMost},
    {.table = "host",
     .key = "completion",
     .member = &Platform::completion,
     .least = 0,
     .most = kMost},
};
constexpr std::pair<const char*, Extents Platform::*> kExtents[] = {{"tile", &Platform::tile},
                                                                    {"gemm", &Platform::gemm}};
constexpr std::pair<const char*, std::int64_t Extents::*> kLetters[] = {
    {"m", &Extents::m}, {"n", &Extents::n}, {"k", &Extents::k}};

struct Claim {  // what Basis puts a number's source into
  std::vector<std::string> sources;
  Confidence confidence = Confidence::derived;
};

class Reader {
 public:
  Reader(const Value& root, std::string_view origin)
      : origin_(origin),
        root_(root, "",
              {"instruction", "operands", "group", "accelerators", "stages", "tile", "gemm",
               "source", "clock", "memory", "copy", "host"}) {}

  Platform read() {
    read_sources();
    Platform platform;
    platform.instruction = to_line(root_.need("instruction"), "instruction");
    if (const Value* value = root_.get("operands"))
      platform.operands = to_enum<OperandSource>(*value, "operands");
    platform.group = whole("group", 1, 2, 1);
    platform.accelerators = whole("accelerators", 1, kMostAccelerators, 1);
    platform.stages = whole("stages", 1, kMostStages, 0);
    for (const auto& [name, member] : kExtents) platform.*member = extents(name);
    for (const NumberRow& row : kNumbers) platform.*row.member = number(row);
    return platform;
  }

 private:
  void read_sources() {
    const Value* table = root_.get("source");
    if (table == nullptr) return;
    const auto* entries = table->as<Value::Table>();
    if (entries == nullptr) refuse_value(*table, "source", "is no table; write [source]");
    for (const auto& [key, value] : *entries) sources_[key] = to_line(value, join("source", key));
  }

  // `otherwise` 0: it must be there.
  int whole(const char* key, int least, int most, int otherwise) const {
    const Value* value = otherwise == 0 ? &root_.need(key) : root_.get(key);
    return value ? to_whole(*value, key, least, most) : otherwise;
  }

  Extents extents(const char* name) const {
    const Fields fields(root_.need(name), name, {"m", "n", "k"});
    Extents extents;
    for (const auto& [letter, member] : kLetters)
      extents.*member = to_whole(fields.need(letter), fields.path(letter), 1, kMostExtent);
    return extents;
  }

  SourcedNumber number(const NumberRow& row) const {
    Names legal;
    for (const NumberRow& other : kNumbers)
      if (std::string_view(other.table) == row.table) legal.push_back(other.key);
    if (row.is_optional && root_.get(row.table) == nullptr) return {};
    const Fields table(root_.need(row.table), row.table, legal);
    const Value& value = table.need(row.key);
    SourcedNumber number{
        table.path(row.key), 0, fmt::format("chosen in {}", origin_), {}, row.is_limit};
    const Value* given = &value;
    if (value.as<Value::Table>() != nullptr) {
      const Fields fields(value, number.key, {"value", "source", "confidence"});
      given = &fields.need("value");
      Claim claim;
      Basis(fields, sources_).put(claim, &fields);
      number.source = fmt::format("{}", fmt::join(claim.sources, "; "));
      number.confidence = claim.confidence;
    }
    number.value = row.is_whole ? to_whole(*given, number.key, static_cast<int>(row.least),
                                           static_cast<int>(row.most))
                                : to_number(*given, number.key, row.least, row.most);
    if (number.value > 0 && number.value < row.finest)
      throw ValueError(given->line, number.key,
                       fmt::format("{} is out of range; use 0 (no limit) or {}..{}", number.value,
                                   row.finest, row.most));
    return number;
  }

  std::string_view origin_;
  Fields root_;
  Sources sources_;
};

// The value as TOML; what is none is a text.
Value parse_change(const std::string& change, std::string_view text) {
  if (text.empty() || text.find_first_of("\r\n") != text.npos)
    throw InputError(fmt::format("{} {}: write one value behind =", kSet, change));
  try {
    const Value parsed = parse_toml(fmt::format("value = {}", text));
    const auto& entries = *parsed.as<Value::Table>();
    if (entries.size() == 1) return entries.front().value;
  } catch (const ValueError&) {
  }
  return Value{std::string(text)};
}

void apply(Value& root, const std::string& change) {
  const auto equals = change.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError(fmt::format("{} {}: write KEY=VALUE, as tile.m=64", kSet, change));
  std::vector<std::string> keys = split(change.substr(0, equals));
  Value* here = &root;
  for (; keys.size() > 1; keys.erase(keys.begin())) {
    auto& table = *here->as<Value::Table>();
    Value* next = find(table, keys.front());
    here = next ? next : &set(table, keys.front(), {Value::Table{}});
    if (here->as<Value::Table>() == nullptr)
      throw InputError(fmt::format("{} {}: {} is no table", kSet, change, keys.front()));
  }
  if (keys.empty()) throw InputError(fmt::format("{} {}: names no key", kSet, change));
  set(*here->as<Value::Table>(), keys.front(), parse_change(change, change.substr(equals + 1)));
}

std::string refusal(std::string_view place, const ValueError& error) {
  return fmt::format("{}: {}{}{}", place, error.key, error.key.empty() ? "" : ": ", error.reason);
}

// A unit's file that a platform's file names lies beside it.
std::string beside(const std::string& file, const std::string& instruction) {
  return split_name(instruction)
             ? (std::filesystem::path(file).parent_path() / instruction).string()
             : instruction;
}

bool sets_instruction(const std::string& change) { return change.starts_with("instruction="); }

}  // namespace

std::vector<const SourcedNumber*> Platform::numbers() const {
  std::vector<const SourcedNumber*> all;
  for (const NumberRow& row : kNumbers)
    if (!(this->*row.member).key.empty()) all.push_back(&(this->*row.member));
  return all;
}

Platform read_platform(std::string_view toml_text, std::string_view origin,
                       std::span<const std::string> changes) {
  Value root;
  Platform platform;
  try {
    root = parse_toml(toml_text);
    platform = Reader(root, origin).read();
  } catch (const ValueError& error) {
    throw InputError(refusal(fmt::format("{}:{}", origin, error.line), error));
  }
  // One by one: an error names the change that it comes from.
  for (const std::string& change : changes) {
    apply(root, change);
    try {
      platform = Reader(root, origin).read();
    } catch (const ValueError& error) {
      throw InputError(refusal(fmt::format("{} {}", kSet, change), error));
    }
  }
  for (const NumberRow& row : kNumbers) {
    SourcedNumber& number = platform.*row.member;
    for (const std::string& change : changes)
      if (change.starts_with(number.key + "=")) number.source = fmt::format("{} {}", kSet, change);
  }
  return platform;
}

Platform find_platform(const std::string& name, std::span<const std::string> changes) {
  constexpr std::string_view kSuffix = ".toml";
  if (name.ends_with(kSuffix)) {
    Platform platform = read_platform(read_toml_file(name), name, changes);
    platform.name = name;
    if (std::ranges::none_of(changes, sets_instruction))
      platform.instruction = beside(name, platform.instruction);
    return platform;
  }
  Names legal;
  for (const EmbeddedFile& file : platform_files()) {
    const std::string_view stem = file.name.substr(0, file.name.size() - kSuffix.size());
    legal.push_back(stem);
    if (stem != name) continue;
    Platform platform = read_platform(file.text, file.name, changes);
    platform.name = name;
    return platform;
  }
  throw InputError(fmt::format("{}: unknown platform; {}, or name a file, as {}.toml", name,
                               mend_name(name, legal), name));
}

}  // namespace mmasc::tlm
