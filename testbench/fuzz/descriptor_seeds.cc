// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "mmasc/accelerator_core/job.h"
#include "seeds.h"

namespace mmasc::fuzz {
namespace {

using namespace mmasc::tlm;

std::string bytes_of(const Descriptor& descriptor) {
  const auto bytes = encode(descriptor);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

// A small valid job of every kind, with and without C, in every layout that can be.
std::vector<std::string> descriptor_seeds() {
  std::set<std::string> seeds;  // units of another m are the same
  for (std::size_t kind = 1; kind < kKinds.size(); ++kind)
    for (const Unit* unit : catalogue_units().of_kind(kKinds[kind]))
      for (std::uint64_t layout = 0; layout < kLayouts.size(); ++layout)
        for (const std::uint64_t use_c : {0U, 1U}) {
          const auto fields = fields_of(kKinds[kind], *unit, 128, 16);
          if (!fields || fields->a_format != fields->b_format) continue;
          Descriptor x;
          x.kind = kind;
          x.instruction = encode_instruction(kKinds[kind], *fields);
          x.m_tiles = x.n_tiles = x.group = 1;
          x.k_tiles = x.stages = 2;
          x.tile_k = 4;
          x.use_c = use_c;
          for (std::size_t i = 0; i < kSlots.size(); ++i) {
            const Operand name = kSlots[i].operand;
            const bool is_scale = row_of(name).scales;
            const bool is_metadata = i == slot_of(Operand::metadata) && fields->sparse != 0;
            if (is_scale && kKinds[kind].scale_block == 0 && !is_metadata) continue;
            if (name == Operand::c && use_c == 0) continue;
            x.slots[i].address = 0x10'0000 * (i + 1);
            x.slots[i].stride = 0x2000;
            x.slots[i].layout = i < 2 ? layout : is_metadata ? 1 : is_scale ? 6 : 0;
          }
          const auto result = validate(x, catalogue_units());
          if (std::holds_alternative<Job>(result)) seeds.insert(bytes_of(x));
        }
  return {seeds.begin(), seeds.end()};
}

}  // namespace mmasc::fuzz
