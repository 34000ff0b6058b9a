// SPDX-License-Identifier: Apache-2.0
#include "mmasc/verify/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/arith/same_bits.h"
#include "mmasc/stimulus/evenly_spread.h"
#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/text/number.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/hex.h"
#include "mmasc/unit/status_flags.h"
#include "mmasc/vectors/replay.h"
#include "mmasc/vectors/unit_line.h"

namespace mmasc {
namespace {

constexpr std::size_t kChunk = 1024;  // vectors between two calls of `progress`

std::size_t& vectors_of(Tally& tally, EvidenceKind evidence) {
  if (evidence == EvidenceKind::recorded) return tally.recorded;
  if (evidence == EvidenceKind::implied) return tally.implied;
  if (evidence == EvidenceKind::stated) return tally.stated;
  return tally.derived;
}

bool has_vectors(const VerifiedUnit& one) { return one.tally.vectors() > 0; }

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  recorded += other.recorded;
  implied += other.implied;
  stated += other.stated;
  derived += other.derived;
  own += other.own;
  mismatches += other.mismatches;
  return *this;
}

Verification::Verification(std::vector<EngineRow> engines, std::vector<NamedUnit> own,
                           std::vector<std::string> changes)
    : engines_(std::move(engines)), own_(own.size()), changes_(std::move(changes)) {
  const auto add = [&](const Unit& unit, UnitArgument argument, bool is_own) {
    units_.push_back({unit, std::move(argument), unit.instruction.id, is_own});
  };
  for (const Unit& unit : catalog().units()) add(unit, {unit.instruction.id}, false);
  for (NamedUnit& one : own) add(one.unit, std::move(one.argument), true);
}

void Verification::run(std::span<const VectorSource> sources, const Progress& progress) {
  const auto unit_of = [](std::string_view id) -> const Unit& { return catalog().find(id); };
  std::int64_t done = 0;
  const auto tick = [&] {
    if (progress) progress(done, static_cast<std::int64_t>(sources.size()));
  };
  for (const VectorSource& source : sources) {
    tick();
    source_ = static_cast<std::size_t>(done);
    verify(load_vectors(source, unit_of), tick);
    ++done;
  }
  if (total_.vectors() == 0) throw InputError("no vectors were run; name files that have some");
}

void Verification::sample(std::string_view engine, std::size_t most) {
  sampling_ = engine;
  sample_ = most;
}

void Verification::verify(const VectorFile& file, const std::function<void()>& tick) {
  const std::size_t row = row_of(file);
  check_header(file, units_[row].unit);
  if (file.cases.empty()) throw InputError(fmt::format("{}: there are no cases", file.name));
  Tally tally;
  vectors_of(tally, file.evidence) = file.cases.size();
  if (file.is_own()) tally.own = tally.derived;
  if (tally.recorded > 0) {
    const HeaderLine* const maker = file.find(kMakerKey);
    recorded_of_[maker == nullptr ? "" : maker->value] += tally.recorded;
  }
  for (const EngineRow& engine : engines_) compare(row, file, engine, tally, tick);
  units_[row].tally += tally;
  total_ += tally;
}

// A changed unit is a row of its own: what it does shows nothing of the row that was changed.
std::size_t Verification::row_of(const VectorFile& file) {
  std::vector<std::string> changes = unit_argument_of(file).changes;
  changes.insert(changes.end(), changes_.begin(), changes_.end());
  const std::size_t unchanged = unchanged_row_of(file);
  if (changes.empty()) return unchanged;
  UnitArgument argument = units_[unchanged].argument;
  argument.changes.insert(argument.changes.end(), changes.begin(), changes.end());
  const auto found = std::ranges::find(units_, argument, &VerifiedUnit::argument);
  if (found != units_.end()) return static_cast<std::size_t>(found - units_.begin());
  Unit changed = changed_unit_of(file, units_[unchanged].unit);
  try {
    changed = with_changes(std::move(changed), changes_);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", file.instruction, error.what()));
  }
  units_.push_back(
      {std::move(changed), std::move(argument), as_typed({file.instruction, std::move(changes)})});
  return units_.size() - 1;
}

std::size_t Verification::unchanged_row_of(const VectorFile& file) {
  const std::size_t shipped = catalog().units().size();
  const auto is_it = [&](std::size_t row) {
    return units_[row].unit.instruction.id == file.instruction;
  };
  for (std::size_t row = shipped; row < shipped + own_; ++row)
    if (is_it(row)) return row;
  for (std::size_t row = 0; row < shipped; ++row)
    if (is_it(row)) return row;
  if (std::optional<Unit> named = unit_in_named_file(file)) {
    const std::string path = split_name(unit_argument_of(file).name)->path;
    UnitArgument argument{path + ":" + file.instruction};
    const auto found = std::ranges::find(units_, argument, &VerifiedUnit::argument);
    if (found != units_.end()) return static_cast<std::size_t>(found - units_.begin());
    units_.push_back({*std::move(named), std::move(argument), file.instruction, true});
    return units_.size() - 1;
  }
  const std::string place = place_of(file, "instruction");
  try {  // a part of an id is no name for a file's instruction, but find() knows the nearest
    const std::string& id = catalog().find(file.instruction).instruction.id;
    throw InputError(
        fmt::format("instruction {} is no whole id; did you mean {}?", file.instruction, id));
  } catch (const InputError& error) {
    throw InputError(
        fmt::format("{}: {}; mmasc check UNIT {} compares them with a unit that you name", place,
                    error.what(), shell_word(printable(file.name))));
  }
}

void Verification::compare(std::size_t row, const VectorFile& file, const EngineRow& engine_row,
                           Tally& tally, const std::function<void()>& tick) {
  const Unit& unit = units_[row].unit;
  const auto engine = engine_row.engine_of(unit);
  const bool any_nan = file.nan == NanMatch::any, is_sample = engine_row.name == sampling_;
  const std::vector<Case> sample =
      is_sample ? evenly_spread(file.cases, sample_) : std::vector<Case>();
  const std::span<const Case> all = is_sample ? sample : file.cases;
  if (is_sample) sampled_ += all.size();
  for (std::size_t first = 0; first < all.size(); first += kChunk) {
    tick();
    const auto cases = all.subspan(first, std::min(kChunk, all.size() - first));
    PackedCases packed(cases);
    packed.evaluate(*engine);
    const bool has_flags = file.has_flags && !packed.flags.empty();
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const Result got{packed.d[i], has_flags ? packed.flags[i] : cases[i].flags};
      if (same_bits(unit.d(), got.d, cases[i].d(), any_nan) && got.flags == cases[i].flags)
        continue;
      ++tally.mismatches;
      if (engine_row.name == engines_.front().name && units_[row].differing.size() < kMaxDiffering)
        units_[row].differing.push_back({cases[i], file.nan, source_});
      if (replays_.size() < kMaxReplays)
        replays_.push_back(replay(row, file, cases[i], engine_row.as_typed(), got));
    }
  }
}

