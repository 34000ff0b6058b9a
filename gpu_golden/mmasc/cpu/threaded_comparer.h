// SPDX-License-Identifier: Apache-2.0
// A comparison on every processor at once.
#pragma once

#include <vector>

#include "mmasc/capture/host_comparer.h"

namespace mmasc {

class ThreadedComparer : public Comparer {
 public:
  // `device` runs several tiles at once, in threads.
  ThreadedComparer(const Comparison& comparison, Device& device,
                   const std::shared_ptr<const Engine>& model);

  Verdict run(std::uint64_t first_tile, int tiles, std::size_t wanted) override;

 private:
  std::vector<HostComparer> parts_;
};

}  // namespace mmasc
