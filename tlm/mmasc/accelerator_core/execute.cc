// SPDX-License-Identifier: Apache-2.0
#include "mmasc/accelerator_core/execute.h"

#include <algorithm>
#include <cassert>

namespace mmasc::tlm {
namespace {

constexpr std::int64_t kDepthAtOnce = 512;  // elements of k that keep an engine's kernels busy

template <class Byte>
BasicMatrix<Byte> matrix_of(const JobOperand& operand, const Box& box, Byte* elements) {
  const auto lines = row_major(operand.placed.format, elements, box.lines, box.inner);
  return operand.is_transposed ? lines.transposed() : lines;
}

std::size_t count_of(std::int64_t count) { return static_cast<std::size_t>(count); }

}  // namespace

Executor::Executor(const Job& job, const Engine& engine, std::byte padding)
    : job_(job),
      engine_(engine),
      padding_(padding),
      most_gathered_(
          std::clamp<std::int64_t>(kDepthAtOnce / (job.tile_k * job.k), 1, job.k_tiles)) {
  d_.resize(count_of(store_of(job, 0).bytes));
}

Executor::Place Executor::place_of(const Transfer& transfer) const {
  const Box& box = transfer.box;
  const std::int64_t all = box.lines * box.inner;
  const Along along = row_of(transfer.operand).along;
  if (along == Along::element) return {.pitch = box.inner, .step = 0, .size = all};
  // Lines of A are rows, lines of B columns where they run along k.
  if (job_[transfer.operand]->is_transposed != (along == Along::column))
    return {.pitch = box.inner, .step = all, .size = most_gathered_ * all};
  return {.pitch = most_gathered_ * box.inner,
          .step = box.inner,
          .size = most_gathered_ * all,
          .runs_along_k = true};
}

void Executor::gather(const Transfer& transfer, std::span<const std::byte> loaded) {
  const Placed& placed = job_[transfer.operand]->placed;
  const Box& box = transfer.box;
  if (row_of(placed.layout).unit_bytes != 0) {
    buffer_.assign(count_of(buffer_bytes(placed, box)), padding_);
    fill(placed.layout, loaded, buffer_);
    loaded = buffer_;
  }
  const Place place = place_of(transfer);
  const std::int64_t bytes = element_bytes(placed.format);
  auto& elements = elements_[transfer.operand];
  elements.resize(count_of(place.size * bytes));
  unpack(placed, box, loaded,
         std::span(elements).subspan(count_of(gathered_ * place.step * bytes),
                                     count_of(((box.lines - 1) * place.pitch + box.inner) * bytes)),
         place.pitch);
}

MatrixView Executor::gathered(const Transfer& transfer) {
  const JobOperand& operand = *job_[transfer.operand];
  const Place place = place_of(transfer);
  std::int64_t lines = transfer.box.lines, inner = transfer.box.inner;
  if (transfer.operand != Operand::c) (place.runs_along_k ? inner : lines) *= gathered_;
  const auto& elements = elements_[transfer.operand];
  const MatrixView all =
      row_major(operand.placed.format, elements.data(), lines, inner, place.pitch);
  return operand.is_transposed ? all.transposed() : all;
}

void Executor::run_stage(std::int64_t stage, std::span<const std::byte> loaded) {
  const std::int64_t k_tile = stage % job_.k_tiles;
  if (k_tile == 0) gathered_ = 0;
  const std::vector<Transfer> transfers = loads_of(job_, stage);
  for (const Transfer& transfer : transfers) {
    gather(transfer, loaded.first(count_of(transfer.bytes)));
    loaded = loaded.subspan(count_of(transfer.bytes));
  }
  assert(loaded.empty());
  ++gathered_;
  if (gathered_ == most_gathered_ || k_tile + 1 == job_.k_tiles) run_gathered(transfers, stage);
}

void Executor::run_gathered(std::span<const Transfer> transfers, std::int64_t stage) {
  const std::int64_t tile = stage / job_.k_tiles;
  const Transfer store = store_of(job_, tile);
  GemmProblem problem;
  problem.d = matrix_of(*job_[Operand::d], store.box, d_.data());
  if (stage % job_.k_tiles + 1 > gathered_)
    problem[Operand::c] = problem.d;
  else if (const auto& c = job_[Operand::c])
    problem[Operand::c] = gathered({Operand::c, c->box(tile / job_.n_tiles, tile % job_.n_tiles)});
  for (const Transfer& transfer : transfers)
    if (transfer.operand != Operand::c) problem[transfer.operand] = gathered(transfer);
  gathered_ = 0;
  engine_.gemm(problem);
}

}  // namespace mmasc::tlm
