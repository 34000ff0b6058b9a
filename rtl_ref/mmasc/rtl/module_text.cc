// SPDX-License-Identifier: Apache-2.0
#include "mmasc/rtl/module_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace mmasc {

std::string ModuleText::wire(const std::string& name, int width) {
  widths_[name] = width;
  text_ += fmt::format("  wire {}{};\n", range_of(name), name);
  return name;
}

// The range of a declaration: "[7:0] ".
std::string ModuleText::range_of(const std::string& wire) const {
  const int width = widths_.at(wire);
  if (width == kIdWidth) return "[ID_BITS-1:0] ";
  return width == 1 ? "" : fmt::format("[{}:0] ", width - 1);
}

void ModuleText::wire_of_id(const std::string& name) {
  widths_[name] = kIdWidth;
  text_ += fmt::format("  wire {}{};\n", range_of(name), name);
}

std::string ModuleText::declare(const std::string& name, const Descriptor& descriptor) {
  for (const auto& [known, text] : descriptors_)
    if (text == descriptor) return known;
  descriptors_.emplace_back(name, descriptor);
  text_ += descriptor.declaration(name);
  return name;
}

void ModuleText::add_logic(const Instance& instance) {
  text_ += instance.text();
  stages_.back().push_back(instance);
}

void ModuleText::add(const Instance& instance) {
  add_logic(instance);
  int low = 0;
  const auto& payload = instance.payload();
  for (auto wire = payload.rbegin(); wire != payload.rend(); ++wire) {
    sources_[*wire] = {instance.name(), low};
    low += widths_.at(*wire);
  }
  const auto valid = std::ranges::find(instance.ports(), "valid_o", &Instance::Port::name);
  registers_.instances.push_back(
      {instance.name(), low, valid == instance.ports().end() ? "" : valid->value});
}

std::string join(const std::vector<Slice>& slices, const std::map<std::string, int>& widths) {
  std::vector<Slice> merged;
  for (const Slice& slice : slices) {
    if (!merged.empty() && merged.back().vector == slice.vector &&
        merged.back().low + merged.back().width == slice.low)
      merged.back().width += slice.width;
    else
      merged.push_back(slice);
  }
  std::string out;
  for (auto slice = merged.rbegin(); slice != merged.rend(); ++slice) {
    if (!out.empty()) out += ", ";
    out += slice->vector;
    if (slice->low == 0 && slice->width == widths.at(slice->vector)) continue;
    const int high = slice->low + slice->width - 1;
    out += slice->width == 1 ? fmt::format("[{}]", high) : fmt::format("[{}:{}]", high, slice->low);
  }
  return merged.size() == 1 ? out : "{" + out + "}";
}

StageRegisters::Place ModuleText::place_of(const Slice& slice) const {
  const Source& source = sources_.at(slice.vector);
  const auto at =
      std::ranges::find(registers_.instances, source.instance, &StageRegisters::Instance::name);
  return {static_cast<int>(at - registers_.instances.begin()), source.low + slice.low, slice.width,
          slice.form};
}

StageRegisters ModuleText::take_registers(const std::vector<Slice>& fields,
                                          const std::vector<std::pair<int, Slice>>& leading_zeros) {
  for (const Slice& field : fields) registers_.fields.push_back(place_of(field));
  for (const auto& [field, zeros] : leading_zeros)
    registers_.anticipated.push_back({field, place_of(zeros)});
  stages_.emplace_back();
  return std::exchange(registers_, {});
}

}  // namespace mmasc
