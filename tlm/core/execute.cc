// SPDX-License-Identifier: Apache-2.0
#include "tlm/core/execute.h"

#include <cassert>

namespace mmasc::tlm {
namespace {

template <class Byte>
BasicMatrix<Byte> matrix_of(const JobOperand& operand, const Box& box, Byte* elements) {
  const auto lines = row_major(operand.placed.format, elements, box.lines, box.inner);
  return operand.is_transposed ? lines.transposed() : lines;
}

}  // namespace

Executor::Executor(const Job& job, const Engine& engine, std::byte padding)
    : job_(job), engine_(engine), padding_(padding) {
  d_.resize(static_cast<std::size_t>(store_of(job, 0).bytes));
}

MatrixView Executor::unpacked(const Transfer& transfer, std::span<const std::byte> loaded) {
  const JobOperand& operand = *job_[transfer.operand];
  buffer_.assign(static_cast<std::size_t>(buffer_bytes(operand.placed, transfer.box)), padding_);
  fill(operand.placed.layout, loaded, buffer_);
  auto& elements = elements_[static_cast<std::size_t>(transfer.operand)];
  elements.resize(static_cast<std::size_t>(dense_bytes(operand.placed, transfer.box)));
  unpack(operand.placed, transfer.box, buffer_, elements);
  return matrix_of<const std::byte>(operand, transfer.box, elements.data());
}

void Executor::run_stage(std::int64_t stage, std::span<const std::byte> loaded) {
  const Transfer store = store_of(job_, stage / job_.k_tiles);
  GemmProblem problem;
  problem.d = matrix_of(*job_[OperandName::d], store.box, d_.data());
  if (stage % job_.k_tiles != 0) problem.c = problem.d;
  for (const Transfer& transfer : loads_of(job_, stage)) {
    const auto bytes = static_cast<std::size_t>(transfer.bytes);
    const MatrixView matrix = unpacked(transfer, loaded.first(bytes));
    loaded = loaded.subspan(bytes);
    switch (transfer.operand) {
      case OperandName::a:
        problem.a = matrix;
        break;
      case OperandName::b:
        problem.b = matrix;
        break;
      case OperandName::sa:
        problem.sa = matrix;
        break;
      case OperandName::sb:
        problem.sb = matrix;
        break;
      case OperandName::c:
        problem.c = matrix;
        break;
      case OperandName::d:
        break;
    }
  }
  assert(loaded.empty());
  engine_.gemm(problem);
}

}  // namespace mmasc::tlm
