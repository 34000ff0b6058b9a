// SPDX-License-Identifier: Apache-2.0
#include "batch/on_lines.h"

#include "batch/floating_point_mode.h"
#include "batch/parallel.h"

namespace mmasc {

void in_default_mode(const std::function<void()>& body) {
  const batch::FloatingPointMode mode(batch::FloatingPointMode::Rounding::nearest_even);
  body();
}

void on_lines(const LineLoop& loop,
              const std::function<void(std::int64_t first, std::int64_t last)>& body) {
  constexpr std::int64_t kLittle = 1 << 15;  // elements
  const bool is_little = loop.count * loop.length < kLittle;
  const int threads = loop.threads > 0 ? loop.threads : batch::processors();
  batch::parallel_for(
      loop.count, is_little ? 1 : threads,
      [&](std::int64_t first, std::int64_t last) { in_default_mode([&] { body(first, last); }); });
}

}  // namespace mmasc
