// SPDX-License-Identifier: Apache-2.0
#include "mmasc/stimulus/generator.h"

#include <string>

#include "mmasc/arith/random_fill.h"
#include "mmasc/arith/sparsity.h"
#include "mmasc/stimulus/draft.h"
#include "mmasc/stimulus/spread.h"
#include "mmasc/unit/random_elements.h"

namespace mmasc {

Generator::Generator(const Unit& unit, std::uint64_t seed)
    : sequence_(unit),
      edges_(edges_of(sequence_)),
      random_widths_(random_widths(unit)),
      seed_(seed) {
  if (unit.instruction.sparsity) dense_.emplace(dense_unit(unit));
}

Case Generator::make(VectorClass vector_class, std::uint64_t index) const {
  // The class in the topmost bits of the stream: no two classes share a number.
  Random random(seed_, index | static_cast<std::uint64_t>(vector_class) << 56);
  const VectorClassInfo& info = info_of(vector_class);
  Draft draft(dense(), edges_, random);
  append_random(random_widths_, seed_, index, static_cast<std::uint32_t>(vector_class),
                draft.row[Operand::random]);
  (draft.unit().d().is_integer() ? info.draw_integers : info.draw)(draft);
  spread(sequence_.unit(), random, draft.row);
  if (vector_class == VectorClass::random && sequence_.unit().instruction.sparsity) {
    const std::uint64_t mask =
        metadata_format(*sequence_.unit().instruction.sparsity).storage_mask();
    for (auto& element : draft.row[Operand::metadata]) element = random.next() & mask;
  }
  draft.row.name = std::string(info.name) + "/" + std::to_string(index);
  return std::move(draft.row);
}

}  // namespace mmasc
