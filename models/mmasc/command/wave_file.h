// SPDX-License-Identifier: Apache-2.0
// Waves for viewers: as VCD, or as FST where the file's name ends with .fst.
#pragma once

#include <string>

#include "mmasc/files/vcd_file.h"

namespace mmasc {

// Returns the name. Throws EnvironmentError that names it where an FST is asked for, and there is
// no vcd2fst or the name is that of a device or pipe.
const std::string& check_wave_file(const std::string& path);

// A VcdFile, converted by vcd2fst where an FST is asked for. Throws EnvironmentError that names the
// path.
class WaveFile {
 public:
  explicit WaveFile(const std::string& path);

  std::string stem() const { return vcd_.stem(); }  // where the VCD is written, without .vcd
  void commit();

 private:
  std::string path_;
  VcdFile vcd_;
};

// The bytes for a file of this name: the text of a VCD, or the FST made of it. Throws as above.
std::string wave_bytes(const std::string& path, const std::string& vcd);

}  // namespace mmasc
