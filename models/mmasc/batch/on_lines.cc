// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/on_lines.h"

#include <algorithm>
#include <mutex>

#include "mmasc/batch/floating_point_mode.h"
#include "mmasc/batch/parallel.h"

namespace mmasc {

void in_default_mode(const std::function<void()>& body) {
  const batch::FloatingPointMode mode(batch::FloatingPointMode::Rounding::nearest_even);
  body();
}

void on_lines(const LineLoop& loop,
              const std::function<void(std::int64_t first, std::int64_t last)>& body) {
  constexpr std::int64_t kLittle = 1 << 15, kAtOnce = 1 << 24;  // elements
  const bool is_little = loop.count * loop.length < kLittle;
  const int threads = loop.threads > 0 ? loop.threads : batch::processors();
  const bool tells = loop.progress != nullptr && *loop.progress;
  const std::int64_t lines_at_once =
      tells ? std::max<std::int64_t>(8, kAtOnce / std::max<std::int64_t>(1, loop.length))
            : loop.count;
  std::mutex mutex;
  batch::parallel_for(
      loop.count, is_little ? 1 : threads, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t line = first; line < last; line += lines_at_once) {
          if (tells) {
            const std::lock_guard lock(mutex);
            (*loop.progress)(0, 0);
          }
          in_default_mode([&] { body(line, std::min(last, line + lines_at_once)); });
        }
      });
}

}  // namespace mmasc
