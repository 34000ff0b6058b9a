// SPDX-License-Identifier: Apache-2.0
#include "audit/refute.h"

#include "arith/same_bits.h"
#include "audit/revealing.h"
#include "generate/case_operands.h"

namespace mmasc {
namespace {

constexpr std::uint64_t kRevealing = 100;  // draws for each of a class's

}  // namespace

Refuter::Refuter(const Unit& unit, int reach) : unit_(unit), sequence_(unit) {
  for (Mutant& mutant : mutants_of(unit, reach)) {
    sequences_.push_back(std::make_unique<Sequence>(mutant.unit));
    trials_.push_back({std::move(mutant), {}, false, 0});
  }
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

void Refuter::try_case(Case&& row, std::vector<std::size_t>& wanted) {
  const bool any_nan = !unit_.datapath.result.nan;
  row.d = evaluate(sequence_, operands_of(row));
  std::erase_if(wanted, [&](std::size_t i) {
    const std::uint64_t d = evaluate(*sequences_[i], operands_of(row));
    if (same_bits(unit_.d(), d, row.d, any_nan)) return false;
    trials_[i].witness = row;
    trials_[i].by_search = true;
    trials_[i].mutant_d = d;
    return true;
  });
}

void Refuter::draw_from(const Unit& unit, std::uint64_t seed, std::uint64_t count,
                        std::vector<std::size_t> wanted) {
  const Generator generator(unit, seed);
  for (std::uint64_t index = 0; index < count && !wanted.empty(); ++index)
    for (const VectorClassInfo& info : kVectorClasses)
      try_case(generator.make(info.value, index), wanted);
  const Edges edges = edges_of(generator.sequence());
  for (std::uint64_t index = 0; index < kRevealing * count && !wanted.empty(); ++index) {
    Random random(seed, index);
    Case row = draw_revealing(generator.sequence(), edges, random);
    row.name = "revealing/" + std::to_string(index);
    try_case(std::move(row), wanted);
  }
}

void Refuter::search(std::uint64_t seed, std::uint64_t count,
                     std::span<const std::string> arguments) {
  std::vector<std::size_t> wanted;
  for (std::size_t i = 0; i < trials_.size(); ++i)
    if (!trials_[i].witness && arguments[i].empty()) wanted.push_back(i);
  draw_from(unit_, seed, count, wanted);
  for (const std::size_t i : wanted)  // where the mutant's own edges lie
    if (!trials_[i].witness) draw_from(trials_[i].mutant.unit, seed, count, {i});
}

}  // namespace mmasc
