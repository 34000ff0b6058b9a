// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cpu/threaded_comparer.h"

#include <algorithm>
#include <future>
#include <thread>

namespace mmasc {

ThreadedComparer::ThreadedComparer(const Comparison& comparison, Device& device,
                                   const std::shared_ptr<const Engine>& model)
    : parts_(std::max(std::thread::hardware_concurrency(), 1u),
             HostComparer(comparison, device, model)) {}

Verdict ThreadedComparer::run(std::uint64_t first_tile, int tiles, std::size_t wanted) {
  std::vector<std::future<Verdict>> verdicts;
  int first = 0;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const auto left = static_cast<int>(parts_.size() - part);
    const int count = (tiles - first + left - 1) / left;
    verdicts.push_back(
        std::async(std::launch::async, [&own = parts_[part], count, wanted,
                                        tile = first_tile + static_cast<std::uint64_t>(first)] {
          return own.run(tile, count, wanted);
        }));
    first += count;
  }
  Verdict all;
  for (std::future<Verdict>& part : verdicts) {
    const Verdict verdict = part.get();
    all.mismatches += verdict.mismatches;
    for (const Mismatch& mismatch : verdict.first)
      if (all.first.size() < wanted) all.first.push_back(mismatch);
  }
  return all;
}

}  // namespace mmasc
