// SPDX-License-Identifier: Apache-2.0
// An audit of a unit: its mutants with what became of each.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "audit_proofs.h"
#include "mmasc/mutation/kill.h"

namespace mmasc {

struct AuditCount {
  std::size_t all = 0, killed = 0, found = 0, argued = 0;
  std::size_t unexplained() const { return all - killed - found - argued; }
  AuditCount& operator+=(const AuditCount& other) {
    all += other.all;
    killed += other.killed;
    found += other.found;
    argued += other.argued;
    return *this;
  }
};

struct Audited {
  const Unit* unit = nullptr;
  std::vector<Verdict> verdicts;
  std::vector<std::string> arguments;  // of each mutant that lives; empty: none found
  std::vector<AskedArgument> asked;    // of each mutant

  AuditCount count() const {
    AuditCount count;
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      ++count.all;
      if (verdicts[i].killed_by)
        ++(verdicts[i].by_search ? count.found : count.killed);
      else if (!arguments[i].empty())
        ++count.argued;
    }
    return count;
  }
  bool is_unexplained(std::size_t i) const {
    return !verdicts[i].killed_by && arguments[i].empty();
  }
};

}  // namespace mmasc