std::string Verification::replay(std::size_t row, const VectorFile& file, const Case& one,
                                 std::string_view engine, const Result& got) const {
  const auto flag = engine == "reference" ? std::string() : fmt::format(" --engine {}", engine);
  const auto name = one.name.empty() ? std::string() : fmt::format(" ({})", one.name);
  const Format& d = units_[row].unit.d();
  const auto flags =
      got.flags == one.flags
          ? std::string()
          : fmt::format("; flags {}, got {}", flags_text(one.flags), flags_text(got.flags));
  return fmt::format("mmasc eval {} {}{}\n  expected {} ({}), got {} ({}){}; {}:{}{}",
                     as_typed(units_[row].argument), operand_flags(file.layout, one), flag,
                     to_hex(one.d(), d), element_text(d, one.d()), to_hex(got.d, d),
                     element_text(d, got.d), flags, printable(file.name), one.line,
                     printable(name));
}

std::size_t Verification::rows_covered() const {
  const auto rows = std::span(units_).first(catalog().units().size());
  return static_cast<std::size_t>(std::ranges::count_if(rows, has_vectors));
}

std::string Verification::coverage() const {
  const std::string text = fmt::format("{} of {} rows of the catalogue covered", rows_covered(),
                                       catalog().units().size());
  const auto own = std::ranges::count(units_, true, &VerifiedUnit::is_own);
  if (own == 0) return text;
  const auto covered = std::ranges::count_if(
      units_, [](const VerifiedUnit& one) { return one.is_own && has_vectors(one); });
  return text + fmt::format(", {} of {} of your own", covered, own);
}

}  // namespace mmasc
