// SPDX-License-Identifier: Apache-2.0
#include "mmasc/accelerator_core/dense_gemm.h"

#include <algorithm>
#include <string>

#include "mmasc/unit/error.h"

namespace mmasc::tlm {
namespace {

[[noreturn]] void refuse(const DenseGemm& gemm, const std::string& why) {
  throw InputError("dense_gemm: " + std::string(gemm.unit) + ": " + why);
}

std::uint64_t tiles(const DenseGemm& gemm, const char* name, std::int64_t length,
                    std::int64_t tile) {
  if (tile <= 0 || length <= 0 || length % tile != 0)
    refuse(gemm, std::string(name) + " = " + std::to_string(length) + " is no multiple of " +
                     std::to_string(tile));
  return static_cast<std::uint64_t>(length / tile);
}

OperandFields lines(std::uint64_t address, const Format& format, std::int64_t elements) {
  return {.address = address,
          .stride = static_cast<std::uint64_t>(elements * element_bytes(format))};
}

}  // namespace

Descriptor dense_gemm(const DenseGemm& gemm, const UnitList& units, const Limits& limits) {
  const auto unit = std::ranges::find(units.units(), gemm.unit,
                                      [](const Unit& each) { return each.instruction.id; });
  if (unit == units.units().end()) refuse(gemm, "there is no such instruction");
  const auto number = static_cast<std::uint32_t>(unit - units.units().begin());
  const KindRow& kind = kKinds.front();  // the catalogue's
  const std::uint32_t instruction = number | static_cast<std::uint32_t>(gemm.instruction_n) << 16;
  ChosenUnit chosen;
  if (const ErrorCode error = choose_unit(units, kind, instruction, 1, chosen);
      error != ErrorCode::none)
    refuse(gemm, std::string(row_of(error).text));

  const Instruction& row = unit->instruction;
  Descriptor x{.interrupt = 1, .accumulate = gemm.accumulate, .instruction = instruction};
  x.m_tiles = tiles(gemm, "m", gemm.m, chosen.m);
  x.n_tiles = tiles(gemm, "n", gemm.n, chosen.n);
  x.k_tiles = tiles(gemm, "k", gemm.k, gemm.tile_k * row.shape.k);
  x.tile_k = static_cast<std::uint64_t>(gemm.tile_k);
  x.stages = static_cast<std::uint64_t>(gemm.stages);
  x.group = 1;
  x[Operand::a] = lines(gemm.a, *row.a, gemm.k / row.shape.k * unit->products());
  x[Operand::b] = lines(gemm.b, *row.b, gemm.k);
  x[Operand::d] = lines(gemm.d, unit->d(), gemm.n);
  if (row.scale) {
    const std::int64_t scales = gemm.k / row.scale->block;
    x[Operand::sa] = lines(gemm.sa, *row.scale->format, scales);
    x[Operand::sb] = lines(gemm.sb, *row.scale->format, scales);
  }
  if (row.sparsity)
    x[Operand::metadata] = lines(gemm.metadata, metadata_format(*row.sparsity),
                                 gemm.k / row.shape.k * unit->metadata());
  const auto result = validate(x, units, limits);
  if (const Fault* const fault = std::get_if<Fault>(&result)) {
    const std::string of =
        fault->operand < 0
            ? ""
            : std::string(name_of(operand_in(static_cast<std::size_t>(fault->operand), *unit))) +
                  ": ";
    refuse(gemm, of + std::string(row_of(fault->code).text));
  }
  return x;
}

}  // namespace mmasc::tlm
