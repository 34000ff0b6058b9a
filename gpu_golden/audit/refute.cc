// SPDX-License-Identifier: Apache-2.0
#include "audit/refute.h"

#include <algorithm>

#include "arith/same_bits.h"

namespace mmasc {
namespace {

DotOperands operands_of(const Case& row) { return {row.a, row.b, row.c, row.sa, row.sb}; }

constexpr std::size_t kEveryone = ~std::size_t{0};

}  // namespace

Refuter::Refuter(const Unit& unit, int reach) : unit_(unit), sequence_(unit) {
  for (Mutant& mutant : mutants_of(unit, reach)) {
    sequences_.push_back(std::make_unique<Sequence>(mutant.unit));
    trials_.push_back({std::move(mutant), {}, false, 0});
  }
}

std::size_t Refuter::left() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(trials_, [](const Trial& trial) { return !trial.witness; }));
}

void Refuter::take(std::span<const Case> cases, NanMatch nan) {
  for (std::size_t i = 0; i < trials_.size(); ++i) {
    if (trials_[i].witness) continue;
    for (const Case& row : cases) {
      const std::uint64_t d = evaluate(*sequences_[i], operands_of(row));
      if (same_bits(unit_.d(), d, row.d, nan == NanMatch::any)) continue;
      trials_[i].witness = row;
      trials_[i].mutant_d = d;
      break;
    }
  }
}

void Refuter::draw_from(const Unit& unit, std::uint64_t seed, std::uint64_t count,
                        std::size_t only) {
  const bool any_nan = !unit_.datapath.result.nan;
  const Generator generator(unit, seed);
  for (std::uint64_t index = 0; index < count; ++index)
    for (const VectorClassInfo& info : kVectorClasses) {
      Case row = generator.make(info.value, index);
      row.d = evaluate(sequence_, operands_of(row));
      for (std::size_t i = 0; i < trials_.size(); ++i) {
        Trial& trial = trials_[i];
        if (trial.witness || (only != kEveryone && only != i)) continue;
        const std::uint64_t d = evaluate(*sequences_[i], operands_of(row));
        if (same_bits(unit_.d(), d, row.d, any_nan)) continue;
        trial.witness = row;
        trial.by_search = true;
        trial.mutant_d = d;
      }
      if (left() == 0 || (only != kEveryone && trials_[only].witness)) return;
    }
}

void Refuter::search(std::uint64_t seed, std::uint64_t count) {
  draw_from(unit_, seed, count, kEveryone);
  for (std::size_t i = 0; i < trials_.size(); ++i)
    if (!trials_[i].witness) draw_from(trials_[i].mutant.unit, seed, count, i);
}

}  // namespace mmasc
