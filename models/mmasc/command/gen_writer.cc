// SPDX-License-Identifier: Apache-2.0
#include "mmasc/command/gen_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/command/vector_header.h"
#include "mmasc/command/version.h"
#include "mmasc/presentation/json.h"
#include "mmasc/stimulus/memory_image.h"
#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/unit/error.h"

namespace mmasc {

// How vectors are written, one after the other.
struct WrittenLayout {
  std::string_view name;
  std::string (*header)(const VectorFile& file, std::uint64_t count);
  std::string (*line)(const VectorFile& file, const Case& row);
};
namespace {

// How the vectors can be made again.
std::string provenance_of(const GenOptions& options) {
  std::string text = fmt::format("{}, gen --class {} --count {} --seed {}", version_name(),
                                 options.vector_class, options.count, options.seed);
  for (const std::string& where : options.where) text += " --where " + shell_word(where);
  if (options.until_covered) text += fmt::format(" --until-covered --tries {}", options.tries);
  if (options.crosses) text += " --cross";
  for (const std::string& change : options.unit.changes) text += " --set " + change;
  return text + (options.without_d ? ", stimulus without d" : ", d by " + options.engine.name);
}

// One object a line.
std::string to_json_line(const VectorFile& file, const Case& row) {
  Json json;
  json["unit"] = file.instruction;
  json["case"] = row.name;
  add_operands(json, file.layout, row);
  if (file.has_d) json["d"] = to_hex(row.d(), *file.layout.format[Operand::d]);
  if (file.has_flags) json["flags"] = fmt::format("{:02x}", row.flags);
  return json.dump() + "\n";
}

constexpr WrittenLayout kLayouts[] = {
    {"vec", header_text, case_text},
    {"hex", memory_image_header, memory_image_word},
    {"jsonl", [](const VectorFile&, std::uint64_t) { return std::string(); }, to_json_line},
};

const WrittenLayout& layout_named(const std::string& name) {
  const auto found = std::ranges::find(kLayouts, name, &WrittenLayout::name);
  if (found != std::end(kLayouts)) return *found;
  throw InputError(fmt::format("--format: {} is none of vec, hex, jsonl", name));
}

}  // namespace

std::vector<VectorClass> classes_named(const std::string& name) {
  if (name == "all") return {kDefaultClasses.begin(), kDefaultClasses.end()};
  if (const VectorClassInfo* info = find_vector_class(name)) return {info->value};
  std::string known;
  for (const VectorClassInfo& info : kVectorClasses) known += fmt::format("{}, ", info.name);
  throw InputError(fmt::format("--class: {} is no class; one of {}all", name, known));
}

VectorWriter::VectorWriter(const Unit& unit, const GenOptions& options)
    : layout_(layout_named(options.format)),
      engine_(make_engine(options.engine, unit)),
      file_(vector_file_of(unit, options.unit, provenance_of(options))) {
  file_.has_d = !options.without_d;
  file_.has_flags = file_.has_d && engine_->gives_flags();
  if (!options.output.empty()) output_.emplace(options.output);
  holds_back_ = !options.where.empty();
}

void VectorWriter::begin(std::uint64_t count) { put(layout_.header(file_, count)); }

void VectorWriter::write(std::span<Case> cases) {
  if (file_.has_d) {
    PackedCases packed(cases);
    packed.evaluate(*engine_);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      cases[i].d() = packed.d[i];
      if (file_.has_flags) cases[i].flags = packed.flags[i];
    }
  }
  std::string text;
  for (const Case& row : cases) text += layout_.line(file_, row);
  put(text);
}

void VectorWriter::commit(AtomicFile* other) {
  std::vector<AtomicFile*> files;
  if (output_) files.push_back(&*output_);
  fmt::print("{}", held_back_);
  held_back_.clear();
  if (other != nullptr) files.push_back(other);
  commit_together(files);
}

void VectorWriter::put(const std::string& text) {
  if (output_)
    output_->write(text);
  else if (holds_back_)
    held_back_ += text;
  else
    fmt::print("{}", text);
}

namespace {

WriteCovering g_write_covering = nullptr;

}  // namespace

WriteCovering write_covering() { return g_write_covering; }
RegisteredCovering::RegisteredCovering(WriteCovering write) { g_write_covering = write; }

}  // namespace mmasc
