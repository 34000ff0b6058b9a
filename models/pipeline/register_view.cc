// SPDX-License-Identifier: Apache-2.0
#include "pipeline/register_view.h"

#include "pipeline/fields.h"
#include "spec/stage_name.h"

namespace mmasc {
namespace {

template <class Payload>
std::vector<RegisterView::Field> list_fields(const Plan& plan, const StagePlan& stage) {
  Payload payload;
  shape<Numbers64>(plan, stage, payload);
  std::vector<RegisterView::Field> fields;
  int low = 0;
  visit_fields<Numbers64>(plan, stage, payload, [&](const FieldName& name, int width, const auto&) {
    fields.push_back({name, low, width});
    low += width;
  });
  return fields;
}

// Names and widths are the plan's: those of any number system.
std::vector<RegisterView::Field> fields_after(const Plan& plan, const StagePlan& stage) {
  const bool adds = stage.kind == StageKind::aligner ||
                    (stage.kind == StageKind::adder_tree && !stage.last_tree_level);
  if (stage.last) return list_fields<Result>(plan, stage);
  return adds ? list_fields<Addends<Numbers64>>(plan, stage)
              : list_fields<Terms<Numbers64>>(plan, stage);
}

}  // namespace

std::vector<RegisterView> registers_of(const Plan& plan) {
  std::vector<RegisterView> views;
  for (const StagePlan& stage : plan.stages)
    for (int rank = 0; rank < stage.registers; ++rank) {
      RegisterView& view = views.emplace_back();
      view.stage = &stage;
      view.rank = rank;
      view.name = stage_name(stage) + ".rank" + std::to_string(rank);
      view.fields = fields_after(plan, stage);
    }
  return views;
}

std::string bits_of(const PackedBits& payload, const RegisterView::Field& field) {
  return payload.empty() ? std::string(static_cast<std::size_t>(field.width), 'x')
                         : payload.text(field.low, field.width);
}

std::string hex_of(const PackedBits& payload, const RegisterView::Field& field) {
  std::string text;
  for (int done = 0; done < field.width; done += 4) {
    const auto digit = payload.word(field.low + done, std::min(4, field.width - done));
    text.insert(text.begin(), "0123456789abcdef"[digit]);
  }
  return "0x" + text;
}

}  // namespace mmasc
