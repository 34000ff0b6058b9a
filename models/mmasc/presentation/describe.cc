// SPDX-License-Identifier: Apache-2.0
#include "mmasc/presentation/describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "mmasc/unit/names.h"
#include "mmasc/unit/operand_layout.h"
#include "mmasc/unit/write.h"

namespace mmasc {

std::string counted(long long count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string shape_text(const TileShape& shape) {
  return fmt::format("m{} n{} k{}{}", shape.m, sizes_text(shape.n), shape.k,
                     shape.blocks > 1 ? fmt::format(" x{}", shape.blocks) : "");
}

namespace {

// "2:4 sparse ", as the formats are read; with pairs "2:4 sparse by groups of 2 ".
std::string sparsity_text(const Instruction& row) {
  if (!row.sparsity) return {};
  const auto& [keep, of, together] = *row.sparsity;
  const std::string groups = together == 1 ? "" : fmt::format(" by groups of {}", together);
  return fmt::format("{}:{} sparse{} ", keep, of, groups);
}

// " scaled by ue4m3/16": a format, and how many elements along K share a scale; those of one key in
// the line `formats` once.
std::string scales_text(const Unit& unit) {
  const OperandLayout layout = layout_but_random(unit);
  std::string text;
  std::string_view last;
  for (const Operand scale : kScales) {
    const OperandRow& row = row_of(scale);
    if (!layout.has(scale) || row.format == last) continue;
    last = row.format;
    text += fmt::format("{} {}", text.empty() ? " scaled by" : " and", layout.format[scale]->name);
    if (row.along != Along::whole)
      text += fmt::format("/{}", unit.instruction.shape.k / layout[scale].count);
  }
  return text;
}

}  // namespace

std::string formats_text(const Unit& unit) {
  const Instruction& row = unit.instruction;
  return fmt::format("{}{} * {}{} + {} -> {}", sparsity_text(row), row.a->name, row.b->name,
                     scales_text(unit), row.c->name, unit.d().name);
}

std::string evidence_kind(const Instruction& row) {
  if (row.evidence.empty()) return "none";
  const auto strongest = std::ranges::min(row.evidence, {}, &Evidence::kind);  // declared in order
  return std::string(enum_name(strongest.kind));
}

std::string undecided_text(const Undecided& question) {
  return fmt::format("{}; {} ({})", question.what,
                     question.is_expressed()
                         ? fmt::format("--set {}", fmt::join(question.set, " --set "))
                         : "no field expresses the other reading",
                     question.source);
}

Json json_unit(const Unit& unit) {
  const Instruction& row = unit.instruction;
  Json json{{"id", row.id}, {"mnemonic", row.mnemonic}, {"sass", row.sass}};
  json["shape"] = {
      {"m", row.shape.m},
      {"n", {{"min", row.shape.n.min}, {"max", row.shape.n.max}, {"step", row.shape.n.step}}},
      {"k", row.shape.k},
      {"blocks", row.shape.blocks}};
  if (row.shape.n.narrow_max != 0) {
    json["shape"]["n"]["narrow_max"] = row.shape.n.narrow_max;
    json["shape"]["n"]["wide_step"] = row.shape.n.wide_step;
  }
  const OperandLayout layout = layout_but_random(unit);
  for (const OperandRow& operand : kOperands)
    if (const Format* const format = layout.format[operand.operand])
      json["formats"][operand.format] = format->name;
  if (row.scale) json["scale"] = {{"format", row.scale->format->name}, {"block", row.scale->block}};
  if (row.sparsity)
    json["sparsity"] = {
        {"keep", row.sparsity->keep},
        {"of", row.sparsity->of},
        {"together", row.sparsity->together},
        {"products", unit.products()},
        {"metadata",
         {{"format", metadata_format(*row.sparsity).name}, {"elements", unit.metadata()}}}};
  json["datapath"] = unit.datapath.name;
  json["evidence"] = Json::array();
  for (const Evidence& evidence : row.evidence)
    json["evidence"].push_back(
        {{"kind", enum_name(evidence.kind)}, {"source", evidence.source}, {"what", evidence.what}});
  json["undecided"] = Json::array();
  for (const Undecided& question : unit.undecided())
    json["undecided"].push_back(
        {{"what", question.what}, {"set", question.set}, {"source", question.source}});
  return json;
}

}  // namespace mmasc
