// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cosim/verilated_unit.h"

#include <fmt/format.h>

#include "mmasc/cosim/kept_numbers.h"
#include "mmasc/unit/error.h"
#include "mmasc/verilated/unit_model.h"

namespace mmasc {
namespace {

constexpr int kIdBits = 32;

// The bytes of a variable of Verilator's.
constexpr int bytes_of(int width) {
  return width <= 8 ? 1 : width <= 16 ? 2 : (width + 31) / 32 * 4;
}

BitPlace part_of(const BitPlace& whole, int low, int width) {
  return {.base = whole.base, .low = low, .width = width, .bytes = whole.bytes};
}

class VerilatedUnit final : public DotProductUnit {
 public:
  VerilatedUnit(sc_core::sc_module_name name, const Plan& plan,
                const std::vector<StageRegisters>& stages, const UnitLibrary& library,
                std::uint32_t seed, RtlStopped stopped)
      : DotProductUnit(name),
        plan_(plan),
        model_(library, plan, seed),
        stopped_(std::move(stopped)) {
    for (RegisterView& view : registers_of(plan_)) {
      const auto stage = static_cast<std::size_t>(view.stage - plan_.stages.begin());
      connect(view, stages[stage]);
      views_.push_back(std::move(view));
    }
    SC_METHOD(settle);
    sensitive << clk_i.pos() << rst_ni << this->valid_i << this->ready_i << this->data_i;
  }
  SC_HAS_PROCESS(VerilatedUnit);

  const Plan& plan() const override { return plan_; }
  std::vector<RegisterView> registers() const override { return views_; }

 private:
  // A rank of one instance: data_q is { id, payload }.
  struct Rank {
    BitPlace valid, data;
  };

  BitPlace find(const std::string& scope, const char* name) const {
    const unit_abi::Variable variable = model_.find(scope, name);
    return {.base = variable.bits, .width = variable.width, .bytes = bytes_of(variable.width)};
  }

  Rank find_rank(const StageRegisters::Instance& instance, int rank) const {
    std::string scope = instance.name + ".u_registers.g_rank";
    for (int i = 0; i < rank; ++i) scope += ".u_rest.g_rank";
    const Rank found{find(scope, "valid_q"), find(scope, "data_q")};
    if (found.data.width != kIdBits + instance.payload_bits)
      throw InputError(fmt::format("the RTL's {}.data_q has {} bits below the id, not {}", scope,
                                   found.data.width - kIdBits, instance.payload_bits));
    return found;
  }

  void connect(RegisterView& view, const StageRegisters& stage) {
    view.handshakes.clear();
    std::vector<BitPlace> data;
    for (const StageRegisters::Instance& instance : stage.instances) {
      const Rank rank = find_rank(instance, view.rank);
      view.handshakes.push_back({rank.valid, part_of(rank.data, instance.payload_bits, kIdBits)});
      data.push_back(rank.data);
    }
    for (std::size_t f = 0; f < view.fields.size(); ++f) {
      RegisterView::Field& field = view.fields[f];
      if (stage.fields.size() != view.fields.size() || stage.fields[f].width != field.width)
        throw std::logic_error(view.name + "." + field.name + " has no place in the RTL");
      const StageRegisters::Place& place = stage.fields[f];
      field.place = numbers_.number_at(
          part_of(data[static_cast<std::size_t>(place.instance)], place.low, place.width),
          place.form);
    }
  }

  void settle() {
    try {
      drive();
    } catch (const std::exception& error) {
      stopped_(error.what());
    }
  }

  void drive() {
    if (this->data_i.event()) {
      const Tagged<Operands>& in = this->data_i.read();
      model_.offer(static_cast<std::uint32_t>(in.id), in.payload);
    }
    model_.set_handshake(this->valid_i.read(), this->ready_i.read());
    // Its clock falls as soon as the inputs change, where settling costs nothing more.
    const bool rises = clk_i.posedge();
    if (rises && clk_is_high_) model_.settle(false, rst_ni.read());
    const UnitModel::Outputs out = model_.settle(rises, rst_ni.read());
    if (rises) numbers_.update();
    clk_is_high_ = rises;
    this->ready_o.write(out.ready);
    this->valid_o.write(out.valid);
    this->data_o.write({out.id, {out.d, out.flags}});
  }

  const Plan& plan_;
  UnitModel model_;
  RtlStopped stopped_;
  bool clk_is_high_ = false;
  KeptNumbers numbers_;
  std::vector<RegisterView> views_;
};

}  // namespace

std::unique_ptr<DotProductUnit> make_verilated_unit(const char* name, const Plan& plan,
                                                    const std::vector<StageRegisters>& stages,
                                                    const UnitLibrary& library, std::uint32_t seed,
                                                    RtlStopped stopped) {
  if (library.table().sizes != port_sizes(plan))
    throw InputError(library.name() + ": the RTL's ports are not those of the unit");
  return std::make_unique<VerilatedUnit>(name, plan, stages, library, seed, std::move(stopped));
}

}  // namespace mmasc
