// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace mmasc::batch {

void on_threads(std::int64_t count, int threads,
                const std::function<void(std::int64_t first, std::int64_t last)>& body) {
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, count),
                      [&](const auto& range) { body(range.begin(), range.end()); });
  });
}

int processors() { return tbb::info::default_concurrency(); }

}  // namespace mmasc::batch
