// SPDX-License-Identifier: Apache-2.0
#include "arith/sequence.h"

#include <algorithm>

#include "arith/convert.h"
#include "arith/reference.h"

namespace mmasc {
namespace {

std::uint64_t one(const Format& format) {
  return std::uint64_t(format.bias) << format.exponent_low();
}

std::vector<int> order_of(const Instruction& instruction) {
  const OrderRow& row = instruction.order;
  std::vector<int> order(static_cast<std::size_t>(instruction.shape.k));
  for (int k = 0; k < instruction.shape.k; ++k) order[static_cast<std::size_t>(k)] = k;
  std::stable_partition(order.begin(), order.end(), [&](int k) {
    return std::find(row.first.begin(), row.first.end(), k % row.modulus) != row.first.end();
  });
  return order;
}

std::uint64_t widened(const Format& format, const Format* wide, std::uint64_t bits) {
  return wide != nullptr ? *convert(format, *wide, bits) : bits;
}

}  // namespace

Sequence::Sequence(const Unit& unit)
    : unit_(unit), plan_(make_plan(unit)), order_(order_of(unit.instruction)) {
  if (unit.instruction.late_c) late_c_plan_ = make_late_c_plan(unit);
}

Operands Sequence::step(int step, const DotOperands& in, std::uint64_t chained) const {
  const Instruction& instruction = unit_.instruction;
  const int lanes = plan_.lanes();
  const auto element = [&](const Format& format, std::span<const std::uint64_t> from, int lane) {
    const int k = order_[static_cast<std::size_t>(step * lanes + lane)];
    return widened(format, instruction.widen, from[static_cast<std::size_t>(k)]);
  };

  Operands out;
  for (int lane = 0; lane < lanes; ++lane) {
    out.a.push_back(element(*instruction.a, in.a, lane));
    out.b.push_back(element(*instruction.b, in.b, lane));
  }
  if (instruction.scale) {
    const int block = instruction.scale->block;
    for (int k = step * lanes; k < (step + 1) * lanes; k += plan_.multiplier.scale_lanes) {
      out.sa.push_back(in.sa[static_cast<std::size_t>(k / block)]);
      out.sb.push_back(in.sb[static_cast<std::size_t>(k / block)]);
    }
  }
  out.c_is_input = step == 0;
  out.c = step > 0 ? chained : instruction.late_c ? 0 : c(in);
  return out;
}

std::uint64_t Sequence::c(const DotOperands& in) const {
  return widened(*unit_.instruction.c, unit_.instruction.widen_c, in.c);
}

Operands Sequence::late_c(const DotOperands& in, std::uint64_t chained) const {
  Operands out;
  out.a.push_back(chained);
  out.b.push_back(one(unit_.d()));
  out.c = c(in);
  return out;
}

std::uint64_t evaluate(const Sequence& sequence, const DotOperands& in) {
  std::uint64_t d = 0;
  for (int step = 0; step < sequence.steps(); ++step)
    d = evaluate(sequence.plan(), sequence.step(step, in, d)).d;
  if (sequence.late_c_plan() != nullptr)
    d = evaluate(*sequence.late_c_plan(), sequence.late_c(in, d)).d;
  return d;
}

}  // namespace mmasc
