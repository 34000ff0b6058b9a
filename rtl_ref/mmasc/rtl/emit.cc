// SPDX-License-Identifier: Apache-2.0
#include "mmasc/rtl/emit.h"

#include "mmasc/rtl/emitter.h"
#include "mmasc/rtl/unit_ports.h"
#include "mmasc/unit/embedded.h"

namespace mmasc {

std::span<const EmbeddedFile> rtl_stage_files();

Rtl emit_rtl(const RtlUnit& unit, const std::string& top) {
  Rtl rtl;
  rtl.top = top;
  const auto is_package = [](const EmbeddedFile& file) { return file.name == "mmasc_pkg.sv"; };
  const bool tells_nans_apart = unit.plan.tells_nans_apart();
  const bool raises_flags = unit.plan.raises_flags;
  const auto is_needed = [&](const EmbeddedFile& file) {
    if (file.name == "mmasc_nan_word.sv") return tells_nans_apart;
    if (file.name == "mmasc_operand_classes.sv") return tells_nans_apart || raises_flags;
    if (file.name == "mmasc_quiet_nan.sv" || file.name == "mmasc_status_flags.sv")
      return raises_flags;
    return file.name != "mmasc_beside.sv" || tells_nans_apart || raises_flags ||
           !unit.plan.random_bits.empty();
  };
  const auto stages = rtl_stage_files();
  for (const bool package : {true, false})
    for (const EmbeddedFile& file : stages)
      if (is_package(file) == package && is_needed(file))
        rtl.files.push_back({std::string(file.name), std::string(file.text)});
  Emitter emitter(unit, top);
  rtl.files.push_back({top + ".sv", emitter.text()});
  rtl.stages = emitter.registers();
  rtl.segments = emitter.segments();
  rtl.fields = emitter.fields();
  rtl.widths = emitter.widths();
  rtl.operands = operands_with_ports(unit);
  rtl.word_bits = unit.plan.word_bits;
  return rtl;
}

}  // namespace mmasc
