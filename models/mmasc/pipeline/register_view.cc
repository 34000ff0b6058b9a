// SPDX-License-Identifier: Apache-2.0
#include "mmasc/pipeline/register_view.h"

#include "mmasc/arith/payload_fields.h"
#include "mmasc/unit/stage_name.h"

namespace mmasc {
std::vector<RegisterView> registers_of(const Plan& plan) {
  std::vector<RegisterView> views;
  for (const StagePlan& stage : plan.stages)
    for (int rank = 0; rank < stage.registers; ++rank) {
      RegisterView& view = views.emplace_back();
      view.stage = &stage;
      view.rank = rank;
      view.name = stage_name(stage) + ".rank" + std::to_string(rank);
      int low = 0;
      for (const PayloadField& field : payload_fields(plan, stage)) {
        view.fields.push_back({field.name, low, field.width, {}});
        low += field.width;
      }
      view.values = decoded_values(plan, stage);
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
