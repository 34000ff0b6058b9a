// SPDX-License-Identifier: Apache-2.0
#include "mmasc/platform/tiling.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc::tlm {
namespace {

using enum Operand;

constexpr std::uint64_t kAlignment = 512;

std::uint64_t round_up(std::uint64_t value, std::uint64_t step) {
  return (value + step - 1) / step * step;
}
std::int64_t divide_up(std::int64_t value, std::int64_t step) { return (value + step - 1) / step; }

// The kind whose instruction descriptor names the unit; 0 where only its number does.
std::size_t kind_of(const InstalledUnits& units) {
  for (std::size_t kind = 1; kind < kKinds.size(); ++kind)
    for (const Unit* one : units.list().of_kind(kKinds[kind]))
      if (one == &units.unit()) return kind;
  return 0;
}

// In the bits of an instruction descriptor, or in a number: n has 16 bits of it.
void check_extent(const char* key, std::int64_t value, std::int64_t step, std::int64_t most) {
  if (value % step == 0 && value <= most) return;
  throw InputError(
      fmt::format("{}: {} is no size of the instruction; give a multiple of {} up to {}", key,
                  value, step, most));
}

std::string choice_of(const Extent& n, int group) {
  if (n.fixed()) return fmt::format("give {}", n.max);
  if (group == 1 && n.narrow_max != 0)
    return fmt::format("give a multiple of {} up to {}, or of {} up to {}", n.step, n.narrow_max,
                       n.wide_step, n.max);
  return fmt::format("give a multiple of {} up to {}", n.widest_step() * group, n.max);
}

std::uint32_t instruction_of(const InstalledUnits& units, std::size_t kind,
                             const Platform& platform) {
  const Extents& tile = platform.tile;
  const Unit& unit = units.unit();
  const Instruction& row = unit.instruction;
  if (kind == 0) {
    const std::int64_t m = row.shape.m * row.shape.blocks;
    if (tile.m != m)
      throw InputError(fmt::format("tile.m: {} has an m of {}, not {}", row.id, m, tile.m));
    if (tile.n > row.shape.n.max || !row.shape.n.contains(static_cast<int>(tile.n)))
      throw InputError(
          fmt::format("tile.n: {} has no n of {}; {}", row.id, tile.n, choice_of(row.shape.n, 1)));
    const auto number = static_cast<std::uint32_t>(&unit - units.list().units().data());
    return static_cast<std::uint32_t>(tile.n) << 16 | number;
  }
  check_extent("tile.m", tile.m, 16, 256);
  check_extent("tile.n", tile.n, 8, 256);
  const auto fields =
      fields_of(kKinds[kind], unit, static_cast<int>(tile.m), static_cast<int>(tile.n));
  if (!fields)
    throw InputError(
        fmt::format("instruction: kind::{} has not all formats of {}", kKinds[kind].name, row.id));
  const std::uint32_t bits = encode_instruction(kKinds[kind], *fields);
  ChosenUnit chosen;
  const ErrorCode error = choose_unit(units.list(), kKinds[kind], bits, platform.group, chosen);
  if (error == ErrorCode::m)
    throw InputError(fmt::format(
        "tile.m: {} is no m of kind::{} in a group of {}; give {}", tile.m, kKinds[kind].name,
        platform.group, fmt::join(legal_m(units.list(), kKinds[kind], platform.group), " or ")));
  if (error == ErrorCode::n)
    throw InputError(
        fmt::format("tile.n: {} is no n of kind::{} with an m of {} in a group of {}; {}", tile.n,
                    kKinds[kind].name, tile.m, platform.group,
                    choice_of(chosen.unit->instruction.shape.n, platform.group)));
  return bits;
}

// Sets the tiles along k, in instructions of the unit's k.
void put_depth(const Platform& platform, const Unit& unit, Descriptor& descriptor) {
  const std::int64_t k = unit.instruction.shape.k, tile_k = platform.tile.k;
  if (tile_k % k != 0)
    throw InputError(
        fmt::format("tile.k: {} is no multiple of the instruction's k of {}", tile_k, k));
  const std::int64_t instructions = divide_up(platform.gemm.k, k), of_tile = tile_k / k;
  if (instructions % of_tile != 0) {
    std::int64_t fitting = std::min(of_tile, instructions);
    while (instructions % fitting != 0) --fitting;
    throw InputError(
        fmt::format("gemm.k: {} is no whole number of tiles of {}; a tile.k of {} fits",
                    platform.gemm.k, tile_k, fitting * k));
  }
  descriptor.tile_k = static_cast<std::uint64_t>(of_tile);
  descriptor.k_tiles = static_cast<std::uint64_t>(instructions / of_tile);
}

// Addresses and strides, one operand behind the other; returns the end.
std::uint64_t place_operands(const Platform& platform, const Unit& unit, const KindRow& kind,
                             Descriptor& x) {
  const Instruction& row = unit.instruction;
  const std::uint64_t m = x.m_tiles * static_cast<std::uint64_t>(platform.tile.m);
  const std::uint64_t n = x.n_tiles * static_cast<std::uint64_t>(platform.tile.n);
  const std::uint64_t k = x.k_tiles * static_cast<std::uint64_t>(platform.tile.k);
  std::uint64_t next = kFirstAddress;
  const auto put = [&](Operand name, std::uint64_t line_bytes, std::uint64_t lines, Layout layout) {
    OperandFields& fields = x[name];
    fields.address = next;
    fields.stride = round_up(line_bytes, 16);
    fields.layout = static_cast<std::uint64_t>(layout);
    next = round_up(next + fields.stride * lines, kAlignment);
  };
  const auto bytes = [](const Format& format) {
    return static_cast<std::uint64_t>(element_bytes(format));
  };
  const auto along_k = [&](Operand name, const Format& format, std::uint64_t depth,
                           std::uint64_t lines) {
    const bool is_nibble = format.is_integer() && format.storage_bits() < 8;
    if (kind.is_packed || is_nibble)
      put(name, depth * static_cast<std::uint64_t>(format.storage_bits()) / 8, lines,
          Layout::packed);
    else
      put(name, depth * bytes(format), lines, Layout::dense);
  };
  const std::uint64_t instructions = k / static_cast<std::uint64_t>(row.shape.k);
  along_k(a, *row.a, instructions * static_cast<std::uint64_t>(unit.products()), m);
  along_k(b, *row.b, k, n);
  if (row.sparsity) {
    const std::uint64_t bits =
        instructions *
        static_cast<std::uint64_t>(unit.metadata() * metadata_format(*row.sparsity).storage_bits());
    put(metadata, (bits + 7) / 8, m, Layout::packed);
  }
  if (row.scale) {
    const std::uint64_t scales = k / static_cast<std::uint64_t>(row.scale->block);
    constexpr auto kRows = static_cast<std::uint64_t>(kScaleBlockRows);
    const std::uint64_t line = (scales + kScaleBlockScales - 1) / kScaleBlockScales *
                               static_cast<std::uint64_t>(kScaleBlockBytes);
    put(sa, line, (m + kRows - 1) / kRows, Layout::scale_blocks);
    put(sb, line, (n + kRows - 1) / kRows, Layout::scale_blocks);
  }
  put(d, n * bytes(unit.d()), m, Layout::dense);
  return next;
}

Job job_of(const Descriptor& descriptor, const UnitList& units) {
  auto result = validate(descriptor, units);
  if (const Fault* fault = std::get_if<Fault>(&result)) {
    const ErrorRow& row = row_of(fault->code);
    const std::string operand =
        fault->operand < 0
            ? ""
            : fmt::format(" ({})", kSlots[static_cast<std::size_t>(fault->operand)].name);
    throw InputError(
        fmt::format("the accelerator refuses the GEMM: {}: {}{}; change tile, stages, "
                    "group or instruction",
                    row.name, row.text, operand));
  }
  return std::get<Job>(result);
}

// Part i of `parts` of the whole: whole rows of tiles, or whole columns.
std::optional<Descriptor> part_of(const Descriptor& whole, const Extents& tile, const Job& job,
                                  std::uint64_t i, std::uint64_t parts) {
  Descriptor part = whole;
  const bool by_rows = whole.m_tiles >= whole.n_tiles;
  const std::uint64_t tiles = by_rows ? whole.m_tiles : whole.n_tiles;
  const std::uint64_t first = tiles * i / parts, end = tiles * (i + 1) / parts;
  if (first == end) return {};
  const std::uint64_t lines = first * static_cast<std::uint64_t>(by_rows ? tile.m : tile.n);
  part.sequence = i;
  (by_rows ? part.m_tiles : part.n_tiles) = end - first;
  part[by_rows ? a : b].address += lines * whole[by_rows ? a : b].stride;
  if (job.unit->instruction.sparsity && by_rows)
    part[metadata].address += lines * whole[metadata].stride;
  if (job.unit->instruction.scale) {
    const Operand name = by_rows ? sa : sb;
    if (lines % static_cast<std::uint64_t>(kScaleBlockRows) != 0)
      throw InputError("accelerators: a part begins inside a block of scales; use tiles of 128");
    part[name].address += lines / static_cast<std::uint64_t>(kScaleBlockRows) * whole[name].stride;
  }
  part[d].address += lines * (by_rows ? whole[d].stride
                                      : static_cast<std::uint64_t>(element_bytes(job.unit->d())));
  return part;
}

}  // namespace

