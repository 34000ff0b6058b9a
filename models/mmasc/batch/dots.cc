// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/dots.h"

#include "mmasc/batch/chains.h"
#include "mmasc/batch/parallel.h"

namespace mmasc::batch {
namespace {

constexpr int kWidth = kWidths[kWideTile];
constexpr std::int64_t kFewTiles = 16;  // not worth a second thread

template <class Lane>
class Dots {
 public:
  Dots(const LaneProgram& program, const Kernels& kernels, const DotBatch& batch)
      : program_(program), kernels_(kernels), batch_(batch) {}

  // Dot products [first, first + count), count <= kWidth.
  void run(std::size_t first, int count) {
    const FloatingPointMode mode(FloatingPointMode::Rounding::nearest_even);
    TileTask<Lane> task;
    task.pairing = Pairing::own_row;
    task.instructions = 1;
    task.panels.row_count = 1;
    task.panels.rows = pack(program_.a, batch_[Operand::a], batch_[Operand::sa], first, count, a_);
    task.panels.lanes = pack(program_.b, batch_[Operand::b], batch_[Operand::sb], first, count, b_);
    task.specials = special_ || program_.scales > 0;

    Workspace& space = workspace();
    std::uint32_t* raw = space.raw.reserve(kWidth);
    float* tile = space.tile.reserve(kWidth);
    for (int lane = 0; lane < kWidth; ++lane)
      raw[lane] = lane < count ? word(program_.c.format, batch_[Operand::c][at(first, lane)]) : 0;
    Decoder c = program_.c;
    c.flush = Flush::none;
    kernels_.decode(c, raw, kWidth, tile);
    run_chains(program_, kernels_, nullptr, task, tile, nullptr);
    kernels_.encode(program_.unit.d(), program_.nan, tile, kWidth, raw);
    for (int lane = 0; lane < count; ++lane) batch_.d[at(first, lane)] = raw[lane];
  }

 private:
  struct Panels {
    AlignedBuffer<typename Lane::value> value;
    AlignedBuffer<typename Lane::exponent> exponent;
    AlignedBuffer<float> scale;
  };

  static std::size_t at(std::size_t first, int lane) {
    return first + static_cast<std::size_t>(lane);
  }
  static std::uint32_t word(const Format& format, std::uint64_t bits) {
    return static_cast<std::uint32_t>(bits & format.storage_mask());
  }

  Panel<Lane> pack(const Decoder& decoder, std::span<const std::uint64_t> elements,
                   std::span<const std::uint64_t> scales, std::size_t first, int count,
                   Panels& panels) {
    const auto k = static_cast<std::size_t>(program_.k);
    const std::size_t size = k * kWidth;
    std::uint32_t* raw = workspace().raw.reserve(size);
    for (std::size_t i = 0; i < k; ++i)
      for (int lane = 0; lane < kWidth; ++lane)
        raw[i * kWidth + static_cast<std::size_t>(lane)] =
            lane < count
                ? word(decoder.format,
                       elements[at(first, lane) * k + static_cast<std::size_t>(program_.order[i])])
                : 0;
    auto* value = panels.value.reserve(size);
    auto* exponent = panels.exponent.reserve(size);
    special_ |=
        decode<Lane>(kernels_, decoder, raw, static_cast<std::int64_t>(size), value, exponent);
    return {value, exponent,
            program_.scale_block > 0 ? pack(scales, first, count, panels) : nullptr};
  }

  const float* pack(std::span<const std::uint64_t> scales, std::size_t first, int count,
                    Panels& panels) {
    const auto stored = static_cast<std::size_t>(program_.unit.scales());
    const int count_of_all = program_.steps * program_.scales;
    float* out = panels.scale.reserve(static_cast<std::size_t>(count_of_all) * kWidth);
    for (int i = 0; i < count_of_all; ++i) {
      const auto scale = static_cast<std::size_t>(stored_scale(program_, 0, i));
      for (int lane = 0; lane < kWidth; ++lane)
        out[i * kWidth + lane] =
            lane < count ? decode_scale(program_, scales[at(first, lane) * stored + scale]) : 0;
    }
    return out;
  }

  const LaneProgram& program_;
  const Kernels& kernels_;
  const DotBatch& batch_;
  Panels a_, b_;
  bool special_ = false;
};

template <class Lane>
void run(const LaneProgram& program, const Kernels& kernels, int threads, const DotBatch& batch) {
  const auto count = static_cast<std::int64_t>(batch.size());
  const std::int64_t tiles = (count + kWidth - 1) / kWidth;
  parallel_for(tiles, tiles > kFewTiles ? threads : 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t tile = first; tile < last; ++tile) {
      Dots<Lane> dots(program, kernels, batch);
      const std::int64_t from = tile * kWidth;
      dots.run(static_cast<std::size_t>(from),
               static_cast<int>(std::min<std::int64_t>(kWidth, count - from)));
    }
  });
}

}  // namespace

void run_dots(const LaneProgram& program, const Kernels& kernels, int threads,
              const DotBatch& batch) {
  if (program.lane_type == LaneType::f32)
    run<F32Lanes>(program, kernels, threads, batch);
  else
    run<F64Lanes>(program, kernels, threads, batch);
}

}  // namespace mmasc::batch
