// SPDX-License-Identifier: Apache-2.0
// One rank's file of results: lines are appended, each by one write and on the disk before the
// next, so that a kill costs no line that is there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mmasc/sweep/results.h"

namespace mmasc {

class ResultWriter {
 public:
  // Takes off what a kill cut short. Throws EnvironmentError where the file cannot be written, or
  // another process writes it.
  ResultWriter(const std::string& folder, int rank);
  ~ResultWriter();
  ResultWriter(const ResultWriter&) = delete;
  ResultWriter& operator=(const ResultWriter&) = delete;

  // Where the disk is full, nothing of the line stays behind.
  void append(const PointResult& result);

  // The lines by index, in a new file in the place of this one.
  void sort();

 private:
  [[noreturn]] void fail(int error) const;

  std::string path_;
  std::uint64_t size_ = 0;
  int descriptor_ = -1;
};

}  // namespace mmasc
