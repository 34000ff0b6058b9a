// SPDX-License-Identifier: Apache-2.0
#include "mmasc/accelerator_core/job.h"

#include <algorithm>

#include "mmasc/unit/catalog.h"

namespace mmasc::tlm {
namespace {

constexpr std::uint64_t kGreatestGroup = 2;

ErrorCode header_error(const Descriptor& descriptor) {
  if (descriptor.version != kDescriptorVersion) return ErrorCode::version;
  if (descriptor.kind >= kKinds.size()) return ErrorCode::kind;
  bool is_reserved = descriptor.reserved_flags != 0 || descriptor.reserved != 0;
  for (const OperandFields& operand : descriptor.slots) is_reserved |= operand.reserved != 0;
  if (is_reserved) return ErrorCode::reserved;
  if (descriptor.accumulate != 0 && descriptor.use_c != 0) return ErrorCode::c_and_accumulate;
  if (descriptor.group == 0 || descriptor.group > kGreatestGroup) return ErrorCode::group;
  const bool is_tcgen05 = descriptor.kind != 0;
  if (descriptor.group != 1 && !is_tcgen05) return ErrorCode::group_of_kind;
  if (descriptor.a_in_tensor_memory != 0 && !is_tcgen05) return ErrorCode::tensor_memory;
  return ErrorCode::none;
}

// Bits of an element in shared memory.
std::int64_t shared_bits(const Job& job, const Format& format) {
  return job.kind->is_packed ? format.storage_bits() : 8 * element_bytes(format);
}

ErrorCode size_error(const Descriptor& descriptor, const Limits& limits, Job& job) {
  const auto most = static_cast<std::uint64_t>(limits.tiles);
  const auto [m, n, k] = std::array{descriptor.m_tiles, descriptor.n_tiles, descriptor.k_tiles};
  if (m == 0 || n == 0 || k == 0) return ErrorCode::no_tiles;
  if (m > most || n > most / m || k > most / (m * n)) return ErrorCode::too_many_tiles;
  job.m_tiles = static_cast<std::int64_t>(m);
  job.n_tiles = static_cast<std::int64_t>(n);
  job.k_tiles = static_cast<std::int64_t>(k);
  job.tile_k = static_cast<std::int64_t>(descriptor.tile_k);
  if (job.tile_k == 0 || job.tile_k > limits.tile_k) return ErrorCode::tile_k;
  job.buffers = static_cast<std::int64_t>(descriptor.stages);
  if (job.buffers == 0 || job.buffers > limits.stages) return ErrorCode::stages;
  const Instruction& row = job.unit->instruction;
  const std::int64_t bits = job.m * job.unit->products() * shared_bits(job, *row.a) +
                            job.n * job.k * shared_bits(job, *row.b);
  if (job.buffers * job.tile_k * bits > 8 * limits.buffer_bytes) return ErrorCode::buffers;
  const bool is_chain = job.k_tiles * job.tile_k > 1;
  return is_chain && !(*row.c == job.unit->d()) ? ErrorCode::chain : ErrorCode::none;
}

// The matrix without what the descriptor says of its place; none where the job has no such operand.
std::optional<JobOperand> operand_of(const Descriptor& descriptor, const Job& job,
                                     Operand operand) {
  const Instruction& row = job.unit->instruction;
  const std::int64_t depth = job.tile_k * job.k;
  const auto matrix = [](const Format& format, std::int64_t rows, std::int64_t columns) {
    JobOperand made;
    made.placed.format = format;
    made.tile_rows = rows;
    made.tile_columns = columns;
    return made;
  };
  const auto scales = [&] { return depth / row.scale->block; };
  switch (operand) {
    case Operand::a:
      return matrix(*row.a, job.m, job.tile_k * job.unit->products());
    case Operand::b:
      return matrix(*row.b, depth, job.n);
    case Operand::metadata:
      return matrix(metadata_format(*row.sparsity), job.m, job.tile_k * job.unit->metadata());
    case Operand::sa:
      if (row.scale) return matrix(*row.scale->format, job.m, scales());
      break;
    case Operand::sb:
      if (row.scale) return matrix(*row.scale->format, scales(), job.n);
      break;
    case Operand::c:
      if (descriptor.use_c != 0) return matrix(*row.c, job.m, job.n);
      break;
    case Operand::d:
      return matrix(job.unit->d(), job.m, job.n);
    default:
      break;
  }
  return {};
}

// A and B, whose layouts and order the kind has a say in.
bool is_factor(Operand operand) { return operand == Operand::a || operand == Operand::b; }

bool is_layout_of_operand(Layout layout, Operand operand) {
  if (is_factor(operand)) return layout != Layout::scale_blocks;
  if (layout == Layout::dense) return true;
  return layout == (row_of(operand).scales ? Layout::scale_blocks : Layout::packed) &&
         row_of(operand).along != Along::element;
}

bool is_layout_of_kind(const LayoutRow& layout, const KindRow& kind) {
  if (kind.has_bytes) return layout.of_byte_kinds;
  return kind.is_packed ? layout.of_packed_kinds : layout.of_other_kinds;
}

ErrorCode major_error(const Descriptor& descriptor, const Job& job, Operand operand) {
  const std::uint64_t major = descriptor[operand].major;
  if (major > 1) return ErrorCode::major;
  if (row_of(operand).along == Along::element) return ErrorCode::none;
  if (!is_factor(operand)) return major == 0 ? ErrorCode::none : ErrorCode::major_of_kind;
  if (descriptor.kind != 0) {
    const auto fields =
        decode_instruction(*job.kind, static_cast<std::uint32_t>(descriptor.instruction));
    if ((operand == Operand::a ? fields.a_major : fields.b_major) != major)
      return ErrorCode::major_of_instruction;
  }
  return major == 1 && job.kind->runs_along_k ? ErrorCode::major_of_kind : ErrorCode::none;
}

// Sets where an operand's whole matrix lies in memory, with as many rows and columns as its tiles.
void place(const OperandFields& fields, const Job& job, Along along, JobOperand& operand) {
  const std::int64_t row_tiles = along == Along::column ? job.k_tiles : job.m_tiles;
  const std::int64_t column_tiles = along == Along::row ? job.k_tiles : job.n_tiles;
  // B's lines run along k where its major is 0.
  operand.is_transposed = (fields.major == 1) != (along == Along::column);
  const std::int64_t rows = row_tiles * operand.tile_rows;
  const std::int64_t columns = column_tiles * operand.tile_columns;
  operand.placed.lines = operand.is_transposed ? columns : rows;
  operand.placed.inner = operand.is_transposed ? rows : columns;
  operand.placed.address = fields.address;
  operand.placed.stride = fields.stride;
}

ErrorCode place_error(const JobOperand& operand) {
  const Placed& placed = operand.placed;
  const LayoutRow& layout = row_of(placed.layout);
  const auto alignment = static_cast<std::uint64_t>(
      layout.alignment != 0 ? layout.alignment : element_bytes(placed.format));
  if (placed.address % alignment != 0) return ErrorCode::address_alignment;
  if (placed.stride % alignment != 0) return ErrorCode::stride_alignment;
  if (placed.stride < placed.line_bytes()) return ErrorCode::stride;
  if (operand.box(0, 0).inner % layout.tile_multiple != 0) return ErrorCode::inner_tile;
  const bool is_beyond = placed.extent() - 1 > ~std::uint64_t{0} - placed.address;
  return is_beyond ? ErrorCode::address_range : ErrorCode::none;
}

ErrorCode operand_error(const Descriptor& descriptor, std::size_t slot, Job& job) {
  const OperandFields& fields = descriptor.slots[slot];
  const Operand name = operand_in(slot, *job.unit);
  auto operand = operand_of(descriptor, job, name);
  if (!operand) return fields == OperandFields{} ? ErrorCode::none : ErrorCode::unused_operand;
  if (fields.layout >= kLayouts.size()) return ErrorCode::layout;
  const LayoutRow& layout = kLayouts[fields.layout];
  operand->placed.layout = layout.layout;
  if (!is_layout_of_operand(layout.layout, name)) return ErrorCode::layout_of_operand;
  const int bits = operand->placed.format.storage_bits();
  if (bits < layout.least_bits || bits > layout.most_bits) return ErrorCode::layout_of_format;
  if (is_factor(name) && !is_layout_of_kind(layout, *job.kind)) return ErrorCode::layout_of_kind;
  ErrorCode error = major_error(descriptor, job, name);
  if (error != ErrorCode::none) return error;
  place(fields, job, row_of(name).along, *operand);
  error = place_error(*operand);
  job.operands[name] = operand;
  return error;
}

bool overlap(const Placed& x, const Placed& y) {
  // Ranges are not empty and end at the last address at most.
  return x.address <= y.address + (y.extent() - 1) && y.address <= x.address + (x.extent() - 1);
}

}  // namespace

Operand operand_in(std::size_t slot, const Unit& unit) {
  const bool is_metadata = slot == slot_of(Operand::metadata) && unit.instruction.sparsity;
  return is_metadata ? Operand::metadata : kSlots[slot].operand;
}

std::string_view name_of(Operand operand) {
  const auto slot = std::ranges::find(kSlots, operand, &Slot::operand);
  return slot != kSlots.end() ? slot->name : row_of(operand).name;
}

Box JobOperand::box(std::int64_t row, std::int64_t column) const {
  if (is_transposed)
    return {.first_line = column * tile_columns,
            .lines = tile_columns,
            .first = row * tile_rows,
            .inner = tile_rows};
  return {.first_line = row * tile_rows,
          .lines = tile_rows,
          .first = column * tile_columns,
          .inner = tile_columns};
}

std::int64_t Job::operand_bytes() const {
  const Instruction& row = unit->instruction;
  const std::int64_t of_a =
      a_in_tensor_memory ? 0 : m * unit->products() * shared_bits(*this, *row.a);
  return (of_a + n * k * shared_bits(*this, *row.b)) / group / 8;
}

std::variant<Job, Fault> validate(const Descriptor& descriptor, const UnitList& units,
                                  const Limits& limits) {
  ErrorCode error = header_error(descriptor);
  if (error != ErrorCode::none) return Fault{error};
  Job job;
  job.kind = &kKinds[descriptor.kind];
  job.group = static_cast<int>(descriptor.group);
  job.interrupt = descriptor.interrupt != 0;
  job.accumulate = descriptor.accumulate != 0;
  job.a_in_tensor_memory = descriptor.a_in_tensor_memory != 0;
  job.sequence = static_cast<std::uint32_t>(descriptor.sequence);
  ChosenUnit chosen;
  error = choose_unit(units, *job.kind, static_cast<std::uint32_t>(descriptor.instruction),
                      job.group, chosen);
  if (error != ErrorCode::none) return Fault{error};
  if (!units.takes_placed_alone(*chosen.unit)) return Fault{ErrorCode::no_place};
  job.unit = chosen.unit;
  job.m = chosen.m;
  job.n = chosen.n;
  job.k = chosen.unit->instruction.shape.k;
  error = size_error(descriptor, limits, job);
  if (error != ErrorCode::none) return Fault{error};
  for (std::size_t slot = 0; slot < kSlots.size(); ++slot) {
    error = operand_error(descriptor, slot, job);
    if (error != ErrorCode::none) return Fault{error, static_cast<int>(slot)};
  }
  for (std::size_t slot = 0; slot < kSlots.size(); ++slot) {
    const Operand name = operand_in(slot, *job.unit);
    if (name != Operand::d && job[name] && overlap(job[name]->placed, job[Operand::d]->placed))
      return Fault{ErrorCode::overlap, static_cast<int>(slot)};
  }
  if (job.accumulate) job.operands[Operand::c] = job[Operand::d];
  return job;
}

const UnitList& catalogue_units() {
  static const UnitList units(catalog().units());
  return units;
}

}  // namespace mmasc::tlm
