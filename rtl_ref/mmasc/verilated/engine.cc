// SPDX-License-Identifier: Apache-2.0
#include "mmasc/verilated/engine.h"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <stdexcept>

#include "mmasc/arith/batch_view.h"
#include "mmasc/verilated/unit_model.h"

namespace mmasc {
namespace {

constexpr int kCyclesToHang = 1000;  // without a transfer, beyond the latency

// Operations back to back through one unit, whose ids are their places.
void run(const UnitLibrary& library, const RtlUnit& unit, const DotBatch& batch,
         const std::function<Operands(std::size_t)>& operands) {
  UnitModel model(library, unit);
  const std::span<std::uint64_t> d = batch.d;
  int idle = 0;
  for (std::size_t offered = 0, done = 0; done < d.size();) {
    if (!model.offers() && offered < d.size()) {
      model.offer(static_cast<std::uint32_t>(offered), operands(offered));
      ++offered;
    }
    const bool offers = model.offers();
    const UnitModel::Outputs out = model.cycle();
    if (out.valid) {
      if (out.id != static_cast<std::uint32_t>(done))
        throw std::logic_error(fmt::format("{}: id {} comes out where {} was to come",
                                           library.name(), out.id,
                                           static_cast<std::uint32_t>(done)));
      if (!batch.flags.empty()) batch.flags[done] = out.flags;
      d[done++] = out.d;
    }
    idle = out.valid || (offers && out.ready) ? 0 : idle + 1;
    if (idle > unit.plan.latency() + kCyclesToHang)
      throw std::logic_error(
          fmt::format("{}: {} of {} results, then no more", library.name(), done, d.size()));
  }
}

class RtlEngine final : public Engine {
 public:
  explicit RtlEngine(const Unit& unit) : sequence_(unit) {
    const Cache cache(default_cache_folder());
    const std::string& name = unit.instruction.id;
    step_.emplace(emit_rtl(sequence_.plan(), kUnitTop), name, cache);
    if (const Plan* const late_c = sequence_.late_c_plan())
      late_c_.emplace(emit_rtl(*late_c, late_c_top(kUnitTop)), name + ", the late C", cache);
  }

  std::string_view name() const override { return "rtl"; }
  const Unit& unit() const override { return sequence_.unit(); }
  bool gives_flags() const override { return raises_flags(unit()); }

  void dot(const DotBatch& batch) const override {
    const auto inputs = [&](std::size_t i) { return operation(batch, i); };
    for (int step = 0; step < sequence_.steps(); ++step)
      run(*step_, sequence_.plan(), batch,
          [&](std::size_t i) { return sequence_.step(step, inputs(i), batch.d[i]); });
    if (late_c_)
      run(*late_c_, *sequence_.late_c_plan(), batch,
          [&](std::size_t i) { return sequence_.late_c(inputs(i), batch.d[i]); });
  }

 private:
  Sequence sequence_;
  std::optional<UnitLibrary> step_, late_c_;
};

}  // namespace

std::unique_ptr<Engine> make_rtl_engine(const Unit& unit) {
  refuse_own_stages(unit);
  return std::make_unique<RtlEngine>(unit);
}

}  // namespace mmasc
