// SPDX-License-Identifier: Apache-2.0
// Faults planted in the text of emitted files.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "mmasc/rtl/emit.h"

namespace mmasc::testing {

// Throws std::out_of_range where there is no such file, or no such place in it.
inline void change_text(std::vector<RtlFile>& files, const std::string& file,
                        const std::string& from, const std::string& to) {
  const auto at = std::ranges::find(files, file, &RtlFile::name);
  if (at == files.end()) throw std::out_of_range("no file " + file);
  at->text.replace(at->text.find(from), from.size(), to);
}

inline Rtl with_changed_text(Rtl rtl, const std::string& file, const std::string& from,
                             const std::string& to) {
  change_text(rtl.files, file, from, to);
  return rtl;
}

}  // namespace mmasc::testing
