// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>

#include "arith/matrix.h"
#include "capi/arguments.h"
#include "capi/failure.h"
#include "capi/handles.h"
#include "spec/catalog.h"
#include "spec/random_elements.h"

namespace mmasc::capi {
namespace {

const Format& format_of(const Unit& unit, mmasc_operand operand) {
  switch (operand) {
    case MMASC_A:
      return *unit.instruction.a;
    case MMASC_B:
      return *unit.instruction.b;
    case MMASC_C:
      return *unit.instruction.c;
    case MMASC_D:
      return unit.d();
    case MMASC_SCALE:
      if (unit.instruction.scale) return *unit.instruction.scale->format;
      throw InputError("operand is MMASC_SCALE, and the unit takes no block scales");
  }
  throw InputError("operand is " + std::to_string(static_cast<int>(operand)) +
                   ", none of mmasc_operand");
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

mmasc_status mmasc_unit_random(const mmasc_unit* unit, size_t* count, int* bits) {
  return guarded([&] {
    const std::vector<int> widths = mmasc::random_widths(given(unit, "unit").unit);
    if (bits != nullptr && given(count, "count") != widths.size())
      throw mmasc::InputError("count is " + std::to_string(*count) + ", not " +
                              std::to_string(widths.size()));
    given(count, "count") = widths.size();
    if (bits != nullptr) std::ranges::copy(widths, bits);
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