InstalledUnits::InstalledUnits(const std::string& instruction) {
  if (split_name(instruction)) own_ = std::make_unique<const Own>(find_unit(instruction));
  unit_ = own_ ? own_->units.data() : &catalog().find(instruction);
}

InstalledUnits::InstalledUnits(Unit unit)
    : own_(std::make_unique<const Own>(std::move(unit))), unit_(own_->units.data()) {}

Tiling make_tiling(const Platform& platform) {
  return make_tiling(platform, std::make_shared<const InstalledUnits>(platform.instruction));
}

Tiling make_tiling(const Platform& platform, std::shared_ptr<const InstalledUnits> units) {
  const Unit& unit = units->unit();
  const std::size_t kind = kind_of(*units);
  Descriptor whole;
  whole.kind = kind;
  whole.instruction = instruction_of(*units, kind, platform);
  whole.group = static_cast<std::uint64_t>(platform.group);
  whole.stages = static_cast<std::uint64_t>(platform.stages);
  whole.a_in_tensor_memory = platform.operands == OperandSource::ts ? 1 : 0;
  whole.m_tiles = static_cast<std::uint64_t>(divide_up(platform.gemm.m, platform.tile.m));
  whole.n_tiles = static_cast<std::uint64_t>(divide_up(platform.gemm.n, platform.tile.n));
  put_depth(platform, unit, whole);

  Tiling tiling;
  tiling.memory_bytes = place_operands(platform, unit, kKinds[kind], whole);
  tiling.whole = job_of(whole, units->list());
  const auto parts = static_cast<std::uint64_t>(platform.accelerators);
  for (std::uint64_t i = 0; i < parts; ++i)
    if (const auto part = part_of(whole, platform.tile, tiling.whole, i, parts)) {
      tiling.descriptors.push_back(*part);
      tiling.jobs.push_back(job_of(*part, units->list()));
    }
  tiling.units = std::move(units);
  return tiling;
}

