// SPDX-License-Identifier: Apache-2.0
// Tables of cycles: the shipped one (tlm/mmasc/timing/catalog/*.toml, embedded) and users'
// files.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "mmasc/timing/timing.h"

namespace mmasc {

struct TimingRows;

class TimingTable {
 public:
  // Adds the rows of a TOML text, which go before those that are there. `origin` names it in
  // errors. All or nothing. Throws InputError (file, line, key, mend).
  void add(std::string_view toml_text, std::string_view origin);

  // The numbers that are known, and those that follow from peak rates. Throws InputError where
  // there are none.
  Timing look_up(const TimingQuery& query) const;

  // Whether a row or a peak rate is for this instruction, whatever its other conditions.
  bool names(std::string_view instruction) const;

  // Whether a row is for instructions beyond the catalogue, and for this one.
  bool is_beyond_catalog(std::string_view instruction) const;

  // Whether the query chooses its m, which is not the instruction's alone: whether a row has a key
  // m.
  bool chooses_m(std::string_view instruction) const;

  const TimingRows& rows() const { return *rows_; }

 private:
  std::shared_ptr<const TimingRows> rows_;  // copies share them
};

// The shipped table, loaded at first use.
const TimingTable& timing_table();

// The shipped table with a file's rows before it. Throws InputError, EnvironmentError.
TimingTable read_timing_table(const std::string& path);

// The query that an id describes as the catalogue's ids do, m..n..k.. or AMD's ..x..x.., where the
// catalogue has no such row; n of `nN` is 0. Throws InputError where it describes none.
TimingQuery timing_query(std::string_view instruction);

}  // namespace mmasc
