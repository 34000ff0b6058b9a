// SPDX-License-Identifier: Apache-2.0
#include "cuda_comparer.h"

#include <deque>
#include <string>
#include <vector>

#include "compare_kernels.h"
#include "device_array.h"
#include "mmasc/arith/limbs.h"

namespace mmasc {
namespace {

std::size_t times(int count, int each) {
  return static_cast<std::size_t>(count) * static_cast<std::size_t>(each);
}

// An operand's elements and images, of as many tiles as there may be.
class DeviceOperand {
 public:
  DeviceOperand(const Comparison& comparison, Operand operand, int tiles)
      : words_(comparison.maps.has(operand) ? comparison.maps[operand].words() : 0),
        gather_(words_ > 0 ? gather_of(comparison.stream.dims, operand, comparison.maps[operand])
                           : Gather()),
        first_(std::span<const std::int32_t>(gather_.first)),
        pieces_(std::span<const Piece>(gather_.pieces)),
        elements_(times(tiles, comparison.stream.dims.elements(operand))),
        images_(times(tiles, words_)) {}

  BatchView::OperandView view() const {
    return {.elements = elements_.get(),
            .images = images_.get(),
            .gather = {.first = first_.get(), .pieces = pieces_.get(), .code = gather_.code},
            .words = words_};
  }

 private:
  int words_;
  Gather gather_;
  DeviceArray<std::int32_t> first_;
  DeviceArray<Piece> pieces_;
  DeviceArray<std::uint64_t> elements_;
  DeviceArray<std::uint32_t> images_;
};

class CudaComparer : public Comparer {
 public:
  CudaComparer(const Comparison& comparison, const Kernel& kernel, std::uint32_t descriptor,
               int tiles)
      : comparison_(comparison),
        kernel_(kernel),
        descriptor_(descriptor),
        program_(std::span(&comparison.sequence.program(), 1)),
        d_places_(std::span<const std::int32_t>(
            places_of_d(comparison.stream.dims, comparison.maps.d()))),
        d_images_(times(tiles, comparison.maps.d().words())),
        gpu_(times(tiles, comparison.stream.dims.dots())),
        model_(times(tiles, comparison.stream.dims.dots())),
        differs_(times(tiles, comparison.stream.dims.dots())),
        batch_(comparison.batch()) {
    for (const OperandRow& input : kInputs)
      batch_.operands[input.operand] =
          operands_.emplace_back(comparison, input.operand, tiles).view();
    batch_.d_places = d_places_.get();
    batch_.d_images = d_images_.get();
    batch_.gpu = gpu_.get();
    batch_.model = model_.get();
    batch_.differs = differs_.get();
  }

  Verdict run(std::uint64_t first_tile, int tiles, std::size_t wanted) override {
    batch_.first_tile = first_tile;
    d_images_.poison();
    check(make_operands(batch_, tiles), "launching what makes operands");
    DeviceTiles images{.inputs = {},
                       .d = batch_.d_images,
                       .tiles = tiles,
                       .accumulate = comparison_.accumulate,
                       .descriptor = descriptor_};
    for (const OperandRow& input : kInputs)
      images.inputs[input.operand] = batch_.operands[input.operand].images;
    check(kernel_.launch(images), "launching " + std::string(kernel_.opcode));
    mismatches_.clear();
    check(with_thread_numbers(comparison_.sequence.program().word_bits(),
                              [&]<class N>(N) {
                                return compare_dots<N>(batch_, tiles, program_.get(),
                                                       mismatches_.get());
                              }),
          "launching the model");
    check(cudaDeviceSynchronize(), "running " + std::string(kernel_.opcode) + " and the model");

    const std::size_t dots = times(tiles, comparison_.stream.dims.dots());
    const std::uint64_t first_dot =
        first_tile * static_cast<std::uint64_t>(comparison_.stream.dims.dots());
    Verdict verdict;
    verdict.mismatches = copy(mismatches_, 1).front();
    if (verdict.mismatches > 0 && wanted > 0)
      verdict.first = first_mismatches(first_dot, copy(differs_, dots), copy(gpu_, dots),
                                       copy(model_, dots), wanted);
    return verdict;
  }

 private:
  template <class T>
  static std::vector<T> copy(const DeviceArray<T>& array, std::size_t count) {
    std::vector<T> items(count);
    array.copy_to(items);
    return items;
  }

  const Comparison& comparison_;
  const Kernel& kernel_;
  std::uint32_t descriptor_;
  DeviceArray<SequencePlan> program_;
  std::deque<DeviceOperand> operands_;
  DeviceArray<std::int32_t> d_places_;
  DeviceArray<std::uint32_t> d_images_;
  DeviceArray<std::uint64_t> gpu_, model_;
  DeviceArray<std::uint8_t> differs_;
  DeviceArray<unsigned long long> mismatches_{1};
  BatchView batch_;
};

}  // namespace

std::unique_ptr<Comparer> make_cuda_comparer(const Comparison& comparison, const Kernel& kernel,
                                             std::uint32_t descriptor, int tiles) {
  return std::make_unique<CudaComparer>(comparison, kernel, descriptor, tiles);
}

}  // namespace mmasc
