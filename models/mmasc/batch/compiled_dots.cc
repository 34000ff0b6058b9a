// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/compiled_dots.h"

#include <algorithm>
#include <type_traits>

#include "mmasc/batch/aligned_buffer.h"
#include "mmasc/batch/compiled_panels.h"
#include "mmasc/batch/parallel.h"

namespace mmasc::batch {
namespace {

using compiled::PackedOperand;
using compiled::StretchOperands;
using compiled::UnitCode;

// Separate dot products, as many at once as there are lanes.
class CompiledDots {
 public:
  CompiledDots(CompiledProgram& program, const DotBatch& batch)
      : layout_(program.layout()), code_(program.separate()), batch_(batch) {}

  int lanes() const { return code_.lanes(); }

  // Computes those of [first, first + count), no more than there are lanes.
  void run(std::size_t first, std::size_t count) {
    bool special = false;
    std::byte* const panel = panel_.reserve(static_cast<std::size_t>(code_.layout().panel_bytes));
    for (const PackedOperand& operand : code_.layout().columns) {
      const void* const raw = operand.raw_bits == 32 ? gather(operand, first, count, raw_32_)
                                                     : gather(operand, first, count, raw_64_);
      special |= pack_into(operand, raw, std::int64_t{operand.count} * lanes(), panel);
    }
    const auto run_on = [&](auto* tile) {
      for (std::size_t i = 0; i < count; ++i)
        tile[i] = static_cast<std::remove_pointer_t<decltype(tile)>>(
            batch_[Operand::c][first + i] & layout_.format[Operand::c]->storage_mask());
      std::fill(tile + count, tile + lanes(), 0);
      const StretchOperands in{nullptr, panel, tile, draw(first, count)};
      special ? code_.run(in, 1, 0, 1) : code_.run_usual(in, 1, 0, 1);
      for (std::size_t i = 0; i < count; ++i) batch_.d[first + i] = tile[i];
    };
    code_.layout().tile_bytes == 4 ? run_on(raw_32_.reserve(static_cast<std::size_t>(lanes())))
                                   : run_on(raw_64_.reserve(static_cast<std::size_t>(lanes())));
  }

 private:
  template <class Word>
  const void* gather(const PackedOperand& operand, std::size_t first, std::size_t count,
                     AlignedBuffer<Word>& buffer) const {
    const auto each = static_cast<std::size_t>(operand.count),
               all = static_cast<std::size_t>(lanes());
    Word* const raw = buffer.reserve(each * all);
    const std::uint64_t mask = layout_.format[operand.operand]->storage_mask();
    const std::span<const std::uint64_t> elements = batch_[operand.operand];
    for (std::size_t k = 0; k < each; ++k) {
      for (std::size_t i = 0; i < count; ++i)
        raw[k * all + i] = static_cast<Word>(elements[(first + i) * each + k] & mask);
      std::fill(raw + k * all + count, raw + (k + 1) * all, Word{0});
    }
    return raw;
  }

  const std::uint32_t* draw(std::size_t first, std::size_t count) {
    const auto each = static_cast<std::size_t>(code_.layout().random_count),
               all = static_cast<std::size_t>(lanes());
    std::uint32_t* const words = random_.reserve(each * all);
    const std::span<const std::uint64_t> given = batch_[Operand::random];
    for (std::size_t j = 0; j < each; ++j) {
      const std::uint64_t mask = (std::uint64_t{1} << layout_.random[j]) - 1;
      for (std::size_t i = 0; i < all; ++i)
        words[j * all + i] = i < count && !given.empty()
                                 ? static_cast<std::uint32_t>(given[(first + i) * each + j] & mask)
                                 : 0;
    }
    return words;
  }

  const OperandLayout& layout_;
  const UnitCode& code_;
  const DotBatch& batch_;
  AlignedBuffer<std::byte> panel_;
  AlignedBuffer<std::uint32_t> raw_32_, random_;
  AlignedBuffer<std::uint64_t> raw_64_;
};

}  // namespace

void run_dots(CompiledProgram& program, int threads, const DotBatch& batch) {
  constexpr std::size_t kFewTiles = 16;  // not worth a second thread
  const auto lanes = static_cast<std::size_t>(program.separate().lanes());
  const std::size_t tiles = (batch.size() + lanes - 1) / lanes;
  parallel_for(static_cast<std::int64_t>(tiles), tiles > kFewTiles ? threads : 1,
               [&](std::int64_t from, std::int64_t to) {
                 CompiledDots dots(program, batch);
                 for (auto tile = static_cast<std::size_t>(from);
                      tile < static_cast<std::size_t>(to); ++tile)
                   dots.run(tile * lanes, std::min(lanes, batch.size() - tile * lanes));
               });
}

}  // namespace mmasc::batch
