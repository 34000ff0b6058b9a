// SPDX-License-Identifier: Apache-2.0
#include "random/random_tree.h"

#include <algorithm>
#include <string>

#include "mmasc/unit/formats.h"
#include "random/random_format.h"
#include "random/random_leaf.h"

namespace mmasc {
namespace {

class TreeMaker {
 public:
  TreeMaker(Random& random, const TreeLimits& limits) : random_(random), limits_(limits) {}

  std::vector<SumRow> make() {
    auto leaves = limits_.cut ? cut(random_, "products", limits_.products)
                              : Run{whole("products", limits_.products)};
    const int levels = random_.between(1, 3);
    const int level_of_c = random_.between(1, levels);
    if (limits_.fixed_point) leaves = fixed_point_level(std::move(leaves));
    for (int level = 1; level <= levels; ++level) {
      if (level == level_of_c) leaves.push_back(whole("c", 1));
      if (random_.chance(60)) random_.shuffle(leaves);
      if (level < levels) leaves = one_level(std::move(leaves));
    }
    add_sum(leaves, 1, ExponentSource::largest);
    return std::move(sums_);
  }

 private:
  // The next leaves from `first` on, at least one; `first` moves behind them.
  Run next_run(const Run& leaves, std::size_t& first) {
    const auto left = static_cast<int>(leaves.size() - first);
    const auto begin = leaves.begin() + static_cast<std::ptrdiff_t>(first);
    const int size = random_.between(1, left);
    first += static_cast<std::size_t>(size);
    return {begin, begin + size};
  }

  // Sums over runs of the leaves; some leaves pass to the next level as they are.
  Run one_level(const Run& leaves) {
    Run next;
    for (std::size_t first = 0; first < leaves.size();) {
      const Run run = next_run(leaves, first);
      const bool summed = !random_.chance(20);
      const int groups =
          summed && limits_.cut && random_.chance(40) ? random_groups(random_, run, 0) : 1;
      append(next, summed ? add_sum(run, groups, ExponentSource::largest) : run);
    }
    return next;
  }

  // Sums of fixed-point products, each group within one block of scales.
  Run fixed_point_level(Run leaves) {
    Run next;
    const auto cannot_be_cut = [this](const Leaf& leaf) {
      return random_groups(random_, {leaf}, limits_.scale_block) == 0;
    };
    if (std::any_of(leaves.begin(), leaves.end(), cannot_be_cut))
      leaves = {whole("products", limits_.products)};
    for (std::size_t first = 0; first < leaves.size();) {
      const Run run = next_run(leaves, first);
      if (const int groups = random_groups(random_, run, limits_.scale_block)) {
        append(next, add_sum(run, groups, ExponentSource::scales));
        continue;
      }
      for (const auto& leaf : run)
        append(next, add_sum({leaf}, random_groups(random_, {leaf}, limits_.scale_block),
                             ExponentSource::scales));
    }
    return next;
  }

  static void append(Run& leaves, const Run& more) {
    leaves.insert(leaves.end(), more.begin(), more.end());
  }

  Run add_sum(const Run& run, int groups, ExponentSource exponent) {
    SumRow row;
    row.name = "sum" + std::to_string(sums_.size());
    row.groups = groups;
    row.exponent = exponent;
    int elements = 0;
    for (const auto& leaf : run) {
      row.terms.push_back(leaf.row);
      elements += leaf.elements;
    }
    choose_rounding(row, elements / groups);
    choose_alignment(row);
    sums_.push_back(row);
    if (groups == 1) return {whole(row.name, 1)};
    return cut(random_, row.name, groups);
  }

  void choose_rounding(SumRow& row, int terms) {
    if (!random_.chance(30)) return;
    row.round_to = random_.chance(30) ? limits_.result : random_rounded_format(random_);
    row.rounding = random_rounding(random_);
    if (random_.chance(25))
      row.significand_fraction = random_.between(0, row.round_to->fraction_bits);
    if (random_.chance(15))
      row.overflow = random_.pick({Overflow::saturate, Overflow::by_rounding});
    if (terms > 1 && row.exponent == ExponentSource::largest && random_.chance(50))
      row.shape = random_.pick({Shape::pairwise, Shape::sequential});
  }

