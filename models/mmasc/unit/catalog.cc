// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "mmasc/unit/embedded.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/make_unit.h"
#include "mmasc/unit/rows.h"
#include "mmasc/unit/shipped_rows.h"
#include "mmasc/unit/suggest.h"
#include "mmasc/unit/toml_file.h"

namespace mmasc {
namespace {

constexpr std::string_view kSuffix = ".toml";

const ShippedRows& shipped_rows() {
  static const ShippedRows rows(catalog_files());
  return rows;
}

template <class Row>
const Row* find_row(const std::vector<Row>& rows, std::string_view name) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

template <class Row>
Names joined(Names names, const std::vector<Row>& rows) {
  for (const Row& row : rows) names.push_back(row.name);
  return names;
}

// The shipped rows, if any, and those that were added.
class RowsInReach final : public NamedRows {
 public:
  RowsInReach(const ShippedRows* shipped, const std::vector<Datapath>& datapaths,
              const std::vector<Structure>& structures)
      : shipped_(shipped), datapaths_(datapaths), structures_(structures) {}

  const Datapath* find_datapath(std::string_view name) const override {
    const Datapath* row = shipped_ ? shipped_->find_datapath(name) : nullptr;
    return row ? row : find_row(datapaths_, name);
  }
  const Structure* find_structure(std::string_view name) const override {
    return name == default_structure().name ? &default_structure() : find_row(structures_, name);
  }
  Names datapath_names() const override {
    return joined(shipped_ ? shipped_->datapath_names() : Names{}, datapaths_);
  }
  Names structure_names() const override { return joined({default_structure().name}, structures_); }

 private:
  const ShippedRows* shipped_;
  const std::vector<Datapath>& datapaths_;
  const std::vector<Structure>& structures_;
};

[[noreturn]] void refuse_taken(const Rows& file, const auto& source) {
  file.refuse(source, "", "is taken by a shipped row; choose another name");
}

// The unit whose mnemonic or SASS name has the text; nullopt: none.
std::optional<std::size_t> find_name(const std::vector<Unit>& units, std::string_view text,
                                     std::string_view place) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < units.size(); ++i)
    if (is_in_names(units[i].instruction, text)) found.push_back(i);
  if (found.empty()) return std::nullopt;
  if (found.size() == 1) return found.front();
  Names first;
  for (const std::size_t i : found)
    if (first.size() < kNamed) first.push_back(units[i].instruction.id);
  throw InputError(
      fmt::format("{}\"{}\" is in the mnemonic or SASS name of {} units; write an id, as {}", place,
                  text, found.size(), quoted_list(first)));
}

// The id, or the one that it is part of, among `ids`, which are those of `units()`. `place` begins
// the error.
template <class GetUnits>
std::size_t find_id(const std::vector<std::string>& ids, GetUnits&& units, std::string_view id,
                    std::string_view place) {
  Names parts;
  std::size_t last = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == id) return i;
    if (ids[i].find(id) == std::string::npos) continue;
    parts.push_back(ids[i]);
    last = i;
  }
  if (parts.size() == 1) return last;
  if (parts.empty())
    if (const auto named = find_name(units(), id, place)) return *named;
  if (parts.empty())
    throw InputError(fmt::format("{}unknown unit \"{}\"; nearest are {}", place, id,
                                 quoted_list(nearest(id, {ids.begin(), ids.end()}))));
  throw InputError(fmt::format("{}\"{}\" is part of {} ids; write more of one, as {}", place, id,
                               parts.size(), quoted_list(nearest(id, parts))));
}

// The rows that a text adds to the catalogue.
std::vector<Unit> own_rows(std::string_view toml_text, std::string_view origin) {
  Formats formats;
  return catalog().read(toml_text, origin, formats);
}

// The rows of a file, whose names of files are relative to its folder.
std::vector<Unit> rows_of_file(const std::string& path) {
  std::vector<Unit> units = own_rows(read_toml_file(path), path);
  const auto folder = std::filesystem::path(path).parent_path();
  for (Unit& unit : units)
    if (std::string& stages = unit.datapath.stages; !stages.empty()) stages = folder / stages;
  return units;
}

// The row of that name, or the only one.
Unit choose(const std::vector<Unit>& own, std::optional<std::string_view> name,
            std::string_view origin, std::string_view how_to_name) {
  if (own.empty())
    throw InputError(
        fmt::format("{}: there is no instruction; add an [instruction.\"my/NAME\"]", origin));
  std::vector<std::string> ids;
  for (const Unit& unit : own) ids.push_back(unit.instruction.id);
  const auto units = [&]() -> const std::vector<Unit>& { return own; };
  if (name) return own[find_id(ids, units, *name, fmt::format("{}: ", origin))];
  if (own.size() == 1) return own.front();
  throw InputError(fmt::format("{}: there are {} instructions; {} one of {}", origin, own.size(),
                               how_to_name, quoted_list({ids.begin(), ids.end()})));
}

}  // namespace

