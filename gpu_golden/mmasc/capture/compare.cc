// SPDX-License-Identifier: Apache-2.0
#include "mmasc/capture/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "mmasc/arith/limbs.h"
#include "mmasc/capture/capture.h"
#include "mmasc/capture/host_comparer.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/hex.h"
#include "mmasc/vectors/replay.h"

namespace mmasc {
namespace {

constexpr std::size_t kReplays = 5;
constexpr std::uint64_t kDotsAtOnce = 1 << 20;

OperandStream stream_of(const Unit& unit, const TileMaps& maps, std::uint64_t seed) {
  const OperandLayout layout = layout_of(unit);
  OperandStream stream{.seed = seed,
                       .dims = {.blocks = maps.d().blocks(),
                                .m = maps.d().rows(),
                                .n = maps.d().columns(),
                                .inputs = {}},
                       .formats = {},
                       .d = unit.d(),
                       .sparsity = unit.instruction.sparsity.value_or(SparsityRow())};
  for (const OperandRow& input : kInputs) {
    const OperandElements elements = layout[input.operand];
    stream.dims.inputs[input.operand] = {.length = elements.count, .along = input.along};
    if (elements.format != nullptr) stream.formats[input.operand] = *elements.format;
  }
  return stream;
}

std::string replay(const Comparison& comparison, const Device& device, const std::string& name,
                   const Mismatch& mismatch) {
  const Unit& unit = comparison.unit();
  const Case row = comparison.vector(mismatch.dot);
  return fmt::format("mmasc eval {} {}\n  {} {}, model {}; dot product {} of seed {}{}",
                     name.empty() ? unit.instruction.id : name, operand_flags(layout_of(unit), row),
                     device.info().perhaps_emulated ? "emulator" : "silicon",
                     to_hex(mismatch.gpu, unit.d()), to_hex(mismatch.model, unit.d()), mismatch.dot,
                     comparison.stream.seed, comparison.accumulate ? "" : ", scale-d 0");
}

}  // namespace

Comparison::Comparison(const Unit& unit, std::uint64_t seed, bool accumulate_)
    : sequence(unit),
      maps(tile_maps(unit)),
      stream(stream_of(unit, maps, seed)),
      accumulate(accumulate_) {
  if (const int bits = sequence.program().word_bits(); bits > kMostThreadBits)
    throw InputError(fmt::format("--compare: {} needs words of {} bits; a comparison has {}",
                                 unit.instruction.id, bits, kMostThreadBits));
}

Case Comparison::vector(std::uint64_t dot) const {
  const TileDims& dims = stream.dims;
  const auto dots = static_cast<std::uint64_t>(dims.dots());
  const Dot place = dims.dot(static_cast<int>(dot % dots));
  const auto elements = [&](Operand operand) {
    std::vector<std::uint64_t> drawn;
    const int first = dims.first_element(operand, place);
    for (int i = 0; i < dims.elements_of_vector(operand); ++i)
      drawn.push_back(element_bits(stream, dot / dots, operand, first + i));
    return drawn;
  };
  Case row;
  for (const OperandRow& input : kInputs)
    if (input.operand != Operand::c || accumulate) row[input.operand] = elements(input.operand);
  return row;
}

BatchView Comparison::batch() const {
  BatchView batch;
  batch.stream = stream;
  batch.accumulate = accumulate;
  batch.any_nan = !unit().datapath.result.nan;
  batch.d_words = maps.d().words();
  batch.d_bits = maps.d().bits();
  return batch;
}

std::vector<Mismatch> first_mismatches(std::uint64_t first_dot,
                                       std::span<const std::uint8_t> differs,
                                       std::span<const std::uint64_t> gpu,
                                       std::span<const std::uint64_t> model, std::size_t wanted) {
  std::vector<Mismatch> first;
  for (std::size_t i = 0; i < differs.size() && first.size() < wanted; ++i)
    if (differs[i] != 0) first.push_back({first_dot + i, gpu[i], model[i]});
  return first;
}

std::unique_ptr<Comparer> Device::comparer(const Comparison& comparison, int) {
  return std::make_unique<HostComparer>(comparison, *this);
}

CompareResult compare(const Unit& unit, Device& gpu, const CompareOptions& options) {
  check_device(unit, gpu);
  check_scale_d(unit, options.accumulate);
  const Comparison comparison(unit, options.seed, options.accumulate);
  CompareResult result;
  const auto per_tile = static_cast<std::uint64_t>(comparison.stream.dims.dots());
  const std::uint64_t tiles = (options.dots + per_tile - 1) / per_tile;
  const std::uint64_t at_once = std::min(tiles, std::max<std::uint64_t>(kDotsAtOnce / per_tile, 1));
  const auto comparer = gpu.comparer(comparison, static_cast<int>(at_once));

  const auto start = std::chrono::steady_clock::now();
  std::vector<Mismatch> first;
  for (std::uint64_t tile = 0; tile < tiles; tile += at_once) {
    const int count = static_cast<int>(std::min(at_once, tiles - tile));
    const Verdict verdict = comparer->run(tile, count, kReplays - first.size());
    result.mismatches += verdict.mismatches;
    first.insert(first.end(), verdict.first.begin(), verdict.first.end());
    if (options.progress)
      options.progress(
          static_cast<std::int64_t>((tile + static_cast<std::uint64_t>(count)) * per_tile),
          static_cast<std::int64_t>(tiles * per_tile));
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.dots = tiles * per_tile;
  for (const Mismatch& mismatch : first)
    result.replays.push_back(replay(comparison, gpu, options.unit, mismatch));
  return result;
}

}  // namespace mmasc
