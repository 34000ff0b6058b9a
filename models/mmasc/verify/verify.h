// SPDX-License-Identifier: Apache-2.0
// Vectors against engines, bit for bit.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "mmasc/arith/engine.h"
#include "mmasc/arith/payload.h"
#include "mmasc/unit/progress.h"
#include "mmasc/unit/unit_argument.h"
#include "mmasc/vectors/find_vectors.h"

namespace mmasc {

struct Tally {
  std::size_t recorded = 0, implied = 0, stated = 0,
              derived = 0;     // vectors, by their files' evidence
  std::size_t own = 0;         // of the derived: mmasc computed d, so they show changes, no errors
  std::size_t mismatches = 0;  // over all engines

  std::size_t vectors() const { return recorded + implied + stated + derived; }
  Tally& operator+=(const Tally& other);
};

// A unit of one's own, and what commands call it: "mine.toml:my/unit".
struct NamedUnit {
  UnitArgument argument;
  Unit unit;
};

// A vector of which an engine gives another d, or other flags.
struct Difference {
  Case vector;
  NanMatch nan = NanMatch::exact;
  std::size_t source = 0;  // of those that run() was given, the last time
};

// A unit that vectors may be of, and what came of them.
struct VerifiedUnit {
  Unit unit;
  UnitArgument argument;  // as commands take it
  std::string title;    // its id, and what a file changes: "hopper/... --set dot.fraction_bits=17"
  bool is_own = false;  // of one's own, as it is given
  Tally tally = {};
  std::vector<Difference> differing = {};  // the first ones, on the first engine
};

class Verification {
 public:
  static constexpr std::size_t kMaxReplays = 20;
  static constexpr std::size_t kMaxDiffering = 1000;  // kept of a unit

  // Verifies on the catalogue's rows, those of `own`, those of TOML files that `unit` lines name,
  // and all as these lines and then `changes`, FIELD=VALUE, change them. A unit of `own` stands for
  // any other that has its id.
  explicit Verification(std::vector<EngineRow> engines, std::vector<NamedUnit> own = {},
                        std::vector<std::string> changes = {});

  // Gives this engine at most so many vectors of each file, evenly spread. Call it before run().
  void sample(std::string_view engine, std::size_t most);

  // `progress` is told of files. Throws InputError for a file that is of no row or contradicts it,
  // for a `unit` line or a change that cannot be followed, and where there are no vectors.
  void run(std::span<const VectorSource> sources, const Progress& progress = {});

  const std::vector<EngineRow>& engines() const { return engines_; }
  // The catalogue's, then one's own, then those that files name or change.
  const std::vector<VerifiedUnit>& units() const { return units_; }
  const Tally& total() const { return total_; }
  // How many vectors the engine that takes a sample has had.
  std::size_t sampled() const { return sampled_; }
  // Vectors that were recorded, by the makers of the devices; "" where files do not say it.
  const std::map<std::string, std::size_t>& recorded_of() const { return recorded_of_; }
  std::size_t rows_covered() const;  // of the catalogue

  // A command and the two results for each of the first mismatches.
  const std::vector<std::string>& replays() const { return replays_; }

  // As "5 of 1108 rows of the catalogue covered".
  std::string coverage() const;

 private:
  void verify(const VectorFile& file, const std::function<void()>& tick);
  void compare(std::size_t row, const VectorFile& file, const EngineRow& engine, Tally& tally,
               const std::function<void()>& tick);
  std::string replay(std::size_t row, const VectorFile& file, const Case& one,
                     std::string_view engine, const Result& got) const;
  std::size_t row_of(const VectorFile& file);
  std::size_t unchanged_row_of(const VectorFile& file);

  std::vector<EngineRow> engines_;
  std::vector<VerifiedUnit> units_;
  std::size_t own_;  // the unchanged ones of one's own
  std::vector<std::string> changes_;
  Tally total_;
  std::map<std::string, std::size_t> recorded_of_;
  std::vector<std::string> replays_;
  std::size_t source_ = 0;  // that is being run
  std::string sampling_;    // the engine that takes a sample; empty: none
  std::size_t sample_ = 0, sampled_ = 0;
};

}  // namespace mmasc
