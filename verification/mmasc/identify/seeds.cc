// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/seeds.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/identify/judge.h"
#include "mmasc/identify/sum_of.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/formats.h"

namespace mmasc::identify {
namespace {

// The box's operands under another datapath and program.
Unit on_operands_of(const Unit& box, const Unit& other) {
  Unit unit = box;
  const std::string name = box.datapath.name;
  unit.datapath = other.datapath;
  unit.datapath.name = name;
  unit.datapath.undecided.clear();
  ResultRow& result = unit.datapath.result;
  if (*result.format != box.d()) {
    result.format = &box.d();
    result.nan.reset();
    result.factor_nan.reset();
    if (result.significand_fraction > box.d().fraction_bits) result.significand_fraction.reset();
  }
  unit.instruction.order = other.instruction.order;
  unit.instruction.late_c = other.instruction.late_c;
  unit.instruction.widen = other.instruction.widen;
  unit.instruction.widen_c = other.instruction.widen_c;
  return unit;
}

class Seeds {
 public:
  explicit Seeds(const Unit& box) : box_(box) {}

  void add(const Unit& like, const std::string& of, bool is_of_catalogue = false) {
    Unit unit = on_operands_of(box_, like);
    if (std::ranges::any_of(all_, [&](const Seed& other) {
          return other.unit.datapath == unit.datapath && other.unit.instruction == unit.instruction;
        }))
      return;
    if (sequence_of(unit)) all_.push_back({std::move(unit), of, is_of_catalogue});
  }
  // With as many lanes as a step may have.
  void add_lanes(Unit like, const std::string& of) {
    for (int lanes = std::min(box_.products(), kMaxLanes); lanes >= 1; lanes /= 2) {
      if (box_.products() % lanes != 0) continue;
      like.datapath.lanes = lanes;
      add(like, of);
    }
  }
  std::vector<Seed> take() && { return std::move(all_); }

 private:
  const Unit& box_;
  std::vector<Seed> all_;
};

Unit with_sums(const Unit& box, std::vector<SumRow> sums) {
  Unit unit = box;
  Datapath row;
  row.name = box.datapath.name;
  row.lanes = std::min(box.products(), kMaxLanes);
  row.sums = std::move(sums);
  row.result = box.datapath.result;
  unit.datapath = std::move(row);
  unit.instruction.order = {};
  unit.instruction.late_c.reset();
  return unit;
}

// The format of the same fraction with the widest exponent: a rounded sum that hardly overflows.
const Format* wide(const Format& format) {
  return find_format(fmt::format("e{}m{}", kMaxExponentBits, format.fraction_bits));
}

// c and products in one sum, or the sums of products first: rounded or not, exact or cut.
void add_plain(const Unit& box, Seeds& seeds) {
  const auto add = [&](std::vector<SumRow> sums, const char* of) {
    seeds.add_lanes(with_sums(box, std::move(sums)), of);
  };
  const TermRow c = term_of("c"), products = term_of("products");
  SumRow dot = sum_of("dot", {products}), accumulate = sum_of("accumulate", {term_of("dot"), c});
  SumRow fused = sum_of("dot", {products, c});
  add({fused}, "an exact fused sum");
  add({dot, accumulate}, "an exact sum of products, then c");
  if (box.d().is_integer()) return;
  const FractionBits cut = box.d().fraction_bits + 1;
  dot.fraction_bits = fused.fraction_bits = cut;
  add({fused}, "a fused sum");
  add({dot, accumulate}, "a fused sum of products, then c");
  accumulate.fraction_bits = cut;
  add({dot, accumulate}, "a fused sum of products, then one with c");
  SumRow chain = sum_of("chain", {c, products});
  chain.shape = Shape::sequential;
  for (const Format* format : {&box.d(), &box.c(), wide(box.d())}) {
    chain.round_to = dot.round_to = format;
    if (format == nullptr) continue;
    add({chain}, "a chain of multiply-adds");
    for (const Shape shape : {Shape::fused, Shape::pairwise, Shape::sequential})
      for (const FractionBits& bits : {FractionBits(), cut})
        for (const FractionBits& later : {FractionBits(), cut}) {
          dot.shape = shape;
          dot.fraction_bits = bits;
          accumulate.fraction_bits = later;
          add({dot, accumulate}, "rounded sums of products, then c");
        }
  }
}

}  // namespace

std::vector<Seed> plain_seeds(const Unit& box) {
  Seeds seeds(box);
  add_plain(box, seeds);
  return std::move(seeds).take();
}

std::vector<Seed> known_seeds(const Unit& box) {
  Seeds seeds(box);
  // With c where the row's own instruction adds it, then at the other end of the chain.
  for (const bool turned : {false, true})
    for (const Unit& unit : catalog().units())
      if (unit.d().is_integer() == box.d().is_integer()) {
        Unit like = unit;
        like.datapath.lanes = std::min(like.datapath.lanes, std::max(1, box.products()));
        std::optional<LateC>& late_c = like.instruction.late_c;
        std::string of = unit.datapath.name;
        if (turned) {
          late_c = late_c ? std::nullopt : std::optional(LateC{});
          of += late_c ? ", c last" : ", c first";
        }
        seeds.add(like, of, true);
      }
  add_plain(box, seeds);
  return std::move(seeds).take();
}

}  // namespace mmasc::identify
