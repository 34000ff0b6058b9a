// SPDX-License-Identifier: Apache-2.0
#include "mmasc/capture/provenance.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>

namespace mmasc {

std::string provenance_text(const DeviceInfo& device, std::string_view program, std::time_t now) {
  return fmt::format("{} ({}), {}, {} {}, {:%Y-%m-%d}", device.name, device.chip, device.state,
                     program, MMASC_VERSION, fmt::gmtime(now));
}

// The first word of digits and dots on the line "NVRM version: ...".
std::string nvidia_driver_version(std::string_view text) {
  constexpr std::string_view kVersionCharacters = "0123456789.";
  const std::string_view line = text.substr(0, text.find('\n'));
  std::size_t begin = 0;
  while ((begin = line.find_first_of(kVersionCharacters, begin)) != line.npos) {
    const auto end = std::min(line.find_first_not_of(kVersionCharacters, begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    if (std::ranges::count(word, '.') >= 1 && word.front() != '.') return std::string(word);
    begin = end;
  }
  return {};
}

std::string cuda_version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

}  // namespace mmasc
