// SPDX-License-Identifier: Apache-2.0
#include "coverage/cover.h"

#include "coverage/aim.h"
#include "coverage/counter.h"
#include "generate/case_operands.h"

namespace mmasc {
namespace {

constexpr std::uint64_t kChunk = 1024;  // draws between two reports

class Collector {
 public:
  Collector(const Sequence& sequence, const Corners& corners, Coverage& coverage,
            const std::function<void(std::uint64_t)>& each_draw)
      : counter_(sequence, corners), coverage_(coverage), each_draw_(each_draw) {}

  void take(Case row) {
    if (drawn_++ % kChunk == 0) each_draw_(drawn_);
    const std::vector<int>& met = counter_.meet(operands_of(row));
    const bool is_new = std::ranges::any_of(met, [this](int corner) { return !reached(corner); });
    if (!is_new) return;
    coverage_.add(met);
    row.d = counter_.d();
    kept_.push_back(std::move(row));
  }
  bool reached(int corner) const {
    return coverage_.entries()[static_cast<std::size_t>(corner)].vectors > 0;
  }
  std::vector<Case> kept() && { return std::move(kept_); }

 private:
  Counter counter_;
  Coverage& coverage_;
  const std::function<void(std::uint64_t)>& each_draw_;
  std::uint64_t drawn_ = 0;
  std::vector<Case> kept_;
};

}  // namespace

std::vector<Case> cover(const Generator& generator, const Corners& corners,
                        const CoverLimits& limits, Coverage& coverage,
                        const std::function<void(std::uint64_t drawn)>& each_draw) {
  Collector collector(generator.sequence(), corners, coverage, each_draw);
  for (const VectorClass vector_class : limits.classes)
    for (std::uint64_t i = 0; i < limits.count; ++i)
      collector.take(generator.make(vector_class, i));
  for (int corner = 0; corner < static_cast<int>(corners.list.size()); ++corner) {
    const Corner& aim = corners.list[static_cast<std::size_t>(corner)];
    if (!aim.unreachable.empty()) continue;
    for (std::uint64_t i = 0; i < limits.tries && !collector.reached(corner); ++i) {
      Case row = aimed_case(generator.sequence(), aim.goal, generator.seed(), corner, i);
      row.name = "aimed/" + aim.name + "/" + std::to_string(i);
      collector.take(std::move(row));
    }
  }
  return std::move(collector).kept();
}

}  // namespace mmasc
