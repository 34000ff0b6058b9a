// SPDX-License-Identifier: Apache-2.0
// A stage of one's own, called with what it gives checked against what the plan's registers can
// hold.
#pragma once

#include <bit>
#include <exception>

#include "mmasc/arith/payload_fields.h"
#include "mmasc/arith/stage_logic.h"
#include "mmasc/unit/error.h"

namespace mmasc {

// Two's complement of `width` bits, or so many bits without a sign.
template <class Integer>
bool fits(const Integer& value, int width, bool is_signed) {
  static_assert(std::endian::native == std::endian::little);
  constexpr int kBits = 8 * static_cast<int>(sizeof value);
  const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
  const auto bit = [&](int i) { return bytes[i / 8] >> i % 8 & 1; };
  const int above = is_signed && width > 0 ? bit(width - 1) : 0;
  for (int i = width; i < kBits; ++i)
    if (bit(i) != above) return false;
  return true;
}

template <NumberSystem N>
bool same_sizes(const Terms<N>& x, const Terms<N>& y) {
  return x.significand.size() == y.significand.size() && x.exponent.size() == y.exponent.size() &&
         x.negative.size() == y.negative.size() && x.zero.size() == y.zero.size() &&
         x.nan.size() == y.nan.size() && x.infinite.size() == y.infinite.size() &&
         x.random.size() == y.random.size();
}
template <NumberSystem N>
bool same_sizes(const Addends<N>& x, const Addends<N>& y) {
  return x.addend.size() == y.addend.size() && x.sum.size() == y.sum.size() &&
         x.random.size() == y.random.size() && same_sizes<N>(x.bypass, y.bypass);
}
template <NumberSystem N>
bool same_sizes(const ResultOf<typename N::raw>&, const ResultOf<typename N::raw>&) {
  return true;
}

[[noreturn]] void refuse_sizes(const StagePlan& stage);
[[noreturn]] void refuse_field(const StagePlan& stage, const FieldName& field, int width);
[[noreturn]] void refuse_failure(const StagePlan& stage, const char* what);

// Throws InputError with the first field that does not fit.
template <NumberSystem N, class Out>
void check_fields(const Plan& plan, const StagePlan& stage, const Out& out) {
  Out wanted;
  shape<N>(plan, stage, wanted);
  if (!same_sizes<N>(out, wanted)) refuse_sizes(stage);
  visit_fields<N>(plan, stage, out, [&](const FieldName& name, int width, const auto& value) {
    if (!fits(value, width, name.is_signed)) refuse_field(stage, name, width);
  });
}

// Returns what the stage gives. Throws InputError where that does not fit, or the stage threw.
template <NumberSystem N, class In, class Out>
Out checked(StageLogic<N, In, Out> logic, const Stages<N>& stages, const Plan& plan,
            const StagePlan& stage, const In& in) {
  try {
    const Out out = logic(stages, plan, stage, in);
    check_fields<N>(plan, stage, out);
    return out;
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
    refuse_failure(stage, error.what());
  } catch (...) {
    refuse_failure(stage, "it threw what is no std::exception");
  }
}

}  // namespace mmasc
