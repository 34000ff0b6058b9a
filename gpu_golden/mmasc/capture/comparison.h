// SPDX-License-Identifier: Apache-2.0
// The steps that compare an instruction with its model, each written as the work of one thread:
// make an element, fill a word of an image, evaluate a dot product. Kernels run them on a GPU,
// tests in loops.
#pragma once

#include <cstdint>

#include "mmasc/arith/same_bits.h"
#include "mmasc/arith/steps.h"
#include "mmasc/capture/gather.h"
#include "mmasc/capture/operand_stream.h"

namespace mmasc {

// A batch of tiles in the memory of whoever runs it.
struct BatchView {
  OperandStream stream;
  std::uint64_t first_tile = 0;
  bool accumulate = true;
  bool any_nan = false;  // the model knows only that d is a NaN, not which
  struct OperandView {
    std::uint64_t* elements = nullptr;  // tile after tile
    std::uint32_t* images = nullptr;
    GatherView gather;
    int words = 0;  // of an image
  };
  PerInput<OperandView> operands;
  std::uint32_t* d_images = nullptr;
  const std::int32_t* d_places = nullptr;  // for each dot product
  int d_words = 0, d_bits = 0;

  // For each dot product of the batch, d of the instruction and d of the model.
  std::uint64_t *gpu = nullptr, *model = nullptr;
  std::uint8_t* differs = nullptr;
};

constexpr void make_element(const BatchView& batch, Operand operand, std::int64_t number) {
  const int elements = batch.stream.dims.elements(operand);
  const auto tile = static_cast<std::uint64_t>(number / elements);
  batch.operands[operand].elements[number] = element_bits(
      batch.stream, batch.first_tile + tile, operand, static_cast<int>(number % elements));
}

constexpr void fill_word(const BatchView& batch, Operand operand, std::int64_t number) {
  const BatchView::OperandView& view = batch.operands[operand];
  const std::int64_t tile = number / view.words;
  view.images[number] =
      gathered_word(view.gather, view.elements + tile * batch.stream.dims.elements(operand),
                    static_cast<int>(number % view.words));
}

constexpr std::uint64_t instruction_d(const BatchView& batch, std::int64_t number) {
  const int dots = batch.stream.dims.dots();
  const std::uint32_t* const image = batch.d_images + number / dots * batch.d_words;
  return bits_at(image, batch.d_places[number % dots], batch.d_bits);
}

// Without `accumulate` the instruction leaves c out, and the model takes +0 for it.
constexpr DotOperands operands_of(const BatchView& batch, std::int64_t number) {
  const TileDims& dims = batch.stream.dims;
  const std::int64_t tile = number / dims.dots();
  const Dot dot = dims.dot(static_cast<int>(number % dims.dots()));
  const auto elements = [&](Operand operand) {
    const std::uint64_t* const all = batch.operands[operand].elements;
    const auto count = static_cast<std::size_t>(dims.elements_of_vector(operand));
    return std::span(all + tile * dims.elements(operand) + dims.first_element(operand, dot), count);
  };
  DotOperands out;
  for (std::size_t i = 0; i < kInputCount; ++i) {
    const auto operand = static_cast<Operand>(i);
    if (batch.stream.has(operand) && (operand != Operand::c || batch.accumulate))
      out[operand] = elements(operand);
  }
  return out;
}

// Whether the model's d differs from the instruction's.
constexpr bool compare_d(const BatchView& batch, std::int64_t number) {
  const std::uint64_t gpu = instruction_d(batch, number);
  const bool differs = !same_bits(batch.stream.d, gpu, batch.model[number], batch.any_nan);
  batch.gpu[number] = gpu;
  batch.differs[number] = differs;
  return differs;
}

// Evaluates the model first.
template <NumberSystem N>
constexpr bool compare_dot(const BatchView& batch, const SequencePlan& program,
                           std::int64_t number) {
  batch.model[number] = evaluate<N>(program, operands_of(batch, number));
  return compare_d(batch, number);
}

}  // namespace mmasc
