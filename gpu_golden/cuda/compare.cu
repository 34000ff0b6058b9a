// SPDX-License-Identifier: Apache-2.0
#include "compare.cuh"

namespace mmasc {
namespace {

__global__ void make_elements(BatchView batch, Operand operand, std::int64_t count) {
  if (const std::int64_t i = thread_number(); i < count) make_element(batch, operand, i);
}

__global__ void fill_words(BatchView batch, Operand operand, std::int64_t count) {
  if (const std::int64_t i = thread_number(); i < count) fill_word(batch, operand, i);
}

}  // namespace

cudaError_t make_operands(const BatchView& batch, int tiles) {
  for (const OperandRow& input : kInputs) {
    const Operand operand = input.operand;
    const auto elements = std::int64_t{tiles} * batch.stream.dims.elements(operand);
    if (elements == 0) continue;
    const auto words = std::int64_t{tiles} * batch.operands[operand].words;
    make_elements<<<blocks(elements), kThreads>>>(batch, operand, elements);
    fill_words<<<blocks(words), kThreads>>>(batch, operand, words);
  }
  return cudaGetLastError();
}

template cudaError_t compare_dots<ThreadNumbers64>(const BatchView&, int, const SequencePlan*,
                                                   unsigned long long*);
template cudaError_t compare_dots<ThreadNumbers128>(const BatchView&, int, const SequencePlan*,
                                                    unsigned long long*);

}  // namespace mmasc
