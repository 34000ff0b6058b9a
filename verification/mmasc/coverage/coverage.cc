// SPDX-License-Identifier: Apache-2.0
#include "mmasc/coverage/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "mmasc.coverage";
constexpr int kVersion = 1;
constexpr std::uint64_t kMostVectors = std::uint64_t{1} << 62;  // so that no sum overflows

// FNV-1a of what makes the cover points: the row without its structure, evidence and note.
std::string fingerprint(Unit unit) {
  unit.structure = Structure{};
  unit.instruction.note.clear();
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : to_toml_of_numbers(unit))
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : name_(name) {
    document_ = Json::parse(text, nullptr, false);
    if (!document_.is_object() || !document_.contains("schema") || document_["schema"] != kSchema)
      fail(fmt::format("is no {} document; give what mmasc coverage -o wrote", kSchema));
    if (const std::uint64_t version = count_at(document_, "version"); version != kVersion)
      fail(fmt::format("has version {}; this mmasc reads {}", version, kVersion));
  }

  const Json& document() const { return document_; }
  std::string text_at(const Json& object, const char* key) const {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string()) fail(fmt::format("has no text \"{}\"", key));
    return found->get<std::string>();
  }
  std::uint64_t count_at(const Json& object, const char* key) const {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_unsigned() ||
        found->get<std::uint64_t>() > kMostVectors)
      fail(fmt::format("has no count \"{}\"", key));
    return found->get<std::uint64_t>();
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}: {}", name_, what));
  }

 private:
  const std::string& name_;
  Json document_;
};

}  // namespace

Coverage::Coverage(const Unit& unit, const CoverPoints& points)
    : unit_(unit.instruction.id), row_(fingerprint(unit)) {
  for (const CoverPoint& point : points.list)
    entries_.push_back({point.name, std::string(name_of(point.stage)), point.unreachable, 0});
}

Coverage::Coverage(const Unit& unit, const CoverPoints& points, std::uint64_t vectors,
                   const std::vector<std::uint64_t>& counts)
    : Coverage(unit, points) {
  vectors_ = vectors;
  for (std::size_t i = 0; i < entries_.size(); ++i) entries_[i].vectors = counts[i];
}

Coverage::Coverage(std::string unit, std::string row, std::uint64_t vectors,
                   std::vector<Entry> entries, const std::string& name)
    : unit_(std::move(unit)),
      row_(std::move(row)),
      vectors_(vectors),
      entries_(std::move(entries)) {
  if (vectors_ > kMostVectors)
    throw InputError(fmt::format("{}: more vectors than can be counted", name));
  for (const Entry& entry : entries_)
    if (entry.vectors > vectors_)
      throw InputError(
          fmt::format("{}: cover point \"{}\" has more vectors than there are", name, entry.point));
}

bool Coverage::add(const std::vector<int>& met) {
  ++vectors_;
  bool first = false;
  for (const int point : met)
    if (entries_[static_cast<std::size_t>(point)].vectors++ == 0) first = true;
  return first;
}

void Coverage::merge(const Coverage& other, std::string_view name) {
  const auto same_point = [](const Entry& x, const Entry& y) {
    return x.point == y.point && x.stage == y.stage && x.unreachable == y.unreachable;
  };
  if (unit_ != other.unit_)
    throw InputError(fmt::format("{}: is of {}, not of {}", name, other.unit_, unit_));
  const auto has_crosses = [](const Coverage& coverage) {
    return std::ranges::any_of(coverage.entries_, [](const Entry& entry) {
      return entry.point.find(" x c") != std::string::npos;
    });
  };
  if (row_ == other.row_ && has_crosses(*this) != has_crosses(other))
    throw InputError(fmt::format("{}: {} counts crosses; count both with --cross, or without", name,
                                 has_crosses(other) ? "this file alone" : "the other file"));
  if (row_ != other.row_ || !std::ranges::equal(entries_, other.entries_, same_point))
    throw InputError(fmt::format("{}: the row of {} was another when this was counted; count again",
                                 name, unit_));
  if (vectors_ + other.vectors_ > kMostVectors)
    throw InputError(fmt::format("{}: more vectors than can be counted", name));
  vectors_ += other.vectors_;
  for (std::size_t i = 0; i < entries_.size(); ++i)
    entries_[i].vectors += other.entries_[i].vectors;
}

std::vector<const Coverage::Entry*> Coverage::unreached() const {
  std::vector<const Entry*> left;
  for (const Entry& entry : entries_)
    if (entry.vectors == 0 && entry.unreachable.empty()) left.push_back(&entry);
  return left;
}

std::string Coverage::to_json() const {
  Json document{{"schema", kSchema}, {"version", kVersion}, {"unit", unit_},
                {"row", row_},       {"vectors", vectors_}, {"cover_points", Json::array()}};
  for (const Entry& entry : entries_) {
    Json point{{"cover_point", entry.point}, {"stage", entry.stage}, {"vectors", entry.vectors}};
    if (!entry.unreachable.empty()) point["unreachable"] = entry.unreachable;
    document["cover_points"].push_back(std::move(point));
  }
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Coverage Coverage::from_json(std::string_view text, const std::string& name) {
  const Reader reader(text, name);
  const Json& document = reader.document();
  const std::string unit = reader.text_at(document, "unit"), row = reader.text_at(document, "row");
  const std::uint64_t vectors = reader.count_at(document, "vectors");
  std::vector<Entry> entries;
  // Files that call a cover point a corner are read too.
  const bool old = document.contains("corners");
  const auto points = document.find(old ? "corners" : "cover_points");
  if (points == document.end() || !points->is_array()) reader.fail("has no list \"cover_points\"");
  for (const Json& point : *points) {
    if (!point.is_object()) reader.fail("a cover point is no object");
    Entry entry{reader.text_at(point, old ? "corner" : "cover_point"),
                reader.text_at(point, "stage"), "", reader.count_at(point, "vectors")};
    if (point.contains("unreachable")) entry.unreachable = reader.text_at(point, "unreachable");
    entries.push_back(std::move(entry));
  }
  return {unit, row, vectors, std::move(entries), name};
}

}  // namespace mmasc
