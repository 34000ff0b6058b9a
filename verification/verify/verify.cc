// SPDX-License-Identifier: Apache-2.0
#include "verify/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "arith/same_bits.h"
#include "spec/catalog.h"
#include "spec/hex.h"
#include "stimulus/packed_cases.h"
#include "text/number.h"
#include "vectors/replay.h"

namespace mmasc {
namespace {

constexpr std::size_t kChunk = 1024;  // vectors between two calls of `progress`

std::size_t& vectors_of(Tally& tally, EvidenceKind evidence) {
  if (evidence == EvidenceKind::recorded) return tally.recorded;
  if (evidence == EvidenceKind::stated) return tally.stated;
  return tally.derived;
}

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  recorded += other.recorded;
  stated += other.stated;
  derived += other.derived;
  own += other.own;
  mismatches += other.mismatches;
  return *this;
}

Verification::Verification(std::vector<EngineRow> engines, std::vector<NamedUnit> own)
    : engines_(std::move(engines)), units_(catalog().units()) {
  for (const Unit& unit : units_) names_.push_back(unit.instruction.id);
  for (NamedUnit& one : own) {
    units_.push_back(std::move(one.unit));
    names_.push_back(std::move(one.name));
  }
  tallies_.resize(units_.size());
}

void Verification::run(std::span<const VectorSource> sources, const Progress& progress) {
  const auto unit_of = [](std::string_view id) -> const Unit& { return catalog().find(id); };
  std::int64_t done = 0;
  const auto tick = [&] {
    if (progress) progress(done, static_cast<std::int64_t>(sources.size()));
  };
  for (const VectorSource& source : sources) {
    tick();
    verify(load_vectors(source, unit_of), tick);
    ++done;
  }
  if (total_.vectors() == 0) throw InputError("no vectors were run; name files that have some");
}

void Verification::verify(const VectorFile& file, const std::function<void()>& tick) {
  const std::size_t row = row_of(file);
  const Unit& unit = units_[row];
  check_header(file, unit);
  if (file.cases.empty()) throw InputError(fmt::format("{}: there are no cases", file.name));
  Tally tally;
  vectors_of(tally, file.evidence) = file.cases.size();
  if (file.is_own()) tally.own = tally.derived;
  for (const EngineRow& engine : engines_) compare(row, file, engine, tally, tick);
  tallies_[row] += tally;
  total_ += tally;
}

std::size_t Verification::row_of(const VectorFile& file) const {
  const auto found = std::ranges::find_if(
      units_, [&](const Unit& unit) { return unit.instruction.id == file.instruction; });
  if (found != units_.end()) return static_cast<std::size_t>(found - units_.begin());
  const HeaderLine* line = file.find("instruction");
  const auto place = line ? fmt::format("{}:{}", file.name, line->line) : file.name;
  try {  // a part of an id is no name for a file's instruction, but find() knows the nearest
    const std::string& id = catalog().find(file.instruction).instruction.id;
    throw InputError(
        fmt::format("instruction {} is no whole id; did you mean {}?", file.instruction, id));
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", place, error.what()));
  }
}

void Verification::compare(std::size_t row, const VectorFile& file, const EngineRow& engine_row,
                           Tally& tally, const std::function<void()>& tick) {
  const Unit& unit = units_[row];
  const auto engine = engine_row.make(unit);
  const bool any_nan = file.nan == NanMatch::any;
  for (std::size_t first = 0; first < file.cases.size(); first += kChunk) {
    tick();
    const auto cases =
        std::span(file.cases).subspan(first, std::min(kChunk, file.cases.size() - first));
    PackedCases packed(cases);
    engine->dot(packed.batch());
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (same_bits(unit.d(), packed.d[i], cases[i].d, any_nan)) continue;
      ++tally.mismatches;
      if (replays_.size() < kMaxReplays)
        replays_.push_back(replay(row, file, cases[i], engine_row.name, packed.d[i]));
    }
  }
}

std::string Verification::replay(std::size_t row, const VectorFile& file, const Case& one,
                                 std::string_view engine, std::uint64_t got) const {
  const auto flag = engine == "reference" ? std::string() : fmt::format(" --engine {}", engine);
  const auto name = one.name.empty() ? std::string() : fmt::format(" ({})", one.name);
  const Format& d = units_[row].d();
  return fmt::format("mmasc eval {} {}{}\n  expected {} ({}), got {} ({}); {}:{}{}", names_[row],
                     operand_flags(file.formats, one), flag, to_hex(one.d, d), to_decimal(d, one.d),
                     to_hex(got, d), to_decimal(d, got), printable(file.name), one.line,
                     printable(name));
}

std::size_t Verification::count_covered(std::size_t first, std::size_t last) const {
  return static_cast<std::size_t>(
      std::count_if(tallies_.begin() + static_cast<std::ptrdiff_t>(first),
                    tallies_.begin() + static_cast<std::ptrdiff_t>(last),
                    [](const Tally& tally) { return tally.vectors() > 0; }));
}

std::size_t Verification::rows_covered() const {
  return count_covered(0, catalog().units().size());
}

std::string Verification::coverage() const {
  const std::size_t shipped = catalog().units().size(), own = units_.size() - shipped;
  const std::string text =
      fmt::format("{} of {} rows of the catalogue covered", rows_covered(), shipped);
  if (own == 0) return text;
  return text + fmt::format(", {} of {} of your own", count_covered(shipped, units_.size()), own);
}

}  // namespace mmasc
