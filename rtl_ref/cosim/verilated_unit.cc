// SPDX-License-Identifier: Apache-2.0
#include "rtl_ref/cosim/verilated_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "rtl_ref/verilated/unit_model.h"
#include "spec/error.h"

namespace mmasc {
namespace {

constexpr int kIdBits = 32;

// A variable of the model's, as it stands when it is asked.
class Probe {
 public:
  explicit Probe(const unit_abi::Variable& variable) : variable_(variable) {}

  int width() const { return variable_.width; }
  void read(PackedBits& to) const {
    static_assert(std::endian::native == std::endian::little);
    for (int low = 0; low < width(); low += 64) {
      const int part = std::min(width() - low, 64);
      std::uint64_t word = 0;
      std::memcpy(&word, static_cast<const char*>(variable_.bits) + low / 8,
                  static_cast<std::size_t>(part + 7) / 8);
      to.append(word, part);
    }
  }

 private:
  unit_abi::Variable variable_;
};

// A rank of one instance: data_q is { id, payload }.
struct Rank {
  bool is_valid() const {
    PackedBits bits;
    valid.read(bits);
    return bits.bit(0);
  }
  std::uint64_t id() const {
    PackedBits bits;
    data.read(bits);
    return bits.word(payload_bits, kIdBits);
  }

  Probe valid, data;
  int payload_bits;
};

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
    sensitive << clk_i << rst_ni << this->valid_i << this->ready_i << this->data_i;
  }
  SC_HAS_PROCESS(VerilatedUnit);

  const Plan& plan() const override { return plan_; }
  std::vector<RegisterView> registers() const override { return views_; }

 private:
  Rank find_rank(const StageRegisters::Instance& instance, int rank) const {
    std::string scope = instance.name + ".u_registers.g_rank";
    for (int i = 0; i < rank; ++i) scope += ".u_rest.g_rank";
    const Rank found{Probe(model_.find(scope, "valid_q")), Probe(model_.find(scope, "data_q")),
                     instance.payload_bits};
    if (found.data.width() != kIdBits + instance.payload_bits)
      throw InputError(fmt::format("the RTL's {}.data_q has {} bits below the id, not {}", scope,
                                   found.data.width() - kIdBits, instance.payload_bits));
    return found;
  }

  void connect(RegisterView& view, const StageRegisters& stage) const {
    std::vector<Rank> ranks;
    for (const StageRegisters::Instance& instance : stage.instances)
      ranks.push_back(find_rank(instance, view.rank));
    for (std::size_t f = 0; f < view.fields.size(); ++f)
      if (stage.fields.size() != view.fields.size() ||
          stage.fields[f].width != view.fields[f].width)
        throw std::logic_error(view.name + "." + view.fields[f].name + " has no place in the RTL");
    view.registers = static_cast<int>(ranks.size());
    view.valid_q = [ranks](int index) { return ranks[static_cast<std::size_t>(index)].is_valid(); };
    view.id_q = [ranks](int index) { return ranks[static_cast<std::size_t>(index)].id(); };
    view.payload_q = [ranks, places = stage.fields,
                      held = std::vector<PackedBits>(ranks.size())](PackedBits& to) mutable {
      for (std::size_t i = 0; i < ranks.size(); ++i) {
        held[i].clear();
        ranks[i].data.read(held[i]);
      }
      for (const StageRegisters::Place& place : places)
        to.append(held[static_cast<std::size_t>(place.instance)], place.low, place.width);
    };
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
    const UnitModel::Outputs out = model_.settle(clk_i.read(), rst_ni.read());
    this->ready_o.write(out.ready);
    this->valid_o.write(out.valid);
    this->data_o.write({out.id, {out.d}});
  }

  const Plan& plan_;
  UnitModel model_;
  RtlStopped stopped_;
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
