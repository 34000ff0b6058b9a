// SPDX-License-Identifier: Apache-2.0
#include "ozaki/on_lines.h"

#include "batch/floating_point_mode.h"
#include "batch/parallel.h"

namespace mmasc {

void in_default_mode(const std::function<void()>& body) {
  const batch::FloatingPointMode mode(batch::FloatingPointMode::Rounding::nearest_even);
  body();
}

void on_lines(std::int64_t count, int threads,
              const std::function<void(std::int64_t first, std::int64_t last)>& body) {
  batch::parallel_for(
      count, threads > 0 ? threads : batch::processors(),
      [&](std::int64_t first, std::int64_t last) { in_default_mode([&] { body(first, last); }); });
}

}  // namespace mmasc
