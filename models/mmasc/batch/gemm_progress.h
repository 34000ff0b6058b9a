// SPDX-License-Identifier: Apache-2.0
// How far a GEMM is, told from the middle of long K too.
#pragma once

#include <cstdint>
#include <mutex>

#include "mmasc/arith/gemm.h"

namespace mmasc::batch {

class GemmProgress {
 public:
  GemmProgress(const GemmProblem& problem, const GemmOptions& options)
      : tell_(options.progress), all_(problem.m() * problem.n()) {
    if (tell_) tell_(0, all_);
  }

  // `elements` of D have gone `part` of their way along K. From any thread, in the caller's
  // floating-point mode.
  void add(std::int64_t elements, double part) {
    if (!tell_) return;
    const std::lock_guard lock(mutex_);
    done_ += static_cast<double>(elements) * part;
    const auto whole = static_cast<std::int64_t>(done_);
    if (whole < all_) tell_(whole, all_);
  }
  void end() const {
    if (tell_) tell_(all_, all_);
  }

 private:
  const Progress& tell_;
  const std::int64_t all_;
  std::mutex mutex_;
  double done_ = 0;
};

}  // namespace mmasc::batch
