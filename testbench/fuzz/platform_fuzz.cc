// SPDX-License-Identifier: Apache-2.0
// Any text as a platform file: an error, or a platform whose GEMM either is refused or, where it is
// small, runs to its end with accounts that add up.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>

#include "mmasc/platform/analysis.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "require.h"

namespace mmasc::fuzz {
namespace {

using namespace mmasc::tlm;

constexpr std::int64_t kMostStages = 200, kMostLines = 20'000;

void try_analysis(const Platform& platform, const Tiling& tiling) {
  const Analysis analysis = analyse(platform, tiling, {});
  for (const Millicycles step : analysis.steps) require(step > 0, "a step takes its time");
  for (const AcceleratorRun& run : analysis.run.accelerators)
    for (const Account& account : run.report.accounts) {
      require(account.busy >= 0 && account.idle >= 0 && std::ranges::min(account.stalls) >= 0,
              "nothing of an account is negative");
      require(std::accumulate(account.stalls.begin(), account.stalls.end(),
                              account.busy + account.idle) == account.capacity * run.report.end,
              "an account adds up");
    }
}

void try_text(std::string_view text) {
  const Platform platform = read_platform(text, "fuzz");
  if (split_name(platform.instruction)) return;  // files are not the text's to open
  const Tiling tiling = make_tiling(platform);
  require(tiling.whole.m_tiles * platform.tile.m >= platform.gemm.m, "tiles hold all rows");
  require(tiling.whole.n_tiles * platform.tile.n >= platform.gemm.n, "tiles hold all columns");
  std::int64_t instructions = 0;
  for (const Job& job : tiling.jobs) instructions += job.instructions();
  require(instructions == tiling.whole.instructions(), "the parts are the whole");
  const std::int64_t lines = tlm::traffic_of(tiling.whole, 0).lines * tiling.whole.stages();
  if (tiling.whole.stages() <= kMostStages && lines <= kMostLines) try_analysis(platform, tiling);
}

}  // namespace
}  // namespace mmasc::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    mmasc::fuzz::try_text({reinterpret_cast<const char*>(data), size});
  } catch (const mmasc::InputError&) {
  }
  return 0;
}