  FractionBits random_fraction_bits() {
    const int kind = random_.below(100);
    if (kind < 30) return std::nullopt;
    if (kind < 65) return random_.between(0, 40);
    return std::clamp(limits_.result->fraction_bits + random_.between(-4, 12), 0, 60);
  }

  // An exponent near one that matters.
  int random_exponent() {
    const int least = limits_.result->least_exponent();
    const int near = random_.pick({least, least - limits_.result->fraction_bits,
                                   limits_.product_least, limits_.product_least / 2, 0});
    return near + random_.between(-8, 8);
  }

  ZeroExponent random_zero_exponent() {
    switch (random_.below(3)) {
      case 0:
        return {};
      case 1:
        return {ZeroExponent::Kind::ignored, 0};
      default:
        return {ZeroExponent::Kind::fixed, random_exponent()};
    }
  }

  // Fields that cannot matter keep their defaults: the shift-out of an exact term, the exponents of
  // zeros where all is exact and the sum rounds.
  void choose_alignment(SumRow& row) {
    const bool fixed_point = row.exponent == ExponentSource::scales;  // these sums are exact
    if (!fixed_point) row.fraction_bits = random_fraction_bits();
    bool aligned = false;
    for (auto& term : row.terms) {
      if (!fixed_point && random_.chance(20)) term.fraction_bits = random_fraction_bits();
      const bool cuts = term.fraction_bits.value_or(row.fraction_bits).has_value();
      if (cuts && random_.chance(20)) term.alignment_rounding = random_rounding(random_);
      if (random_.chance(10)) term.vanishes_below = random_.between(0, 40);
      if (random_.chance(2)) term.exponent_offset = random_.between(-12, 12);
      aligned = aligned || cuts || term.vanishes_below;
    }
    if (row.fraction_bits && random_.chance(70)) row.alignment_rounding = random_rounding(random_);
    choose_ones_complement(random_, row);
    if (!aligned && row.round_to != nullptr) return;
    row.zero_exponent = random_zero_exponent();
    if (random_.chance(12)) row.exponent_floor = random_exponent();
    for (auto& term : row.terms)
      if (random_.chance(15)) term.zero_exponent = random_zero_exponent();
  }

