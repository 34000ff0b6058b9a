// SPDX-License-Identifier: Apache-2.0
// Vectors against engines, bit for bit: the work of `verify` and `run`.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "arith/engine.h"
#include "progress.h"
#include "vectors/find_vectors.h"

namespace mmasc {

struct Tally {
  std::size_t recorded = 0, stated = 0, derived = 0;  // vectors, by their files' evidence
  std::size_t mismatches = 0;                         // over all engines

  std::size_t vectors() const { return recorded + stated + derived; }
  Tally& operator+=(const Tally& other);
};

class Verification {
 public:
  static constexpr std::size_t kMaxReplays = 20;

  // Of the shipped catalogue's rows.
  explicit Verification(std::vector<std::string> engines);

  // Throws InputError for a file that is of no row or contradicts it, and where there are no cases.
  void run(std::span<const VectorSource> sources);

  const std::vector<std::string>& engines() const { return engines_; }
  const Tally& tally(std::size_t row) const { return tallies_[row]; }  // as in catalog().units()
  const Tally& total() const { return total_; }
  std::size_t rows_covered() const;

  // A command and the two results for each of the first mismatches.
  const std::vector<std::string>& replays() const { return replays_; }

  // "397 of 397 rows of the catalogue covered"
  std::string coverage() const;

 private:
  void verify(const VectorFile& file, Progress& progress);
  void compare(const Unit& unit, const VectorFile& file, const std::string& engine_name,
               Tally& tally);
  std::size_t row_of(const VectorFile& file) const;

  std::vector<std::string> engines_;
  std::vector<Tally> tallies_;
  Tally total_;
  std::vector<std::string> replays_;
};

}  // namespace mmasc
