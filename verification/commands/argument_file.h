// SPDX-License-Identifier: Apache-2.0
// The file of an audit's arguments, from which a later audit takes what is decided.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "audited.h"

namespace mmasc {

class ArgumentFile {
 public:
  // Reads what is there, if anything is. Throws InputError for a file of something else,
  // EnvironmentError where it cannot be written.
  explicit ArgumentFile(std::string path);

  // Adds the claims that it says are proved or refuted.
  void add_decided_to(DecidedClaims& known) const;

  // Writes a line for each argument, as it was read where it is not decided since; then what was
  // read of others.
  void write(const std::vector<Audited>& all) const;

 private:
  std::string path_;
  std::map<std::string, std::string> read_;  // by arguments, what follows them on their lines
};

}  // namespace mmasc
