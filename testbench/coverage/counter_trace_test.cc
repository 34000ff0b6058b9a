// SPDX-License-Identifier: Apache-2.0
// What the counters say of bits cut off agrees with the trace, which takes them by arbitrary
// precision.
#include "arith/operands.h"
#include "arith/trace.h"
#include "coverage/support.h"
#include "generate/generator.h"

namespace mmasc {
namespace {

// Of units of one step and one sum, "dot", of products and c.
std::set<std::string> of_trace(const Trace& trace) {
  std::set<std::string> names;
  const TracedStep& step = trace.steps.front();
  const TracedSum& sum = step.levels.front().sums.front();
  for (const TracedAddend& addend : sum.addends) {
    if (!sum.sum.finite() || addend.term.zero || addend.term.significand == 0) continue;
    const std::string name = addend.term.name == "c" ? "dot.c." : "dot.products.";
    names.insert(name + (addend.shift.lost == 0 ? "keeps_all" : "loses_bits"));
    if (addend.addend.integer == 0) names.insert(name + "loses_all");
  }
  if (step.result.outcome == TracedRounding::Outcome::special || step.result.in.significand == 0)
    return names;
  const TracedShift& last = step.result.shifts.back();
  const BigInt twice = last.lost * 2;
  const BigInt ulp = last.distance > 0 ? BigInt(1) << static_cast<unsigned>(last.distance) : 0;
  const bool odd = bit_test(last.magnitude, static_cast<unsigned>(std::max(0, last.distance)));
  names.insert(std::string("result.round.") + (last.lost == 0 ? "exact"
                                               : twice < ulp  ? "below_half"
                                               : twice > ulp  ? "above_half"
                                               : odd          ? "tie_odd"
                                                              : "tie_even"));
  return names;
}

void expect_agreement(const Unit& unit, std::uint64_t count) {
  const Generator generator(unit, 3);
  const Corners corners = corners_of(generator.sequence());
  Counter counter(generator.sequence(), corners);
  for (const VectorClassInfo& info : kVectorClasses)
    for (std::uint64_t i = 0; i < count; ++i) {
      const Case row = generator.make(info.value, i);
      std::set<std::string> counted;
      for (const int corner : counter.meet(view(row))) {
        const std::string& name = corners.list[static_cast<std::size_t>(corner)].name;
        if (name.starts_with("result.round.") || name.ends_with(".keeps_all") ||
            name.ends_with(".loses_bits") || name.ends_with(".loses_all"))
          counted.insert(name);
      }
      EXPECT_EQ(counted, of_trace(trace(generator.sequence(), view(row)))) << row.name;
    }
}

TEST(Counter, AgreesWithTheTrace) {
  expect_agreement(small_unit("two"), 30);
  expect_agreement(catalog().find("volta/mma.m8n8k4.f16.f16.f16.f16"), 15);
  expect_agreement(catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3"), 3);
}

}  // namespace
}  // namespace mmasc
