// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/cells.h"

#include <span>

#include "mmasc/unit/embedded.h"

namespace mmasc {
std::span<const EmbeddedFile> cell_files();

std::filesystem::path default_liberty() {
  constexpr const char* kOsu018 = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";
  std::error_code error;
  return std::filesystem::is_regular_file(kOsu018, error) ? kOsu018 : "";
}

std::string_view own_cells() { return cell_files().front().text; }

}  // namespace mmasc
