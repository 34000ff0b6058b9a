// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/compiled_program.h"

#include <algorithm>

#include "mmasc/arith/promotion.h"
#include "mmasc/arith/sparsity.h"
#include "mmasc/unit/error.h"

namespace mmasc::batch {
namespace {

std::shared_ptr<const compiled::UnitCode> made(const SequencePlan& program,
                                               const OperandLayout& layout,
                                               compiled::Pairing pairing, int b_count,
                                               const compiled::LaneShape& shape = {}) {
  auto code = compiled::UnitCode::make(program, layout, pairing, b_count, shape);
  if (const auto* why = std::get_if<std::string>(&code))
    throw EnvironmentError("no code for the unit: " + *why);
  return std::get<std::shared_ptr<const compiled::UnitCode>>(std::move(code));
}

}  // namespace

compiled::CodeSize code_size(const Unit& unit) {
  const Unit dense = dense_unit(unit);
  return compiled::code_size(plan_sequence(dense), layout_of(dense));
}

CompiledProgram::CompiledProgram(const Unit& unit, std::int64_t products_before_code)
    : unit_(unit),
      dense_(dense_unit(unit)),
      program_(plan_sequence(dense_)),
      layout_(layout_of(dense_)),
      products_before_code_(products_before_code) {}

bool CompiledProgram::is_worth(std::int64_t products, bool is_separate) {
  if ((products_ += products) < products_before_code_) return false;
  std::call_once(is_sized_, [&] {
    const compiled::CodeSize size = compiled::code_size(program_, layout_);
    is_refused_ = !size.why_none.empty();
    // Longer code takes longer to make.
    constexpr std::int64_t kUsual = 2000;
    products_before_code_ =
        products_before_code_ * std::max<std::int64_t>(1, size.operations / kUsual);
  });
  if (is_refused_ || products_ < products_before_code_) return false;
  try {
    is_separate ? separate() : matrix();
  } catch (const EnvironmentError&) {
    is_refused_ = true;
  }
  return !is_refused_;
}

const compiled::UnitCode& CompiledProgram::matrix() {
  return code(matrix_, unit_.instruction.sparsity ? compiled::Pairing::selected
                                                  : compiled::Pairing::in_order);
}

const compiled::UnitCode& CompiledProgram::code(Code& kept, compiled::Pairing pairing) {
  const std::lock_guard lock(mutex_);
  const int b_count =
      pairing == compiled::Pairing::selected ? unit_.instruction.shape.k : layout_.k;
  if (!kept) kept = made(program_, layout_, pairing, b_count);
  return *kept;
}

bool CompiledProgram::has_addition(Rounding rounding) {
  try {
    addition(rounding);
  } catch (const EnvironmentError&) {
    return false;
  }
  return true;
}

const compiled::UnitCode& CompiledProgram::addition(Rounding rounding) {
  const compiled::PanelLayout& tiles = matrix().layout();
  const std::lock_guard lock(mutex_);
  Code& kept = additions_[{rounding.mode, rounding.random_bits}];
  if (!kept) {
    const Unit unit = promotion_unit(unit_, rounding);
    kept = made(plan_sequence(unit), layout_of(unit), compiled::Pairing::separate,
                unit.instruction.shape.k, {tiles.lanes, 8 * tiles.tile_bytes});
  }
  return *kept;
}

}  // namespace mmasc::batch
