// SPDX-License-Identifier: Apache-2.0
// A library that computes every unit of the catalogue, and with random bits where there are some:
// all kinds of operands arrive in it.
#include <stdexcept>

#include "mmasc/arith/engine.h"
#include "mmasc/black_box.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/operand_layout.h"

namespace {

struct Box {
  const mmasc_box_unit& asked;
  std::unique_ptr<mmasc::Engine> engine;
};

void check_bits(const mmasc::OperandElements& operand, std::span<const std::uint64_t> elements) {
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const int bits = operand.bits_of(static_cast<int>(i) % operand.count);
    if (bits < 64 && elements[i] >> bits != 0) throw std::invalid_argument("bits above the format");
  }
}

}  // namespace

const char* mmasc_box_open(const mmasc_box_unit* unit, void** box) {
  mmasc::Unit row = mmasc::catalog().find(unit->id);
  if (unit->random > 0) row = row.with("result.rounding", MMASC_STOCHASTIC);
  if (to_text(layout_of(row)) != unit->formats) return "other formats";
  *box = new Box{*unit, make_reference_engine(row)};
  return nullptr;
}

const char* mmasc_box_dot(void* box, const mmasc_box_batch* batch) {
  const auto& [asked, engine] = *static_cast<const Box*>(box);
  const std::size_t n = batch->size;
  using enum mmasc::Operand;
  const mmasc::DotBatch all({{a, {batch->a, n * asked.a}},
                             {b, {batch->b, n * asked.b}},
                             {c, {batch->c, n * asked.c}},
                             {sa, {batch->sa, n * asked.sa}},
                             {sb, {batch->sb, n * asked.sb}},
                             {st, {batch->st, n * asked.st}},
                             {metadata, {batch->metadata, n * asked.metadata}},
                             {random, {batch->random, n * asked.random}}},
                            {batch->d, n});
  const mmasc::OperandLayout layout = layout_of(engine->unit());
  for (const mmasc::OperandRow& row : mmasc::kInputs)
    if (layout.has(row.operand)) check_bits(layout[row.operand], all[row.operand]);
  check(engine->unit(), all);
  engine->dot(all);
  return nullptr;
}

void mmasc_box_close(void* box) { delete static_cast<Box*>(box); }
