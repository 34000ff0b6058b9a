// SPDX-License-Identifier: Apache-2.0
#include "mmasc/pipeline/unit_array.h"

namespace mmasc {
namespace {

class ModuleArray final : public UnitArray {
 public:
  ModuleArray(const std::string& name, const Sequence& sequence, const Plan& plan, int units,
              ClockPorts& parent, const MakeUnit& make)
      : UnitArray(name), sequence_(sequence) {
    for (int unit = 0; unit < units; ++unit)
      units_.push_back(std::make_unique<Wired>(this->name(unit), plan, parent, make));
  }

  std::optional<Tagged<Result>> result(int unit) const override {
    const Wired& wired = at(unit);
    if (!wired.result.valid.read()) return std::nullopt;
    return wired.result.data.read();
  }
  void clock() override {
    for (const auto& wired : units_) {
      wired->result.ready.write(true);
      wired->operands.valid.write(false);
    }
  }
  void offer(int unit, std::uint64_t id, int step, const DotOperands& in,
             std::uint64_t chained) override {
    Wired& wired = at(unit);
    wired.operands.valid.write(true);
    wired.operands.data.write({id, step < sequence_.steps() ? sequence_.step(step, in, chained)
                                                            : sequence_.late_c(in, chained)});
  }
  void reset() override {
    for (const auto& wired : units_) wired->operands.valid.write(false);
  }
  std::vector<RegisterView> registers(int unit) const override {
    return at(unit).unit->registers();
  }

 private:
  struct Wired {
    Wired(const std::string& name, const Plan& plan, ClockPorts& parent, const MakeUnit& make)
        : operands(name + "_operands"), result(name + "_result"), unit(make(name.c_str(), plan)) {
      unit->forward_clock(parent);
      unit->bind_input(operands);
      unit->bind_output(result);
    }
    Link<Operands> operands;
    Link<Result> result;
    std::unique_ptr<DotProductUnit> unit;
  };

  Wired& at(int unit) const { return *units_[static_cast<std::size_t>(unit)]; }

  const Sequence& sequence_;
  std::vector<std::unique_ptr<Wired>> units_;
};

}  // namespace

std::unique_ptr<UnitArray> make_module_array(const std::string& name, const Sequence& sequence,
                                             const Plan& plan, int units, ClockPorts& parent,
                                             const MakeUnit& make) {
  return std::make_unique<ModuleArray>(name, sequence, plan, units, parent, make);
}

}  // namespace mmasc
