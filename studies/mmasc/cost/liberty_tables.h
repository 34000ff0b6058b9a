// SPDX-License-Identifier: Apache-2.0
// Numbers, units and tables of a liberty file.
//
// Source: the Liberty User Guide and Reference Manual (Synopsys, 2017.06).
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "mmasc/cost/liberty.h"

namespace mmasc {

double number_in(std::string_view text);  // the first one; 0: there is none

// What a library counts in: how many pF by capacitive_load_unit (1, pf), how many V by "1mV", how
// many ps by "1ns".
double picofarads(std::string_view unit);
double volts(std::string_view unit);
double picoseconds(std::string_view unit);

class LibertyTables {
 public:
  explicit LibertyTables(const LibertyGroup& library);  // which stays
  // A number of the table is `unit`. Without values where it has too few or too many.
  LoadTable read(const LibertyGroup& table, double unit) const;

 private:
  std::map<std::pair<bool, std::string>, const LibertyGroup*> templates_;  // of powers, or not
  double picofarads_;
};

}  // namespace mmasc
