// SPDX-License-Identifier: Apache-2.0
// A constraint on operands as it is typed, of units of each kind: refused with an InputError that
// points into the text; or it holds where no part of it is violated, and what is mended holds it.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "mmasc/stimulus/where.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "require.h"
#include "where_input.h"

namespace mmasc::fuzz {
namespace {

void require_points_into(std::string_view text, const std::string& error) {
  constexpr std::string_view kColumn = "--where: column ";
  if (error.starts_with("--where: has ")) return;
  require(error.starts_with(kColumn), "an error names its column");
  require(std::stoull(error.substr(kColumn.size())) <= text.size() + 1, "it points into the text");
}

void try_text(std::uint8_t number, std::string_view text) {
  static const auto generators = [] {
    std::vector<Generator> all;
    for (const char* id : kWhereUnits) all.emplace_back(catalog().find(id), 1);
    return all;
  }();
  const Generator& generator = generators[number % generators.size()];
  const OperandLayout layout = layout_of(generator.sequence().unit());
  try {
    const Where where({std::string(text)}, layout);
    const OperandConstraint constraint(text, layout);
    for (const VectorClass of : {VectorClass::random, VectorClass::normal}) {
      Case row = generator.make(of, number);
      bool violated = false;
      for (const OperandConstraint::Instance& one : constraint.instances())
        violated |= constraint.distance(one, row) > 0;
      require(where.holds(row) != violated, "it holds where no part is violated");
      Random random(number);
      if (where.mend(row, random, 30)) require(where.holds(row), "what is mended holds it");
    }
  } catch (const InputError& error) {
    require_points_into(text, error.what());
  }
}

}  // namespace
}  // namespace mmasc::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 0) mmasc::fuzz::try_text(data[0], {reinterpret_cast<const char*>(data) + 1, size - 1});
  return 0;
}