bool is_in_names(const Instruction& instruction, std::string_view text) {
  constexpr std::string_view kAnyN = "{N}", kDigits = "0123456789";
  for (const std::string_view name :
       {std::string_view(instruction.mnemonic), std::string_view(instruction.sass)}) {
    if (name.find(text) != name.npos) return true;
    const auto any_n = name.find(kAnyN);
    if (any_n == name.npos) continue;
    const std::string_view before = name.substr(0, any_n),
                           after = name.substr(any_n + kAnyN.size());
    for (auto first = text.find_first_of(kDigits); first != text.npos;) {
      const auto end = std::min(text.find_first_not_of(kDigits, first), text.size());
      int n = 0;
      std::from_chars(text.data() + first, text.data() + end, n);  // 0: beyond every n
      const bool is_whole = first == 0 && end == text.size();  // any number, which names nothing
      if (!is_whole && instruction.shape.n.contains(n) && before.ends_with(text.substr(0, first)) &&
          after.starts_with(text.substr(end)))
        return true;
      first = text.find_first_of(kDigits, end);
    }
  }
  return false;
}

std::optional<NameInFile> split_name(std::string_view name) {
  const auto suffix = name.rfind(kSuffix);
  const auto end = suffix + kSuffix.size();
  if (suffix == name.npos || (end < name.size() && name[end] != ':')) return std::nullopt;
  return NameInFile{std::string(name.substr(0, end)),
                    end < name.size() ? std::optional(name.substr(end + 1)) : std::nullopt};
}

// Adds all but the units, which it makes.
std::vector<Unit> Catalog::take(std::string_view toml_text, std::string_view origin) {
  const RowsInReach reach(shipped_, datapaths_, structures_);
  const Rows file = read_rows(toml_text, origin, reach, formats_);
  for (const auto& source : file.datapaths) {
    if (reach.find_datapath(source.row.name)) refuse_taken(file, source);
    datapaths_.push_back(source.row);
  }
  for (const auto& source : file.structures) {
    if (reach.find_structure(source.row.name)) refuse_taken(file, source);
    structures_.push_back(source.row);
  }
  const std::vector<std::string>& taken = ids();
  std::vector<Unit> units;
  for (const auto& source : file.instructions) {
    if (std::ranges::find(taken, source.row.id) != taken.end()) refuse_taken(file, source);
    units.push_back(make_unit(file, source, reach, formats_));
    check_plan(file, source, units.back());
    check_undecided(file, source, units.back());
  }
  return units;
}

std::vector<Unit> Catalog::read(std::string_view toml_text, std::string_view origin,
                                Formats& formats) const {
  Catalog next = *this;
  std::vector<Unit> units = next.take(toml_text, origin);
  formats = next.formats_;
  return units;
}

void Catalog::add(std::string_view toml_text, std::string_view origin) {
  Catalog next = *this;
  std::vector<Unit> added = next.take(toml_text, origin);
  if (is_shipped_alone()) {
    next.units_ = shipped_->units();
    next.ids_ = shipped_->ids();
  }
  for (Unit& unit : added) {
    next.ids_.push_back(unit.instruction.id);
    next.units_.push_back(std::move(unit));
  }
  *this = std::move(next);
}

const std::vector<Unit>& Catalog::units() const {
  return is_shipped_alone() ? shipped_->units() : units_;
}

const std::vector<std::string>& Catalog::ids() const {
  return is_shipped_alone() ? shipped_->ids() : ids_;
}

const Unit& Catalog::find(std::string_view id) const {
  const auto all = [this]() -> const std::vector<Unit>& { return units(); };
  const std::size_t index = find_id(ids(), all, id, "");
  return is_shipped_alone() ? shipped_->unit(index) : units_[index];
}

const Catalog& catalog() {
  static const Catalog shipped(&shipped_rows());
  return shipped;
}

Unit find_unit(std::string_view name) {
  const auto in_file = split_name(name);
  if (!in_file) return catalog().find(name);
  const auto& [path, row] = *in_file;
  return choose(rows_of_file(path), row, path, "write " + path + ":ROW with");
}

Formats formats_in(const std::string& path) {
  Formats formats;
  (void)catalog().read(read_toml_file(path), path, formats);
  return formats;
}

const Format& find_format_argument(std::string_view name) {
  const auto in_file = split_name(name);
  if (!in_file) return format_named(name);
  const auto& [path, row] = *in_file;
  if (!row) throw InputError(fmt::format("{}: names no format; write {}:FORMAT", path, path));
  const Formats own = formats_in(path);
  try {
    return format_named(*row, own);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", path, error.what()));
  }
}

std::vector<Unit> read_units(const std::string& path) { return rows_of_file(path); }

Unit parse_unit(std::string_view toml_text, std::string_view name, std::string_view origin) {
  return choose(own_rows(toml_text, origin), name.empty() ? std::nullopt : std::optional(name),
                origin, "name");
}

}  // namespace mmasc