namespace {

// None where the accelerators do not take the GEMM.
std::optional<Tiling> tiling_if_taken(const Platform& platform,
                                      std::shared_ptr<const InstalledUnits> units) {
  try {
    return make_tiling(platform, std::move(units));
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace

int idle_accelerators(const Platform& platform, const Tiling& tiling) {
  return platform.accelerators - static_cast<int>(tiling.jobs.size());
}

std::string tile_for_all(Platform platform, const std::shared_ptr<const InstalledUnits>& units) {
  const Extents whole = platform.tile;
  for (const auto& [extent, key] : {std::pair(&Extents::n, "tile.n"), {&Extents::m, "tile.m"}}) {
    platform.tile = whole;
    while (--(platform.tile.*extent) > 0) {
      if (divide_up(platform.gemm.*extent, platform.tile.*extent) < platform.accelerators) continue;
      const auto tiling = tiling_if_taken(platform, units);
      if (tiling && idle_accelerators(platform, *tiling) == 0)
        return fmt::format("{}={}", key, platform.tile.*extent);
    }
  }
  return {};
}

std::optional<Tiling> with_stages(Platform platform, std::shared_ptr<const InstalledUnits> units,
                                  int stages) {
  platform.stages = stages;
  return tiling_if_taken(platform, std::move(units));
}

}  // namespace mmasc::tlm
