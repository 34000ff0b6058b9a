// SPDX-License-Identifier: Apache-2.0
// A comparison by the steps that the kernels of a GPU run, in loops on the host; the instruction is
// Device::run's.
#pragma once

#include <cstdlib>
#include <iterator>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/arith/engine.h"
#include "mmasc/arith/limbs.h"
#include "mmasc/capture/compare.h"
#include "mmasc/capture/device.h"

namespace mmasc {

class HostComparer : public Comparer {
 public:
  // `model` evaluates the dot products; without it, or where c is left out, the stage functions do.
  HostComparer(const Comparison& comparison, Device& device,
               std::shared_ptr<const Engine> model = nullptr)
      : comparison_(comparison), device_(device), model_(std::move(model)) {
    for (const OperandRow& input : kInputs)
      if (comparison.maps.has(input.operand))
        memory_[input.operand].gather =
            gather_of(comparison.stream.dims, input.operand, comparison.maps[input.operand]);
  }

  Verdict run(std::uint64_t first_tile, int tiles, std::size_t wanted) override {
    const TileDims& dims = comparison_.stream.dims;
    BatchView batch = comparison_.batch();
    batch.first_tile = first_tile;
    TileImages images;
    images.tiles = tiles;
    for (const OperandRow& input : kInputs) {
      make_images(batch, input.operand, tiles);
      images.inputs[input.operand] = memory_[input.operand].images;
    }
    std::vector<std::uint32_t> d(size(tiles, batch.d_words));
    device_.run(comparison_.unit(), comparison_.maps, images, comparison_.accumulate, d);

    const std::vector<std::int32_t> places = places_of_d(dims, comparison_.maps.d());
    std::vector<std::uint64_t> gpu(size(tiles, dims.dots())), model(gpu.size());
    std::vector<std::uint8_t> differs(gpu.size());
    batch.d_images = d.data();
    batch.d_places = places.data();
    batch.gpu = gpu.data();
    batch.model = model.data();
    batch.differs = differs.data();
    Verdict verdict;
    verdict.mismatches = model_ != nullptr && comparison_.accumulate
                             ? compare_with_model(batch, model)
                             : compare_with_stages(batch, std::ssize(gpu));
    const std::uint64_t first_dot = first_tile * static_cast<std::uint64_t>(dims.dots());
    verdict.first = first_mismatches(first_dot, differs, gpu, model, wanted);
    return verdict;
  }

 private:
  std::uint64_t compare_with_stages(const BatchView& batch, std::int64_t dots) const {
    std::uint64_t mismatches = 0;
    with_stages([&]<class N>(N, const SequencePlan& program) {
      for (std::int64_t i = 0; i < dots; ++i) mismatches += compare_dot<N>(batch, program, i);
    });
    return mismatches;
  }

  // The elements of each dot product, one after the other: in a tile of several elements a row of
  // A, a column of B and what scales the whole tile are those of several dot products.
  std::span<const std::uint64_t> vectors_of_dots(Operand operand, std::size_t dots,
                                                 std::vector<std::uint64_t>& repeated) const {
    const TileDims& dims = comparison_.stream.dims;
    const std::vector<std::uint64_t>& elements = memory_[operand].elements;
    if (dims.elements(operand) == dims.dots() * dims.elements_of_vector(operand)) return elements;
    for (std::size_t i = 0; i < dots; ++i) {
      const auto [tile, number] = std::div(static_cast<int>(i), dims.dots());
      const auto first = elements.begin() + tile * dims.elements(operand) +
                         dims.first_element(operand, dims.dot(number));
      repeated.insert(repeated.end(), first, first + dims.elements_of_vector(operand));
    }
    return repeated;
  }

  // The stage functions evaluate again what differs: they are the definition, and what is printed
  // replays on them.
  std::uint64_t compare_with_model(const BatchView& batch, std::span<std::uint64_t> model) const {
    PerInput<std::vector<std::uint64_t>> repeated;
    DotBatch dots({}, model);
    for (const OperandRow& input : kInputs)
      dots[input.operand] = vectors_of_dots(input.operand, model.size(), repeated[input.operand]);
    model_->dot(dots);
    std::uint64_t mismatches = 0;
    with_stages([&]<class N>(N, const SequencePlan& program) {
      for (std::int64_t i = 0; i < std::ssize(model); ++i) {
        if (!compare_d(batch, i)) continue;
        const std::uint64_t of_engine = model[static_cast<std::size_t>(i)];
        mismatches += compare_dot<N>(batch, program, i);
        if (!same_bits(batch.stream.d, of_engine, batch.model[i], batch.any_nan))
          throw std::logic_error(std::string(model_->name()) + " differs from the reference");
      }
    });
    return mismatches;
  }

  template <class F>
  void with_stages(F&& f) const {
    const SequencePlan& program = comparison_.sequence.program();
    with_thread_numbers(program.word_bits(), [&]<class N>(N n) { f(n, program); });
  }

  struct OperandMemory {
    Gather gather;
    std::vector<std::uint64_t> elements;
    std::vector<std::uint32_t> images;
  };

  static std::size_t size(int count, int each) {
    return static_cast<std::size_t>(count) * static_cast<std::size_t>(each);
  }

  void make_images(BatchView& batch, Operand operand, int tiles) {
    if (!comparison_.maps.has(operand)) return;
    const OperandMap& map = comparison_.maps[operand];
    OperandMemory& own = memory_[operand];
    own.elements.assign(size(tiles, comparison_.stream.dims.elements(operand)), 0);
    own.images.assign(size(tiles, map.words()), 0);
    batch.operands[operand] = {.elements = own.elements.data(),
                               .images = own.images.data(),
                               .gather = own.gather.view(),
                               .words = map.words()};
    const int elements = comparison_.stream.dims.elements(operand);
    auto element = own.elements.begin();
    for (int tile = 0; tile < tiles; ++tile) {
      const std::uint64_t number = batch.first_tile + static_cast<std::uint64_t>(tile);
      const TileMix mix = tile_mix(batch.stream, number);
      for (int i = 0; i < elements; ++i)
        *element++ = element_bits(batch.stream, number, mix, operand, i);
    }
    for (std::size_t i = 0; i < own.images.size(); ++i)
      fill_word(batch, operand, static_cast<std::int64_t>(i));
  }

  const Comparison& comparison_;
  Device& device_;
  std::shared_ptr<const Engine> model_;
  PerInput<OperandMemory> memory_;
};

}  // namespace mmasc
