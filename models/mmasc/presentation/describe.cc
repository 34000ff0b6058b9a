// SPDX-License-Identifier: Apache-2.0
#include "mmasc/presentation/describe.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/unit/names.h"
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

}  // namespace

std::string formats_text(const Unit& unit) {
  const Instruction& row = unit.instruction;
  const auto scale =
      row.scale ? fmt::format(" scaled by {}/{}", row.scale->format->name, row.scale->block)
                : std::string();
  return fmt::format("{}{} * {}{} + {} -> {}", sparsity_text(row), row.a->name, row.b->name, scale,
                     row.c->name, unit.d().name);
}

std::string evidence_kind(const Instruction& row) {
  if (row.evidence.empty()) return "none";
  const auto strongest = std::ranges::min(row.evidence, {}, &Evidence::kind);  // declared in order
  return std::string(enum_name(strongest.kind));
}

std::string undecided_text(const Undecided& question) {
  return fmt::format("{}; --set {} ({})", question.what, fmt::join(question.set, " --set "),
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
  json["formats"] = {
      {"a", row.a->name}, {"b", row.b->name}, {"c", row.c->name}, {"d", unit.d().name}};
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
