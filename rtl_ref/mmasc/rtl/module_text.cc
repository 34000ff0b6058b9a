// SPDX-License-Identifier: Apache-2.0
#include "mmasc/rtl/module_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace mmasc {

std::string ModuleText::wire(const std::string& name, int width) {
  widths_[name] = width;
  text_ += width == 1 ? fmt::format("  wire {};\n", name)
                      : fmt::format("  wire [{}:0] {};\n", width - 1, name);
  return name;
}

void ModuleText::wire_of_id(const std::string& name) {
  text_ += fmt::format("  wire [ID_BITS-1:0] {};\n", name);
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
  lone_instances_.push_back({instance.name(), alone(instance)});
}

void ModuleText::add(const Instance& instance) {
  add_logic(instance);
  int low = 0;
  const auto& payload = instance.payload();
  for (auto wire = payload.rbegin(); wire != payload.rend(); ++wire) {
    sources_[*wire] = {instance.name(), low};
    low += widths_.at(*wire);
  }
  registers_.instances.push_back({instance.name(), low});
}

std::string ModuleText::alone(const Instance& instance) const {
  std::map<std::string_view, const Descriptor*> known;
  for (const auto& [name, descriptor] : descriptors_) known[name] = &descriptor;
  const std::string own = instance.bare_text();
  const auto is_letter = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  std::map<std::string_view, std::string> renamed;
  std::string declarations, text;
  for (auto at = own.begin(); at != own.end();) {
    const auto end = std::find_if_not(at, own.end(), is_letter);
    if (end == at) {
      text += *at++;
      continue;
    }
    const std::string_view word(at, end);
    const auto found = known.find(word);
    if (found == known.end() || text.ends_with('.')) {  // ".C_FORMAT(C_FORMAT)"
      text += word;
    } else {
      const auto [name, is_new] = renamed.try_emplace(word, fmt::format("P{}", renamed.size()));
      if (is_new) declarations += found->second->declaration(name->second);
      text += name->second;
    }
    at = end;
  }
  return fmt::format("module {} #(\n    parameter ID_BITS = 8\n);\n{}{}endmodule\n", kLoneTop,
                     declarations, text);
}

std::string ModuleText::join(const std::vector<Slice>& slices) const {
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
    if (slice->low == 0 && slice->width == widths_.at(slice->vector)) continue;
    const int high = slice->low + slice->width - 1;
    out += slice->width == 1 ? fmt::format("[{}]", high) : fmt::format("[{}:{}]", high, slice->low);
  }
  return merged.size() == 1 ? out : "{" + out + "}";
}

StageRegisters ModuleText::take_registers(const std::vector<Slice>& fields) {
  for (const Slice& field : fields) {
    const Source& source = sources_.at(field.vector);
    const auto at =
        std::ranges::find(registers_.instances, source.instance, &StageRegisters::Instance::name);
    registers_.fields.push_back(
        {static_cast<int>(at - registers_.instances.begin()), source.low + field.low, field.width});
  }
  return std::exchange(registers_, {});
}

}  // namespace mmasc
