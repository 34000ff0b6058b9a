// SPDX-License-Identifier: Apache-2.0
#include "mmasc/onlookers/sources.h"

#include "mmasc/onlookers/onlooker.h"
#include "mmasc/unit/embedded.h"

namespace mmasc {

std::span<const EmbeddedFile> rtl_observer_files();

namespace {

// Empty where neither coverage nor assertions are asked for.
std::string only_if_any(const std::string& text) {
  return "`ifdef " + std::string(kCoverageWord) + "\n`define MMASC_ONLOOKERS\n`elsif " +
         std::string(kAssertionsWord) + "\n`define MMASC_ONLOOKERS\n`endif\n" +
         only_if("MMASC_ONLOOKERS", text);
}

}  // namespace

std::vector<RtlFile> observers() {
  std::vector<RtlFile> files;
  for (const EmbeddedFile& file : rtl_observer_files())
    if (file.name.starts_with("mmasc_observe_"))
      files.push_back({std::string(file.name), only_if_any(std::string(file.text))});
  return files;
}

std::vector<RtlFile> asserters() {
  std::vector<RtlFile> files;
  for (const EmbeddedFile& file : rtl_observer_files())
    if (file.name.starts_with("mmasc_assert_"))
      files.push_back({std::string(file.name), only_if(kAssertionsWord, std::string(file.text))});
  return files;
}

}  // namespace mmasc
