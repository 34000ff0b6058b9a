// SPDX-License-Identifier: Apache-2.0
// Vectors against engines, bit for bit.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "arith/engine.h"
#include "spec/progress.h"
#include "vectors/find_vectors.h"

namespace mmasc {

struct Tally {
  std::size_t recorded = 0, stated = 0, derived = 0;  // vectors, by their files' evidence
  std::size_t own = 0;         // of the derived: mmasc computed d, so they show changes, no errors
  std::size_t mismatches = 0;  // over all engines

  std::size_t vectors() const { return recorded + stated + derived; }
  Tally& operator+=(const Tally& other);
};

// A unit of one's own, and what commands call it: "mine.toml:my/unit".
struct NamedUnit {
  std::string name;
  Unit unit;
};

class Verification {
 public:
  static constexpr std::size_t kMaxReplays = 20;

  // Of the catalogue's rows and those of `own`.
  explicit Verification(std::vector<EngineRow> engines, std::vector<NamedUnit> own = {});

  // `progress` is told of files. Throws InputError for a file that is of no row or contradicts it,
  // and where there are no vectors.
  void run(std::span<const VectorSource> sources, const Progress& progress = {});

  const std::vector<EngineRow>& engines() const { return engines_; }
  const std::vector<Unit>& units() const { return units_; }  // the catalogue's, then the others
  const Tally& tally(std::size_t row) const { return tallies_[row]; }  // as in units()
  const Tally& total() const { return total_; }
  std::size_t rows_covered() const;  // of the catalogue

  // A command and the two results for each of the first mismatches.
  const std::vector<std::string>& replays() const { return replays_; }

  // "397 of 397 rows of the catalogue covered"
  std::string coverage() const;

 private:
  void verify(const VectorFile& file, const std::function<void()>& tick);
  void compare(std::size_t row, const VectorFile& file, const EngineRow& engine, Tally& tally,
               const std::function<void()>& tick);
  std::string replay(std::size_t row, const VectorFile& file, const Case& one,
                     std::string_view engine, std::uint64_t got) const;
  std::size_t row_of(const VectorFile& file) const;
  std::size_t count_covered(std::size_t first, std::size_t last) const;

  std::vector<EngineRow> engines_;
  std::vector<Unit> units_;
  std::vector<std::string> names_;  // of the units, for commands
  std::vector<Tally> tallies_;
  Tally total_;
  std::vector<std::string> replays_;
};

}  // namespace mmasc
