// SPDX-License-Identifier: Apache-2.0
#include "mmasc/coverage/cover.h"

#include "mmasc/coverage/aim.h"
#include "mmasc/coverage/counter.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc {
namespace {

constexpr std::uint64_t kChunk = 1024;  // draws between two reports
constexpr std::uint64_t kLaneTries = 64;
constexpr int kGivesUp =
    100;  // vectors for a cover point that no change makes hold the constraints

class Collector {
 public:
  Collector(const Sequence& sequence, const CoverPoints& points, Coverage& coverage,
            const std::function<void(std::uint64_t)>& each_draw)
      : counter_(sequence, points), coverage_(coverage), each_draw_(each_draw) {}

  void take(Case row) {
    if (drawn_++ % kChunk == 0) each_draw_(drawn_);
    const std::vector<int>& met = counter_.meet(operands_of(row));
    const bool is_new = std::ranges::any_of(met, [this](int point) { return !reached(point); });
    if (!is_new) return;
    coverage_.add(met);
    row.d() = counter_.d();
    kept_.push_back(std::move(row));
  }
  bool reached(int point) const {
    return coverage_.entries()[static_cast<std::size_t>(point)].vectors > 0;
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

std::vector<Case> cover(const Generator& generator, const CoverPoints& points,
                        const CoverLimits& limits, Coverage& coverage,
                        const std::function<void(std::uint64_t drawn)>& each_draw) {
  Collector collector(generator.sequence(), points, coverage, each_draw);
  const Aim aim(generator);
  const auto aim_at = [&](int point, std::uint64_t tries) {
    const CoverPoint& at = points.list[static_cast<std::size_t>(point)];
    if (!at.unreachable.empty()) return;
    int given_up = 0;
    for (std::uint64_t i = 0; i < tries && !collector.reached(point); ++i) {
      Case row = aim.at(at.goal, point, i);
      if (limits.where != nullptr && !limits.where->mend_aimed(generator, row, point, i)) {
        if (given_up == kGivesUp) return;
        ++given_up;
        continue;
      }
      row.name = "aimed/" + at.name + "/" + std::to_string(i);
      collector.take(std::move(row));
    }
  };
  // First what meets many of the lanes' cover points at once: the classes would meet them lane by
  // lane.
  const int all = static_cast<int>(points.list.size());
  for (int point = 0; point < all; ++point)
    if (const Goal::Kind kind = points.list[static_cast<std::size_t>(point)].goal.kind;
        kind == Goal::Kind::lane || kind == Goal::Kind::cross)
      aim_at(point, std::min(limits.tries, kLaneTries));
  for (const VectorClass vector_class : limits.classes)
    for (std::uint64_t i = 0; i < limits.count; ++i)
      collector.take(limits.where != nullptr ? limits.where->make(generator, vector_class, i)
                                             : generator.make(vector_class, i));
  for (int point = 0; point < all; ++point) aim_at(point, limits.tries);
  return std::move(collector).kept();
}

Covered cover(const Generator& generator, const CoverLimits& limits,
              const std::function<void(std::uint64_t drawn)>& each_draw) {
  const CoverPoints points = cover_points_of(generator.sequence(), limits.crosses);
  Covered covered{{}, Coverage(generator.sequence().unit(), points)};
  covered.cases = cover(generator, points, limits, covered.coverage, each_draw);
  return covered;
}

}  // namespace mmasc
