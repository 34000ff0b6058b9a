// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "arguments.h"
#include "failure.h"
#include "handles.h"
#include "mmasc/arith/engine.h"
#include "mmasc/arith/matrix.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/operand_layout.h"
#include "mmasc/unit/status_flags.h"

namespace mmasc::capi {
namespace {

std::optional<Operand> operand_at(mmasc_operand operand) {
  if (operand == MMASC_D) return Operand::d;
  if (operand >= 0 && operand < MMASC_INPUTS)
    return kInputs[static_cast<std::size_t>(operand)].operand;
  return std::nullopt;
}

Operand operand_of(mmasc_operand operand) {
  if (const auto found = operand_at(operand)) return *found;
  throw InputError("operand is " + std::to_string(static_cast<int>(operand)) +
                   ", none of mmasc_operand");
}

constexpr PerOperand<mmasc_operand_row> kOperandRows = [] {
  PerOperand<mmasc_operand_row> rows;
  for (const OperandRow& row : kOperands)
    rows[row.operand] = {.name = row.name.data(),
                         .what = row.what.data(),
                         .lacks = row.lacks.data(),
                         .is_whole = row.format.empty(),
                         .is_drawn = row.along == Along::drawn,
                         .may_be_left_out = row.may_be_left_out};
  return rows;
}();

const Format& format_of(const Unit& unit, mmasc_operand operand) {
  const OperandRow& row = row_of(operand_of(operand));
  const OperandElements elements = layout_of(unit)[row.operand];
  if (elements.count == 0)
    throw InputError("operand is " + std::string(row.name) + ", and the unit " +
                     std::string(row.lacks));
  if (elements.format == nullptr)
    throw InputError("operand is " + std::string(row.name) + ", whose elements have no format");
  return *elements.format;
}

// The name by which a command takes a row of a file, whatever part of its id was typed.
UnitArgument argument_of(const Unit& unit, std::string_view file) {
  const std::string& id = unit.instruction.id;
  return {file.empty() ? id : std::string(file) + ":" + id};
}

}  // namespace
}  // namespace mmasc::capi

using namespace mmasc::capi;

extern "C" {

int mmasc_abi_version(void) { return MMASC_ABI_VERSION; }

const char* mmasc_version(void) { return MMASC_VERSION; }

size_t mmasc_catalog_size(void) {
  size_t size = 0;
  guarded([&] { size = mmasc::catalog().ids().size(); });
  return size;
}

const char* mmasc_catalog_id(size_t index) {
  const char* id = nullptr;
  guarded([&] {
    const auto& ids = mmasc::catalog().ids();
    if (index < ids.size()) id = ids[index].c_str();
  });
  return id;
}

mmasc_status mmasc_unit_find(const char* id, mmasc_unit** out) {
  return guarded([&] {
    given(out, "out");
    const std::string_view name = &given(id, "id");
    const auto in_file = mmasc::split_name(name);
    const mmasc::Unit unit = mmasc::find_unit(name);
    *out = new mmasc_unit{unit, argument_of(unit, in_file ? in_file->path : "")};
  });
}

mmasc_status mmasc_unit_read(const char* path, size_t index, mmasc_unit** out) {
  return guarded([&] {
    given(out, "out");
    const std::vector<mmasc::Unit> units = mmasc::read_units(&given(path, "path"));
    *out = index < units.size() ? new mmasc_unit{units[index], argument_of(units[index], path)}
                                : nullptr;
  });
}

mmasc_status mmasc_unit_parse(const char* toml, const char* name, mmasc_unit** out) {
  return guarded([&] {
    given(out, "out");
    given(toml, "toml");
    if (name != nullptr && *name == '\0')
      throw mmasc::InputError("name is empty; null is the only row");
    const mmasc::Unit unit = mmasc::parse_unit(toml, name == nullptr ? "" : name, "toml");
    *out = new mmasc_unit{unit, argument_of(unit, "")};
  });
}

mmasc_status mmasc_unit_with(const mmasc_unit* unit, const char* field, const char* value,
                             mmasc_unit** out) {
  return guarded([&] {
    given(out, "out");
    auto changed = std::make_unique<mmasc_unit>(given(unit, "unit"));
    changed->unit = changed->unit.with(&given(field, "field"), &given(value, "value"));
    changed->argument.changes.push_back(std::string(field) + "=" + value);
    *out = changed.release();
  });
}

void mmasc_unit_free(mmasc_unit* unit) { delete unit; }

const char* mmasc_unit_id(const mmasc_unit* unit) {
  return unit == nullptr ? nullptr : unit->unit.instruction.id.c_str();
}

mmasc_status mmasc_unit_toml(const mmasc_unit* unit, char** out) {
  return guarded([&] {
    given(out, "out");
    *out = copy_text(mmasc::to_toml(given(unit, "unit").unit));
  });
}

void mmasc_text_free(char* text) { std::free(text); }

mmasc_status mmasc_unit_shape(const mmasc_unit* unit, mmasc_shape* out) {
  return guarded([&] {
    const auto& row = given(unit, "unit").unit;
    const auto& shape = row.instruction.shape;
    const auto& scale = row.instruction.scale;
    given(out, "out") = {.m = shape.m,
                         .n = shape.n.min,
                         .k = shape.k,
                         .n_max = shape.n.max,
                         .n_step = shape.n.step,
                         .blocks = shape.blocks,
                         .scales = row.scales(),
                         .scale_block = scale ? scale->block : 0};
  });
}

mmasc_status mmasc_unit_sparsity(const mmasc_unit* unit, mmasc_sparsity* out) {
  return guarded([&] {
    const auto& row = given(unit, "unit").unit;
    const mmasc::SparsityRow none{0, 0, 0};
    const auto [keep, of, together] = row.instruction.sparsity.value_or(none);
    given(out, "out") = {.keep = keep,
                         .of = of,
                         .together = together,
                         .products = row.products(),
                         .metadata = row.metadata()};
  });
}

mmasc_status mmasc_unit_flags(const mmasc_unit* unit, int* out) {
  return guarded([&] {
    const bool raises_some = mmasc::raises_flags(given(unit, "unit").unit);
    given(out, "out") = raises_some ? mmasc::kStatusFlagBits : 0;
  });
}

const mmasc_operand_row* mmasc_operand_row_of(mmasc_operand operand) {
  const auto found = operand_at(operand);
  return found ? &kOperandRows[*found] : nullptr;
}

mmasc_status mmasc_unit_elements(const mmasc_unit* unit, mmasc_operand operand, size_t* count,
                                 int* bits) {
  return guarded([&] {
    const mmasc::OperandLayout layout = mmasc::layout_of(given(unit, "unit").unit);
    const mmasc::OperandElements elements = layout[operand_of(operand)];
    const auto needed = static_cast<std::size_t>(elements.count);
    if (bits != nullptr && given(count, "count") < needed)
      throw mmasc::InputError("count is " + std::to_string(*count) + "; bits needs room for " +
                              std::to_string(needed));
    given(count, "count") = needed;
    for (int i = 0; bits != nullptr && i < elements.count; ++i) bits[i] = elements.bits_of(i);
  });
}

mmasc_status mmasc_unit_format(const mmasc_unit* unit, mmasc_operand operand, mmasc_format* out) {
  return guarded([&] {
    const auto& format = format_of(given(unit, "unit").unit, operand);
    given(out, "out") = {.name = format.name.data(),
                         .storage_bits = format.storage_bits(),
                         .element_bytes = mmasc::element_bytes(format)};
  });
}

}  // extern "C"
