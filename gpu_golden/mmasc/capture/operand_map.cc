// SPDX-License-Identifier: Apache-2.0
#include "mmasc/capture/operand_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string_view>

#include "mmasc/capture/opcode.h"
#include "mmasc/capture/tile_shape.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/operand_layout.h"

namespace mmasc {
namespace {

using At = std::function<Coordinate(int lane, int i)>;

struct Matrix {
  int rows, columns, blocks;
  int elements() const { return rows * columns * blocks; }
};

// Elements in containers of `bits`, `shift` bits above their container's lowest.
OperandMap in_registers(const Matrix& matrix, int lanes, int bits, int shift, const At& at) {
  OperandMap map(matrix.rows, matrix.columns, matrix.blocks, bits - shift,
                 matrix.elements() * bits);
  const int reg_bits = std::max(bits, 32), packed = reg_bits / bits;
  for (int lane = 0; lane < lanes; ++lane)
    for (int i = 0; i < matrix.elements() / lanes; ++i)
      map.put(at(lane, i), ((i / packed) * lanes + lane) * reg_bits + i % packed * bits + shift);
  return map;
}

// A register of scales in every lane, of which only some are read.
OperandMap scales(int rows, int columns, int held, bool (*gives)(int lane), const At& at) {
  constexpr int kScaleBits = 8;
  OperandMap map(rows, columns, 1, kScaleBits, mma_layout::kLanes * 32);
  for (int lane = 0; lane < mma_layout::kLanes; ++lane)
    for (int i = 0; gives(lane) && i < held; ++i) map.put(at(lane, i), lane * 32 + i * kScaleBits);
  return map;
}

// A register in every lane. Two bits say which of four elements of 8 or 16 bits, or pairs of 4, it
// is, four which of two of 32: of their halves, the first two (0b0100) or the last two (0b1110).
OperandMap metadata(const Unit& unit, int lanes) {
  const Instruction& row = unit.instruction;
  const bool of_two = row.sparsity->of == 2;
  const int bits = of_two ? 4 : 2;
  OperandMap map(row.shape.m, unit.metadata(), 1, bits, lanes * 32,
                 of_two ? ElementCode{.times = 0b1010, .plus = 0b0100} : ElementCode());
  for (int r = 0; r < map.rows(); ++r)
    for (int i = 0; i < map.columns(); ++i) {
      const auto [lane, bit] = metadata_layout::place(r, i * bits, row.a->storage_bits());
      map.put({r, i}, lane * 32 + bit);
    }
  return map;
}

TileMaps mma_maps(const Unit& unit) {
  const Instruction& row = unit.instruction;
  const int m = row.shape.m, n = row.shape.n.min, k = row.shape.k;
  const auto bits = [&](const Format& format) {
    const int stored = format.storage_bits();
    return format.is_integer() ? stored : container_bits(stored, k);  // integers are dense
  };
  const auto shift = [&](const Format& format) {
    return format.is_integer() ? 0 : container_shift(format.storage_bits(), k);
  };
  const auto operand = [&](const Matrix& matrix, const Format& format, const At& at) {
    return in_registers(matrix, mma_layout::kLanes, bits(format), shift(format), at);
  };
  const auto packed = [&](const Format& format) { return std::max(32 / bits(format), 1); };
  using namespace mma_layout;
  TileMaps maps;
  maps.put(Operand::a, operand({m, unit.products(), 1}, *row.a,
                               [p = packed(*row.a)](int lane, int i) { return a(p, lane, i); }));
  maps.put(Operand::b, operand({k, n, 1}, *row.b,
                               [p = packed(*row.b)](int lane, int i) { return b(p, lane, i); }));
  maps.put(Operand::c, operand({m, n, 1}, *row.c, accumulator));
  maps.put(Operand::d, operand({m, n, 1}, unit.d(), accumulator));
  if (row.scale) {
    maps.put(Operand::sa, scales(m, unit.scales(), unit.scales(), gives_scale_a, scale_a));
    maps.put(Operand::sb, scales(unit.scales(), n, unit.scales(), gives_scale_b, scale_b));
  }
  if (row.sparsity) maps.put(Operand::metadata, metadata(unit, kLanes));
  return maps;
}

TileMaps quad_pair_maps(const Unit& unit) {
  const Instruction& row = unit.instruction;
  const int m = row.shape.m, n = row.shape.n.min, k = row.shape.k, blocks = row.shape.blocks;
  using namespace quad_pair_layout;
  const auto operand = [&](int rows, int columns, const Format& format, const At& at) {
    return in_registers({rows, columns, blocks}, mma_layout::kLanes, format.storage_bits(), 0, at);
  };
  const auto accumulator = [](const Format& format) {
    return format.storage_bits() == 32 ? accumulator_f32 : accumulator_f16;
  };
  TileMaps maps;
  maps.put(Operand::a, operand(m, k, *row.a, a));
  maps.put(Operand::b, operand(k, n, *row.b, b));
  maps.put(Operand::c, operand(m, n, *row.c, accumulator(*row.c)));
  maps.put(Operand::d, operand(m, n, unit.d(), accumulator(unit.d())));
  return maps;
}

// Core matrices of 8 rows of 16 bytes, as many as a row of `row_bytes` takes. Elements of fewer
// than 8 bits are dense at a core row's start; where k is 32 the rest is padding (PTX ISA, "Packing
// formats of elements in Tensor and Shared memory").
OperandMap in_shared_memory(int rows, int k, int row_bytes, const Format& format, bool transposed) {
  const int bits = format.storage_bits();
  const int in_core_row = k / (row_bytes / wgmma_layout::kCoreRowBytes);
  OperandMap map(transposed ? k : rows, transposed ? rows : k, 1, bits, rows * row_bytes * 8);
  for (int r = 0; r < rows; ++r)
    for (int i = 0; i < k; ++i) {
      const int core_row =
          wgmma_layout::byte(r, i / in_core_row * wgmma_layout::kCoreRowBytes, row_bytes);
      map.put(transposed ? Coordinate{i, r} : Coordinate{r, i},
              core_row * 8 + i % in_core_row * bits);
    }
  return map;
}

TileMaps wgmma_maps(const Unit& unit) {
  using namespace wgmma_layout;
  const Instruction& row = unit.instruction;
  const int m = row.shape.m, n = row.shape.n.min, k = row.shape.k;
  const auto in_lanes = [&](const Format& format) {
    return in_registers({m, n, 1}, kLanes, format.storage_bits(), 0, accumulator);
  };
  TileMaps maps;
  maps.put(Operand::a, in_shared_memory(m, unit.products(), kRowBytes, *row.a, false));
  maps.put(Operand::b,
           in_shared_memory(n, k, row_bytes_of_b(row.sparsity.has_value()), *row.b, true));
  maps.put(Operand::c, in_lanes(*row.c));
  maps.put(Operand::d, in_lanes(unit.d()));
  if (row.sparsity) maps.put(Operand::metadata, metadata(unit, kLanes));
  return maps;
}

// The scales that each warp stores into its 32 lanes of tensor memory, column after column.
OperandMap tensor_memory_scales(int rows, int held, bool transposed) {
  using namespace tcgen05_layout;
  constexpr int kScaleBits = 8;
  OperandMap map(transposed ? held : rows, transposed ? rows : held, 1, kScaleBits,
                 kScaleLanes * kScaleColumns * 32);
  for (int column = 0; column < kScaleColumns; ++column)
    for (int lane = 0; lane < kScaleLanes; ++lane) {
      const int r = scaled_row(lane, column);
      for (int i = 0; r < rows && i < held; ++i)
        map.put(transposed ? Coordinate{i, r} : Coordinate{r, i},
                (column * kScaleLanes + lane) * 32 + i * kScaleBits);
    }
  return map;
}

TileMaps tcgen05_maps(const Unit& unit) {
  using namespace tcgen05_layout;
  const Instruction& row = unit.instruction;
  const int m = row.shape.m, k = row.shape.k;
  const auto accumulator = [&](const Format& format) {
    OperandMap map(m, kN, 1, format.storage_bits(), kLanes * kN * 32);
    for (int lane = 0; lane < kLanes; ++lane)
      for (int column = 0; holds_row(m, lane) && column < kN; ++column)
        map.put({tcgen05_layout::row(m, lane), column}, (column * kLanes + lane) * 32);
    return map;
  };
  TileMaps maps;
  maps.put(Operand::a, in_shared_memory(m, k, wgmma_layout::kRowBytes, *row.a, false));
  maps.put(Operand::b, in_shared_memory(kN, k, wgmma_layout::kRowBytes, *row.b, true));
  maps.put(Operand::c, accumulator(*row.c));
  maps.put(Operand::d, accumulator(unit.d()));
  if (row.scale) {
    maps.put(Operand::sa, tensor_memory_scales(m, unit.scales(), false));
    maps.put(Operand::sb, tensor_memory_scales(kN, unit.scales(), true));
  }
  return maps;
}

// In bits 7 to 9 and 10 to 12. Kind mxf4nvf4, with k = 64, has one type, and a code of its own.
std::uint32_t type_code(const Format& format, int k) {
  struct Code {
    std::string_view name;
    std::uint32_t code;
  };
  constexpr Code kCodes[] = {{"f16", 0},  {"bf16", 1}, {"tf32", 2}, {"e4m3", 0}, {"e5m2", 1},
                             {"e2m3", 3}, {"e3m2", 4}, {"e2m1", 5}, {"u8", 0},   {"s8", 1}};
  if (k == 64) return 1;
  for (const Code& known : kCodes)
    if (known.name == format.name) return known.code;
  throw InputError(fmt::format("{}: no type of tcgen05.mma", format.name));
}

TileMaps mfma_maps(const Unit& unit) {
  const Instruction& row = unit.instruction;
  const int m = row.shape.m, n = row.shape.n.min, k = row.shape.k, blocks = row.shape.blocks;
  using namespace mfma_layout;
  const int held = m * k * blocks / kLanes;
  const auto operand = [&](int rows, int columns, const Format& format, const At& at) {
    return in_registers({rows, columns, blocks}, kLanes, format.storage_bits(), 0, at);
  };
  const auto accumulator = [&](const Format& format) -> At {
    const auto at = format.storage_bits() == 64 ? accumulator_f64 : accumulator_f32;
    return [=](int lane, int i) { return at(m, lane, i); };
  };
  TileMaps maps;
  maps.put(Operand::a,
           operand(m, k, *row.a, [=](int lane, int i) { return a(m, blocks, held, lane, i); }));
  maps.put(Operand::b,
           operand(k, n, *row.b, [=](int lane, int i) { return b(n, blocks, held, lane, i); }));
  maps.put(Operand::c, operand(m, n, *row.c, accumulator(*row.c)));
  maps.put(Operand::d, operand(m, n, unit.d(), accumulator(unit.d())));
  return maps;
}

TileMaps register_maps(const Unit& unit, const At& of_b) {
  const Instruction& row = unit.instruction;
  const int m = row.shape.m, n = row.shape.n.min, k = row.shape.k, blocks = row.shape.blocks;
  using namespace register_layout;
  const auto operand = [&](int rows, int columns, const Format& format, const At& at) {
    return in_registers({rows, columns, blocks}, 1, format.storage_bits(), 0, at);
  };
  const At of_accumulator = [=](int, int i) { return accumulator(m, n, i); };
  TileMaps maps;
  maps.put(Operand::a, operand(m, k, *row.a, [=](int, int i) { return a(m, k, i); }));
  maps.put(Operand::b, operand(k, n, *row.b, of_b));
  maps.put(Operand::c, operand(m, n, *row.c, of_accumulator));
  maps.put(Operand::d, operand(m, n, unit.d(), of_accumulator));
  if (row.tensor_scale != nullptr) {
    const int bits = row.tensor_scale->storage_bits();
    OperandMap whole(1, 1, 1, bits, std::max(bits, 32));
    whole.put({}, 0);
    maps.put(Operand::st, std::move(whole));
  }
  return maps;
}

TileMaps vector_register_maps(const Unit& unit) {
  return register_maps(unit, [n = unit.instruction.shape.n.min, k = unit.instruction.shape.k](
                                 int, int i) { return register_layout::b(n, k, i); });
}

TileMaps tile_register_maps(const Unit& unit) {
  const Instruction& row = unit.instruction;
  const int packed = std::max(32 / row.b->storage_bits(), 1);
  const int exchanged = row.storage == Storage::tile_exchanged ? packed - 1 : 0;
  return register_maps(unit, [n = row.shape.n.min, packed, exchanged](int, int i) {
    return amx_layout::b(n, packed, i ^ exchanged);
  });
}

struct StorageMaps {
  Storage storage;
  TileMaps (*maps)(const Unit&);
};
constexpr StorageMaps kMaps[] = {
    {Storage::vector, vector_register_maps},
    {Storage::tile, tile_register_maps},
    {Storage::tile_exchanged, tile_register_maps},
    {Storage::mma, mma_maps},
    {Storage::quad_pairs, quad_pair_maps},
    {Storage::wgmma, wgmma_maps},
    {Storage::tcgen05, tcgen05_maps},
    {Storage::mfma, mfma_maps},
};

// Throws InputError where a storage of this kind does not hold just the elements of the tiles.
TileMaps checked(const Unit& unit, TileMaps (*make)(const Unit&)) {
  const Instruction& row = unit.instruction;
  const InputError misfit(fmt::format("{}: storage \"{}\" holds no tiles of this shape", row.id,
                                      enum_name(row.storage)));
  try {
    TileMaps maps = make(unit);
    const OperandLayout layout = layout_of(unit);
    for (const OperandRow& operand : kOperands) {
      if (!layout.has(operand.operand)) continue;
      if (!maps.has(operand.operand))
        throw InputError(
            fmt::format("{}: the operand {} cannot be captured", row.id, operand.name));
      if (!maps[operand.operand].is_whole()) throw misfit;
    }
    return maps;
  } catch (const std::out_of_range&) {
    throw misfit;
  }
}

}  // namespace

void OperandMap::set(std::span<std::uint32_t> image, Coordinate at, std::uint64_t element) const {
  const int first = first_bit(at), shift = first % 32;
  const auto word = static_cast<std::size_t>(first / 32);
  const std::uint64_t written = code_.written(element);
  image[word] |= static_cast<std::uint32_t>(written << shift);
  if (shift + bits_ > 32) image[word + 1] |= static_cast<std::uint32_t>(written >> (32 - shift));
}

std::uint64_t OperandMap::get(std::span<const std::uint32_t> image, Coordinate at) const {
  return code_.read(bits_at(image.data(), first_bit(at), bits_));
}

std::uint32_t instruction_descriptor(const Unit& unit, int n) {
  const Instruction& row = unit.instruction;
  const auto bit = [](bool set, int position) { return std::uint32_t{set} << position; };
  const std::uint32_t common =
      type_code(*row.a, row.shape.k) << 7 | type_code(*row.b, row.shape.k) << 10 |
      static_cast<std::uint32_t>(n / 8) << 17 | static_cast<std::uint32_t>(row.shape.m / 16) << 24;
  if (unit.d().is_integer())
    return common | bit(true, 5) | bit(unit.datapath.result.overflow == Overflow::saturate, 3);
  return row.scale ? common | bit(row.scale->format->name == "ue8m0", 23)
                   : common | bit(unit.d().storage_bits() == 32, 4);
}

TileMaps tile_maps(const Unit& unit) {
  const Instruction& row = unit.instruction;
  const auto* const known = std::ranges::find(kMaps, row.storage, &StorageMaps::storage);
  if (known == std::end(kMaps))
    throw InputError(fmt::format(
        "{}: where its operands are stored is not known, so it cannot be captured; write storage",
        row.id));
  return checked(unit, known->maps);
}

}  // namespace mmasc
