// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/payload_fields.h"

namespace mmasc {
namespace {

// Names and widths are the plan's: those of any number system.
template <class Payload>
std::vector<PayloadField> fields_of(const Plan& plan, const StagePlan& stage) {
  Payload payload;
  shape<Numbers64>(plan, stage, payload);
  std::vector<PayloadField> fields;
  visit_fields<Numbers64>(plan, stage, payload, [&](const FieldName& name, int width, const auto&) {
    fields.push_back({name, width});
  });
  return fields;
}

}  // namespace

std::vector<PayloadField> payload_fields(const Plan& plan, const StagePlan& stage) {
  const bool adds = stage.kind == StageKind::aligner ||
                    (stage.kind == StageKind::adder_tree && !stage.last_tree_level);
  if (stage.last) return fields_of<Result>(plan, stage);
  return adds ? fields_of<Addends<Numbers64>>(plan, stage)
              : fields_of<Terms<Numbers64>>(plan, stage);
}

}  // namespace mmasc