  Random& random_;
  TreeLimits limits_;
  std::vector<SumRow> sums_;
};

}  // namespace

void choose_ones_complement(Random& random, SumRow& row) {
  if (!row.fraction_bits || row.shape != Shape::fused || !random.chance(10)) return;
  for (TermRow& term : row.terms) term.fraction_bits.reset();
  const bool has_c = std::ranges::any_of(row.terms, [](const auto& t) { return t.from == "c"; });
  row.ones_complement = has_c && row.groups == 1 && random.chance(70) ? "c" : kPlusFrame;
}

// Drawn from a stream of its own: all else of a seed's unit is as it would be without.
void choose_zero_signs(std::uint64_t seed, Datapath& datapath) {
  constexpr std::uint64_t kStream = 0x5167;
  Random random(seed, kStream);
  if (datapath.sums.size() < 2 || !random.chance(40)) return;
  for (SumRow& sum : datapath.sums)
    if (random.chance(50)) sum.zero_sign = random.pick({ZeroSign::plus, ZeroSign::ieee});
}

// From a stream of its own, too: what becomes of sums once their terms are added.
void choose_totals(std::uint64_t seed, Datapath& datapath, bool often) {
  constexpr std::uint64_t kStream = 0x70a1;
  Random random(seed, kStream);
  const ResultRow& result = datapath.result;
  const bool is_integer = result.format->is_integer();
  if (!random.chance(often ? 100 : 20)) return;
  const auto chance = [&](int percent) { return random.chance(often ? 2 * percent : percent); };
  for (SumRow& sum : datapath.sums) {
    if (chance(25)) {
      sum.exponent_grid = ExponentGrid{.step = random.pick({2, 4, 8, 64})};
      sum.exponent_grid->first = random.below(sum.exponent_grid->step);
    }
    if (chance(25) && sum.round_to == nullptr && &sum != &datapath.sums.back())
      sum.cancelled = random.pick({Cancelled::zero, Cancelled::zero_unless_lost});
    const bool ends_at_one_bit =
        sum.fraction_bits && std::ranges::all_of(sum.terms, [&](const TermRow& term) {
          return term.fraction_bits.value_or(sum.fraction_bits) == sum.fraction_bits;
        });
    if (!ends_at_one_bit && !is_integer) continue;
    const int bits = sum.fraction_bits.value_or(12);
    if (chance(30))
      sum.accumulator = Accumulator{std::max(2, bits + random.between(-3, 6)),
                                    random.pick({Overflow::wrap, Overflow::saturate})};
    if (!ends_at_one_bit) continue;
    if (chance(30)) {
      sum.cut = Cut{random.between(std::max(0, bits - 12), bits), random_rounding(random)};
    }
    const Rounding first = sum.round_to != nullptr ? sum.rounding
                           : result.prerounding    ? result.prerounding->rounding
                                                   : result.rounding;
    const bool rounds = sum.round_to != nullptr || (&sum == &datapath.sums.back() && !is_integer);
    sum.sticky = chance(40) && rounds && !first.is_stochastic();
  }
}

// From a stream of its own, too.
void choose_coarse_factors(std::uint64_t seed, Unit& unit, bool always) {
  constexpr std::uint64_t kStream = 0xc0a5;
  Random random(seed, kStream);
  const Instruction& row = unit.instruction;
  const bool fixed_point = std::ranges::any_of(
      unit.datapath.sums, [](const SumRow& sum) { return sum.exponent == ExponentSource::scales; });
  if (!random.chance(always ? 100 : 10) || fixed_point ||
      unit.datapath.product.round_to != nullptr || row.a->is_integer() || row.b->is_integer() ||
      unit.datapath.result.flags != StatusFlags::none)
    return;
  ExponentGrid grid{.step = random.pick({2, 4, 4, 8, 16, 64})};
  grid.first = random.below(grid.step);
  unit.datapath.product.exponent_grid = grid;
}

// From a stream of its own, too. A late c is not negated, nor a product whose sign tells NaNs
// apart.
void choose_negated(std::uint64_t seed, Unit& unit) {
  constexpr std::uint64_t kStream = 0x2d2d;
  Random random(seed, kStream);
  const ResultRow& result = unit.datapath.result;
  if (!random.chance(12)) return;
  for (SumRow& sum : unit.datapath.sums)
    for (TermRow& term : sum.terms) {
      const bool may_be = term.from == "c" ? !unit.instruction.late_c
                                           : !result.factor_nan && result.c_nan == OwnNan::replaced;
      term.negated = random.chance(40) && may_be;
    }
}

Rounding random_rounding(Random& random) {
  if (random.chance(35)) return Rounding::nearest_even;
  return random.pick_from(kRoundings).rounding;
}

const Format* random_rounded_format(Random& random) {
  if (random.chance(20)) return random_grid_format(random);
  const int kind = random.below(100);
  if (kind < 40) return find_format("f32");
  if (kind < 55) return find_format("f16");
  if (kind < 67) return find_format("bf16");
  if (kind < 75) return find_format("tf32");
  if (kind < 78) return find_format("f64");
  return find_format(
      random.pick<std::string_view>({"e5m2", "e5m2", "e4m3", "e4m3", "e5m2fnuz", "e4m3fnuz"}));
}

std::vector<SumRow> random_tree(Random& random, const TreeLimits& limits) {
  return TreeMaker(random, limits).make();
}

}  // namespace mmasc
