// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/engine.h"

#include "mmasc/unit/error.h"
#include "mmasc/unit/operand_layout.h"
#include "mmasc/unit/unit_argument.h"

namespace mmasc {

void check(const Unit& unit, const DotBatch& batch) {
  const OperandLayout layout = layout_of(unit);
  const std::size_t n = batch.size();
  for (const OperandRow& row : kInputs) {
    const std::size_t size = batch[row.operand].size();
    const auto each = static_cast<std::size_t>(layout[row.operand].count);
    if (each == 0 ? size != 0 : size % each != 0 || size / each != n)
      throw InputError(std::string(row.name) + " has " + std::to_string(size) + " elements; " +
                       std::to_string(n) + " of d take " + std::to_string(each) + " each, " +
                       std::string(each == 0 ? row.lacks : row.what));
  }
  if (batch.flags.empty()) return;
  if (!raises_flags(unit)) throw InputError(unit.instruction.id + " raises no flags; ask for none");
  if (batch.flags.size() != n)
    throw InputError("flags has " + std::to_string(batch.flags.size()) + " elements, and d " +
                     std::to_string(n) + "; give as many");
}

void Engine::dot(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                 std::span<const std::uint64_t> c, std::span<std::uint64_t> d) const {
  const DotBatch batch({{Operand::a, a}, {Operand::b, b}, {Operand::c, c}}, d);
  check(unit(), batch);
  dot(batch);
}

std::vector<std::string> engine_names(EngineList engines) {
  std::vector<std::string> names;
  for (const EngineRow& row : engines)
    if (row.make != nullptr) names.emplace_back(row.name);
  return names;
}

std::string EngineRow::title() const {
  const std::string_view word = given.empty() ? takes : given;
  return std::string(name) + (word.empty() ? "" : ":" + std::string(word));
}

std::string EngineRow::as_typed() const {
  if (given.empty()) return title();
  std::string text = shell_word(title());
  if (patience != kPatience) text += " --patience " + std::to_string(patience.count());
  return text;
}

std::unique_ptr<Engine> EngineRow::engine_of(const Unit& unit) const {
  if (make_waiting != nullptr) return make_waiting(unit, given, patience);
  return make_of != nullptr ? make_of(unit, given) : make(unit);
}

EngineRow find_engine(EngineList engines, std::string_view name) {
  std::string names;
  for (const EngineRow& row : engines) {
    if (!row.is_there()) continue;
    if (row.takes.empty() && row.name == name) return row;
    if (!row.takes.empty() && name.size() > row.name.size() + 1 && name.starts_with(row.name) &&
        name[row.name.size()] == ':') {
      EngineRow found = row;
      found.given = name.substr(row.name.size() + 1);
      return found;
    }
    names += (names.empty() ? "" : ", ") + row.title();
  }
  throw InputError("unknown engine \"" + std::string(name) + "\"; one of " + names);
}

std::unique_ptr<Engine> make_engine(EngineList engines, std::string_view name, const Unit& unit,
                                    std::chrono::seconds patience) {
  EngineRow row = find_engine(engines, name);
  row.patience = patience;
  return row.engine_of(unit);
}

}  // namespace mmasc
