// SPDX-License-Identifier: Apache-2.0
// How many vectors met each cover point of a unit: counts that add up over files and machines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/coverage/cover_points.h"

namespace mmasc {

class Coverage {
 public:
  struct Entry {
    std::string point;
    std::string stage;
    std::string unreachable;  // why; empty where it can be reached
    std::uint64_t vectors = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  Coverage(const Unit& unit, const CoverPoints& points);
  // Counted elsewhere: by the numbers of the cover points, none above `vectors`.
  Coverage(const Unit& unit, const CoverPoints& points, std::uint64_t vectors,
           const std::vector<std::uint64_t>& counts);
  // As a file of counts has them. Throws InputError where they cannot be counts.
  Coverage(std::string unit, std::string row, std::uint64_t vectors, std::vector<Entry> entries,
           const std::string& name);

  // One vector, by the numbers of the cover points it met. Returns whether one was met for the
  // first time.
  bool add(const std::vector<int>& met);
  // Throws InputError where the two are not of one unit, unchanged.
  void merge(const Coverage& other, std::string_view name);

  const std::string& unit() const { return unit_; }
  const std::string& row() const { return row_; }  // a fingerprint of its fields
  std::uint64_t vectors() const { return vectors_; }
  const std::vector<Entry>& entries() const { return entries_; }
  std::vector<const Entry*> unreached() const;  // those that can be reached

  // docs/coverage.md gives the shapes. `name` names the text in errors (InputError).
  std::string to_json() const;
  static Coverage from_json(std::string_view text, const std::string& name);

  friend bool operator==(const Coverage&, const Coverage&) = default;

 private:
  std::string unit_;
  std::string row_;
  std::uint64_t vectors_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace mmasc
