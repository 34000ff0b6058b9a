// SPDX-License-Identifier: Apache-2.0
#include "mmasc/accelerator_core/kind.h"

#include <algorithm>
#include <string>

#include "mmasc/accelerator_core/descriptor.h"
#include "mmasc/unit/operand_layout.h"

namespace mmasc::tlm {
namespace {

constexpr std::size_t kWordBytes = 4;
constexpr std::uint64_t kMostFormat = 7;  // in three bits
constexpr int kMStep = 16, kNStep = 8;

ErrorCode choose_by_number(std::span<const Unit> units, std::uint32_t bits, ChosenUnit& chosen) {
  constexpr int kNumberBits = 16;
  const std::uint32_t number = bits & ((1U << kNumberBits) - 1), n = bits >> kNumberBits;
  if (number >= units.size()) return ErrorCode::instruction_number;
  chosen.unit = &units[number];
  const TileShape& shape = chosen.unit->instruction.shape;
  chosen.m = shape.m * shape.blocks;
  chosen.n = n == 0 ? shape.n.max : static_cast<int>(n);
  return shape.n.contains(chosen.n) ? ErrorCode::none : ErrorCode::instruction_n;
}

// Whether the catalogue's mnemonic is tcgen05's, whose descriptors these are, and has the kind as a
// whole word: mma.sync has kinds, too.
bool is_of_kind(const Unit& unit, const KindRow& kind) {
  if (kind.mnemonic.empty() || !unit.instruction.mnemonic.starts_with("tcgen05.mma")) return false;
  const std::string word = ".kind::" + std::string(kind.mnemonic);
  const std::string& mnemonic = unit.instruction.mnemonic;
  const auto at = mnemonic.find(word);
  if (at == std::string::npos) return false;
  const auto end = at + word.size();
  const int block = unit.instruction.scale ? unit.instruction.scale->block : 0;
  return (end == mnemonic.size() || mnemonic[end] == '.') && block == kind.scale_block;
}

bool saturates(const Unit& unit) {
  return unit.d().is_integer() && unit.datapath.result.overflow == Overflow::saturate;
}

bool is_sparse(const Unit& unit) { return unit.instruction.sparsity.has_value(); }

bool takes_placed_alone(const Unit& unit) {
  const OperandLayout layout = layout_of(unit);
  return std::ranges::all_of(kInputs, [&layout](const OperandRow& row) {
    return !layout.has(row.operand) || slot_of(row.operand) < kSlots.size();
  });
}

bool has_any(const UnitList& units, const KindRow& kind, bool (*is)(const Unit&)) {
  return std::ranges::any_of(units.of_kind(kind), [is](const Unit* unit) { return is(*unit); });
}

struct FormatNames {
  std::string_view a, b, d, scale;
};

ErrorCode formats_of(const KindRow& kind, const InstructionFields& fields, FormatNames& names) {
  names.a = format_of(kind, fields.a_format);
  if (names.a.empty()) return ErrorCode::format_a;
  names.b = format_of(kind, fields.b_format);
  if (names.b.empty()) return ErrorCode::format_b;
  names.d = "f32";
  if (kind.scale_block == 0) {
    if (fields.d_format >= kResultFormats.size()) return ErrorCode::format_d;
    names.d = kResultFormats[fields.d_format];
    const bool is_integer = find_format(names.d)->is_integer();
    return is_integer == find_format(names.a)->is_integer() ? ErrorCode::none : ErrorCode::integer;
  }
  names.scale = kScaleFormats[fields.scale_format];
  return ErrorCode::none;
}

bool has_operands(const Unit& unit, const FormatNames& names) {
  return unit.instruction.a->name == names.a && unit.instruction.b->name == names.b &&
         unit.d().name == names.d;
}

bool has_scales(const Unit& unit, const FormatNames& names) {
  return !unit.instruction.scale || unit.instruction.scale->format->name == names.scale;
}

ErrorCode choose_by_formats(const UnitList& units, const KindRow& kind, const FormatNames& names,
                            const InstructionFields& fields, int group, ChosenUnit& chosen) {
  chosen.m = static_cast<int>(fields.m_sixteenths) * kMStep;
  chosen.n = static_cast<int>(fields.n_eighths) * kNStep;
  ErrorCode error = ErrorCode::formats;
  for (const Unit* unit : units.of_kind(kind)) {
    if (!has_operands(*unit, names) || saturates(*unit) != (fields.saturate != 0) ||
        is_sparse(*unit) != (fields.sparse != 0))
      continue;
    if (!has_scales(*unit, names)) {
      if (error == ErrorCode::formats) error = ErrorCode::scale_format;
      continue;
    }
    if (chosen.unit == nullptr || unit->instruction.shape.m * group == chosen.m) chosen.unit = unit;
  }
  if (chosen.unit == nullptr) return error;
  if (fields.a_scale_id != 0 || fields.b_scale_id != 0) return ErrorCode::scale_id;
  if (fields.k_size != 0) return ErrorCode::k_size;
  if (!legal_m(units, kind, group).contains(chosen.m)) return ErrorCode::m;
  // Each SM of a pair holds half of B's columns.
  const Extent& n = chosen.unit->instruction.shape.n;
  const bool is_legal_n =
      n.contains(chosen.n) && (group == 1 || chosen.n % (n.widest_step() * group) == 0);
  return is_legal_n ? ErrorCode::none : ErrorCode::n;
}

}  // namespace

std::span<const Field<InstructionFields>> instruction_fields(const KindRow& kind) {
  if (kind.scale_block > 0) return kScaledInstruction;
  return kPlainInstruction;
}

std::uint32_t reserved_bits(const KindRow& kind) {
  InstructionFields all;
  for (const auto& field : instruction_fields(kind)) all.*field.member = field.mask();
  return ~encode_instruction(kind, all);
}

InstructionFields decode_instruction(const KindRow& kind, std::uint32_t bits) {
  std::array<std::byte, kWordBytes> bytes{};
  write_little_endian(bits, bytes);
  InstructionFields fields;
  read_fields<InstructionFields>(instruction_fields(kind), bytes, fields);
  return fields;
}

std::uint32_t encode_instruction(const KindRow& kind, const InstructionFields& fields) {
  std::array<std::byte, kWordBytes> bytes{};
  write_fields<InstructionFields>(instruction_fields(kind), fields, bytes);
  return static_cast<std::uint32_t>(read_little_endian(bytes));
}

std::string_view format_of(const KindRow& kind, std::uint64_t number) {
  const std::string word = " " + std::string(kind.name) + " ";
  for (const FormatRow& row : kOperandFormats)
    if (row.number == number && row.kinds.find(word) != std::string_view::npos) return row.format;
  return {};
}

UnitList::UnitList(std::span<const Unit> units) : units_(units) {
  for (const Unit& unit : units) {
    takes_placed_alone_.push_back(tlm::takes_placed_alone(unit));
    for (std::size_t i = 0; i < kKinds.size(); ++i)
      if (is_of_kind(unit, kKinds[i])) of_kind_[i].push_back(&unit);
  }
}

// The result of a dot product does not depend on m, so a pair may have twice the m of any kind's
// rows.
std::set<int> legal_m(const UnitList& units, const KindRow& kind, int group) {
  std::set<int> legal;
  for (const KindRow& other : kKinds)
    if (group > 1 || &other == &kind)
      for (const Unit* unit : units.of_kind(other)) legal.insert(unit->instruction.shape.m * group);
  return legal;
}

std::optional<InstructionFields> fields_of(const KindRow& kind, const Unit& unit, int m, int n) {
  const auto number_in = [](std::span<const std::string_view> names, std::string_view name) {
    return static_cast<std::uint64_t>(std::ranges::find(names, name) - names.begin());
  };
  InstructionFields fields;
  const auto set = [&kind](const Format& format, std::uint64_t& number) {
    for (number = 0; number <= kMostFormat; ++number)
      if (format_of(kind, number) == format.name) return true;
    return false;
  };
  const Instruction& row = unit.instruction;
  if (!set(*row.a, fields.a_format) || !set(*row.b, fields.b_format)) return {};
  if (row.scale) {
    fields.scale_format = number_in(kScaleFormats, row.scale->format->name);
    if (fields.scale_format == kScaleFormats.size()) return {};
  } else {
    fields.d_format = number_in(kResultFormats, unit.d().name);
    if (fields.d_format == kResultFormats.size()) return {};
  }
  fields.sparse = is_sparse(unit);
  fields.saturate = saturates(unit);
  fields.m_sixteenths = static_cast<std::uint64_t>(m / kMStep);
  fields.n_eighths = static_cast<std::uint64_t>(n / kNStep);
  return fields;
}

ErrorCode choose_unit(const UnitList& units, const KindRow& kind, std::uint32_t bits, int group,
                      ChosenUnit& chosen) {
  if (kind.mnemonic.empty()) return choose_by_number(units.units(), bits, chosen);
  if ((bits & reserved_bits(kind)) != 0) return ErrorCode::instruction_reserved;
  const InstructionFields fields = decode_instruction(kind, bits);
  if ((fields.sparse != 0 && !has_any(units, kind, is_sparse)) || fields.sparsity_id != 0)
    return ErrorCode::sparse;
  if (fields.saturate != 0 && !has_any(units, kind, saturates)) return ErrorCode::saturate;
  if (fields.negate_a != 0 || fields.negate_b != 0) return ErrorCode::negate;
  FormatNames names;
  const ErrorCode error = formats_of(kind, fields, names);
  if (error != ErrorCode::none) return error;
  return choose_by_formats(units, kind, names, fields, group, chosen);
}

}  // namespace mmasc::tlm
