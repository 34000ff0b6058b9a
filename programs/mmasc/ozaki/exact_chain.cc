// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ozaki/exact_chain.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <functional>

#include "mmasc/arith/promotion.h"
#include "mmasc/arith/sequence_plan.h"
#include "mmasc/ozaki/integer_walk.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/number_pattern.h"

namespace mmasc {
namespace {

constexpr int kExactF64 = 53;  // f64 has all integers of fewer bits

// The power of two that a format's integers of magnitude up to 2^(bits-1) are stored with: the
// greatest that is not above 1 and keeps them finite. Nullopt where the format has not all of them.
std::optional<int> unit_of(const Format& format, int bits) {
  if (!format.is_signed() || !format.has_zero()) return std::nullopt;
  if (bits - 1 > format.significand_bits()) return std::nullopt;
  if (format.is_integer())
    return std::uint64_t{1} << (bits - 1) > format.greatest_significand() ? std::nullopt
                                                                          : std::optional(0);
  const int unit = std::min(0, format.greatest_exponent() - (bits - 1));
  if (unit < format.least_exponent() - format.fraction_bits) return std::nullopt;
  return unit;
}

// The chains of one unit and one width of slices.
class SliceChain {
 public:
  SliceChain(const Unit& unit, const SequencePlan& program, int bits)
      : unit_(unit), program_(program), bits_(bits) {
    if (unit.instruction.sparsity) {
      missing_ =
          fmt::format("its a is sparse, and slices are not; take the dense instruction of k {}",
                      unit.products());
      return;
    }
    const auto unit_a = unit_of(*unit.instruction.a, bits);
    const auto unit_b = unit_of(*unit.instruction.b, bits);
    if (!unit_a || !unit_b) {
      missing_ = fmt::format("{} has not all integers of a slice of {} bit{}",
                             (unit_a ? unit.instruction.b : unit.instruction.a)->name, bits,
                             bits == 1 ? "" : "s");
      return;
    }
    unit_a_ = *unit_a;
    unit_b_ = *unit_b;
  }

  int unit_a() const { return unit_a_; }
  int unit_b() const { return unit_b_; }

  // Nothing where k products, from +0 on, are added up exactly.
  std::optional<std::string> loss(std::int64_t k) const {
    if (missing_) return missing_;
    const Instruction& row = unit_.instruction;
    const std::int64_t depth = row.shape.k;
    if (k > depth && !(*row.c == unit_.d()))
      return fmt::format("C is {} and D {}: no chain of instructions", row.c->name, unit_.d().name);
    if (grain().leading_exponent(k) - grain().unit >= kExactF64)
      return fmt::format("sums of {} products are beyond 2^{}, and they are added as f64", k,
                         kExactF64);
    const std::int64_t instructions = (k + depth - 1) / depth;
    // Within a chain whose C comes late, an instruction's own steps start from +0.
    const std::int64_t added = program_.late_c ? std::min(k, depth) : k;
    const std::int64_t steps = program_.steps * (program_.late_c ? 1 : instructions);
    const std::int64_t before = std::min(added, (steps - 1) * program_.step.lanes());
    if (auto lost =
            integer_loss(program_.step, grain(), grain().product(program_.step, unit_a_, unit_b_),
                         grain().number(unit_.c(), before), added))
      return lost;
    if (!program_.late_c) return std::nullopt;
    return added_loss(*program_.late_c, depth, k);
  }

  // The same of results of `chain` products each, which `plan` adds up to k products.
  std::optional<std::string> added_loss(const Plan& plan, std::int64_t chain,
                                        std::int64_t k) const {
    return integer_loss(plan, grain(), grain().number(unit_.d(), std::min(chain, k)),
                        grain().number(plan.multiplier.c, k), k);
  }

 private:
  IntegerGrain grain() const { return {.unit = unit_a_ + unit_b_, .product_bits = 2 * bits_ - 2}; }

  const Unit& unit_;
  const SequencePlan& program_;
  int bits_;
  int unit_a_ = 0, unit_b_ = 0;
  std::optional<std::string> missing_;
};

// The greatest k from 1 to kLongestChain of which `is_exact` holds, and then of all below; 0: none.
std::int64_t longest(const std::function<bool(std::int64_t)>& is_exact) {
  std::int64_t low = 0, high = kLongestChain + 1;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (is_exact(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace

std::vector<ExactSlices> exact_slices(const Unit& unit) {
  const SequencePlan program = plan_sequence(unit);
  const int widest =
      std::min(unit.instruction.a->significand_bits(), unit.instruction.b->significand_bits()) + 1;
  const std::int64_t depth = unit.instruction.shape.k;
  std::optional<Plan> promotion;
  if (promotes(unit.d())) promotion = make_promotion_plan(unit, Rounding::nearest_even);
  std::vector<ExactSlices> all;
  for (int bits = 1; bits <= widest; ++bits) {
    const SliceChain chain(unit, program, bits);
    ExactSlices slices{.bits = bits,
                       .unit_a = chain.unit_a(),
                       .unit_b = chain.unit_b(),
                       .chain = longest([&](std::int64_t k) { return !chain.loss(k); })};
    if (slices.chain == 0) break;
    // A chain that is shorter than an instruction is one instruction padded with zeros; a longer
    // one is of whole instructions.
    if (slices.chain > depth) slices.chain -= slices.chain % depth;
    slices.call = slices.chain;
    if (slices.chain >= depth && promotion)
      slices.call = std::max(slices.call, longest([&](std::int64_t k) {
                               return !chain.added_loss(*promotion, slices.chain, k);
                             }));
    slices.call -= slices.call % slices.chain;
    all.push_back(slices);
  }
  return all;
}

std::optional<std::string> why_inexact(const Unit& unit, int bits, std::int64_t k) {
  const SequencePlan program = plan_sequence(unit);
  return SliceChain(unit, program, bits).loss(k);
}

std::uint64_t encode_integer(const Format& format, std::int64_t integer, int unit) {
  if (integer == 0) return 0;
  const auto magnitude = static_cast<std::uint64_t>(std::abs(integer));
  if (format.is_integer()) return number_pattern(format, integer < 0, magnitude);
  const int leading = static_cast<int>(std::bit_width(magnitude)) - 1;
  const int exponent = std::max(leading + unit, format.least_exponent());
  const int shift = format.fraction_bits + unit - exponent;  // into units of the last place
  const std::uint64_t significand = shift >= 0 ? magnitude << shift : magnitude >> -shift;
  // The hidden bit, where it is set, adds one to the exponent field.
  const auto field = static_cast<std::uint64_t>(exponent - format.least_exponent());
  const std::uint64_t bits = ((field << format.fraction_bits) + significand)
                             << format.fraction_low();
  return bits | (integer < 0 ? std::uint64_t{1} << format.sign_low() : 0);
}

}  // namespace mmasc
