// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"
#include "failure.h"
#include "handles.h"
#include "mmasc/compare/asked_shrinker.h"

using namespace mmasc::capi;

struct mmasc_shrinker {
  mmasc::OperandLayout layout;
  mmasc::compare::AskedShrinker shrinker;
};

namespace {

mmasc::Case row_of(const mmasc::OperandLayout& layout, const mmasc_bits (&operands)[MMASC_INPUTS]) {
  using Elements = std::span<const std::uint64_t>;
  const auto given = inputs<Elements>(
      operands, [](const mmasc_bits& bits, std::string_view name) { return elements(bits, name); });
  mmasc::Case row(layout);
  for (const mmasc::OperandRow& input : mmasc::kInputs) {
    const mmasc::OperandElements of = layout[input.operand];
    if (given[input.operand].size() != static_cast<std::size_t>(of.count))
      throw mmasc::InputError(std::string(input.name) + " has " +
                              std::to_string(given[input.operand].size()) + " elements, not " +
                              std::to_string(of.count));
    for (int i = 0; i < of.count; ++i)
      row[input.operand][static_cast<std::size_t>(i)] =
          given[input.operand][static_cast<std::size_t>(i)] &
          ~std::uint64_t{0} >> (64 - of.bits_of(i));
  }
  return row;
}

}  // namespace

extern "C" {

mmasc_status mmasc_shrinker_create(const mmasc_unit* unit, const mmasc_shrink_args* args,
                                   mmasc_shrinker** out) {
  return guarded([&] {
    given(out, "out");
    const mmasc::OperandLayout layout = mmasc::layout_of(given(unit, "unit").unit);
    mmasc::Case row = row_of(layout, given_args(args, "args").operands);
    *out = new mmasc_shrinker{layout, {layout, std::move(row)}};
  });
}

void mmasc_shrinker_free(mmasc_shrinker* shrinker) { delete shrinker; }

mmasc_status mmasc_shrinker_operand(const mmasc_shrinker* shrinker, mmasc_operand operand,
                                    const mmasc_mutable_bits* out) {
  return guarded([&] {
    if (operand < 0 || operand >= MMASC_INPUTS)
      throw mmasc::InputError("operand is no input; give MMASC_A to MMASC_RANDOM");
    const auto& of = given(shrinker, "shrinker").shrinker.operands();
    const auto& found = of[static_cast<mmasc::Operand>(operand)];
    const auto to = elements(given(out, "out"), "out");
    if (to.size() != found.size())
      throw mmasc::InputError("out has " + std::to_string(to.size()) + " elements, not " +
                              std::to_string(found.size()));
    std::ranges::copy(found, to.begin());
  });
}

mmasc_status mmasc_shrinker_answer(mmasc_shrinker* shrinker, int fails, int* asks) {
  return guarded([&] {
    auto& of = given(shrinker, "shrinker").shrinker;
    given(asks, "asks");
    if (of.asks()) of.answer(fails != 0);
    *asks = of.asks() ? 1 : 0;
  });
}

}  // extern "C"
