// SPDX-License-Identifier: Apache-2.0
#include "verification.h"

#include <fmt/format.h>

#include <algorithm>

#include "arguments.h"
#include "arith/same_bits.h"
#include "engines.h"
#include "interrupt.h"
#include "number.h"
#include "spec/catalog.h"
#include "vectors/operands.h"

namespace mmasc {
namespace {

constexpr std::size_t kChunk = 1024;  // cases between two looks at Ctrl-C

std::string replay(const Unit& unit, const VectorFile& file, const Case& row,
                   const std::string& engine, std::uint64_t got) {
  const auto flag = engine == "reference" ? std::string() : fmt::format(" --engine {}", engine);
  const auto name = row.name.empty() ? std::string() : fmt::format(" ({})", row.name);
  const Format& d = unit.d();
  return fmt::format("mmasc eval {} {}{}\n  expected {} ({}), got {} ({}); {}:{}{}",
                     unit.instruction.id, operand_flags(file.formats, row), flag, to_hex(row.d, d),
                     to_decimal(d, row.d), to_hex(got, d), to_decimal(d, got), printable(file.name),
                     row.line, printable(name));
}

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
  mismatches += other.mismatches;
  return *this;
}

Verification::Verification(std::vector<std::string> engines)
    : engines_(std::move(engines)), tallies_(catalog().units().size()) {}

void Verification::run(std::span<const VectorSource> sources) {
  const auto unit_of = [](std::string_view id) -> const Unit& { return catalog().find(id); };
  Progress progress;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    stop_if_interrupted();
    progress.show(fmt::format("{} of {} files, {} vectors, {} mismatches", i, sources.size(),
                              total_.vectors(), total_.mismatches));
    verify(load_vectors(sources[i], unit_of), progress);
  }
  if (total_.vectors() == 0) throw InputError("no vectors were run; name files that have some");
}

void Verification::verify(const VectorFile& file, Progress& progress) {
  const std::size_t row = row_of(file);
  const Unit& unit = catalog().units()[row];
  check_header(file, unit);
  if (file.cases.empty()) throw InputError(fmt::format("{}: there are no cases", file.name));
  Tally tally;
  vectors_of(tally, file.evidence) = file.cases.size();
  for (const std::string& engine : engines_) {
    if (engine != engines_.front())
      progress.show(fmt::format("{} on the {}", unit.instruction.id, engine));
    compare(unit, file, engine, tally);
  }
  tallies_[row] += tally;
  total_ += tally;
}

std::size_t Verification::row_of(const VectorFile& file) const {
  const auto& units = catalog().units();
  const auto found = std::ranges::find_if(
      units, [&](const Unit& unit) { return unit.instruction.id == file.instruction; });
  if (found != units.end()) return static_cast<std::size_t>(found - units.begin());
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

void Verification::compare(const Unit& unit, const VectorFile& file, const std::string& engine_name,
                           Tally& tally) {
  const auto engine = make_engine(engine_name, unit);
  const bool any_nan = file.nan == NanMatch::any;
  for (std::size_t first = 0; first < file.cases.size(); first += kChunk) {
    stop_if_interrupted();
    const auto cases =
        std::span(file.cases).subspan(first, std::min(kChunk, file.cases.size() - first));
    PackedCases packed(cases);
    engine->dot(packed.batch());
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (same_bits(unit.d(), packed.d[i], cases[i].d, any_nan)) continue;
      ++tally.mismatches;
      if (replays_.size() < kMaxReplays)
        replays_.push_back(replay(unit, file, cases[i], engine_name, packed.d[i]));
    }
  }
}

std::size_t Verification::rows_covered() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(tallies_, [](const Tally& tally) { return tally.vectors() > 0; }));
}

std::string Verification::coverage() const {
  return fmt::format("{} of {} rows of the catalogue covered", rows_covered(), tallies_.size());
}

}  // namespace mmasc
