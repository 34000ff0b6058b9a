// SPDX-License-Identifier: Apache-2.0
// The answers of a box on disk, as a vector file that grows: nothing is lost where a run is killed.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "mmasc/vectors/vector_file.h"

namespace mmasc::identify {

class Journal {
 public:
  // Reads what is there; a last line that was cut off is left out. Throws InputError where the file
  // is of other operands, EnvironmentError where it cannot be written.
  Journal(const std::string& path, const Unit& unit);

  const std::vector<Case>& known() const { return known_; }
  void add(const Case& row);  // throws EnvironmentError

 private:
  std::string path_;
  VectorFile file_;
  std::vector<Case> known_;
  std::ofstream out_;
};

}  // namespace mmasc::identify
