// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/integer_program.h"

#include <algorithm>
#include <limits>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/arith/sparsity.h"

namespace mmasc::batch {
namespace {

constexpr std::uint64_t kGreatest16 = std::numeric_limits<std::int16_t>::max();
constexpr std::uint64_t kGreatest32 = std::numeric_limits<std::int32_t>::max();

std::uint64_t greatest_magnitude_of(const Format& format) {
  return std::max(format.greatest_significand(), format.greatest_negative_significand());
}

bool fits_int16(const Format& format) {
  return format.is_integer() && format.greatest_significand() <= kGreatest16;
}

bool fits_int32(const Format& format) {
  return format.is_integer() && format.greatest_significand() <= kGreatest32;
}

// Why d is not c plus all products, wrapped or clamped; empty where it is.
std::string other_arithmetic(const Plan& plan) {
  if (plan.multiplier.rounds) return "products are rounded";
  for (const SumPlan& sum : plan.sums)
    if (sum.rounds) return "a sum is rounded";
  return beyond_alignment(plan);
}

// Why clamped sums are beyond int32 lanes; empty where they are not.
std::string beyond_int32(const SequencePlan& sequence) {
  const MultiplierPlan& m = sequence.step.multiplier;
  for (const Format* format : {&m.c, &sequence.step.d})
    if (!fits_int32(*format))
      return std::string(format->name) + " that is clamped; lanes hold int32";
  if (static_cast<std::uint64_t>(m.lanes) * greatest_magnitude_of(m.a) *
          greatest_magnitude_of(m.b) >
      kGreatest32)
    return "sums of products beyond int32 that are clamped";
  if (sequence.steps > 1 && !std::ranges::is_sorted(sequence.order))
    return "steps that are clamped, not in the order of k";
  return {};
}

}  // namespace

std::variant<IntegerProgram, std::string> make_integer_program(const Unit& unit) {
  if (!unit.d().is_integer()) return "d is no integer";
  const SequencePlan sequence = plan_sequence(dense_unit(unit));
  const Plan& plan = sequence.step;
  for (const Format* format : {&plan.multiplier.a, &plan.multiplier.b})
    if (!fits_int16(*format)) return std::string(format->name) + " operands; lanes take int16";
  for (const Format* format : {&plan.multiplier.c, &plan.d})
    if (format->storage_bits() > 32) return std::string(format->name) + "; lanes hold 32 bits";
  if (auto why = other_arithmetic(plan); !why.empty()) return why;
  IntegerProgram program;
  program.unit = unit;
  program.k = program.step = unit.products();
  program.b_step = unit.instruction.shape.k;
  if (const auto& sparsity = unit.instruction.sparsity)
    program.takes_metadata =
        greatest_magnitude_of(plan.multiplier.a) * static_cast<std::uint64_t>(sparsity->keep) <=
        kGreatest16;
  program.wraps = !plan.result.saturates.any();
  if (program.wraps) return program;
  if (auto why = beyond_int32(sequence); !why.empty()) return why;
  program.step = plan.lanes();
  program.b_step /= sequence.steps;
  program.greatest = static_cast<std::int32_t>(plan.d.greatest_significand());
  program.least =
      static_cast<std::int32_t>(-static_cast<std::int64_t>(plan.d.greatest_negative_significand()));
  return program;
}

}  // namespace mmasc::batch
