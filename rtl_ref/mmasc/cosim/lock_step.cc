// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cosim/lock_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <sstream>

#include "mmasc/cosim/stall_phases.h"
#include "mmasc/cosim/verilated_unit.h"
#include "mmasc/cosim/word_pairs.h"
#include "mmasc/pipeline/child_process.h"
#include "mmasc/pipeline/dot_product_unit.h"
#include "mmasc/pipeline/gtkwave.h"
#include "mmasc/pipeline/simulate.h"
#include "mmasc/pipeline/vcd.h"

namespace mmasc {
namespace {

using sc_core::SC_NS;

constexpr std::uint64_t kProgressCycles = 10'000;

// One of the two, with the wires around it.
struct Side {
  explicit Side(const std::string& name) : input(name + "_input"), output(name + "_output") {}

  void connect(sc_core::sc_clock& clk, sc_core::sc_signal<bool>& rst_n) {
    unit->clk_i(clk);
    unit->rst_ni(rst_n);
    unit->bind_input(input);
    unit->bind_output(output);
    registers = unit->registers();
  }

  Link<Operands> input;
  Link<Result> output;
  std::unique_ptr<DotProductUnit> unit;
  std::vector<RegisterView> registers;
};

class LockStep : public sc_core::sc_module {
 public:
  LockStep(sc_core::sc_module_name name, const LockStepSubject& subject,
           const LockStepOptions& options, LockStepProgress progress, bool goes_on)
      : sc_module(name),
        subject_(subject),
        options_(options),
        progress_(std::move(progress)),
        goes_on_(goes_on),
        random_(options.seed),
        reset_random_(~options.seed),
        of_offers_(options.stall_percent, 2),
        of_takes_(options.stall_percent, 0),
        next_operation_(options.first_operation) {
    model_.unit = make_dot_product_unit("model", subject.plan, subject.own_stages);
    rtl_.unit = make_verilated_unit("rtl", subject.plan, subject.stages, subject.library,
                                    static_cast<std::uint32_t>(options.seed),
                                    [this](const std::string& why) {
                                      report.stopped = why;
                                      sc_core::sc_stop();
                                    });
    model_.connect(clk, rst_n_);
    rtl_.connect(clk, rst_n_);
    report.registers = model_.registers.size();
    for (std::size_t r = 0; r < model_.registers.size(); ++r)
      contents_.push_back(pair_up(model_.registers[r], rtl_.registers[r]));
    SC_THREAD(drive_reset);
    SC_METHOD(drive);
    sensitive << clk.posedge_event();
    dont_initialize();
    SC_METHOD(compare);  // half a cycle later all has settled
    sensitive << clk.negedge_event();
    dont_initialize();
  }
  SC_HAS_PROCESS(LockStep);

  // The registers of both, named "model.aligner_0.rank0" and "rtl.aligner_0.rank0".
  std::vector<RegisterView> registers() const {
    std::vector<RegisterView> all;
    for (const Side* side : {&model_, &rtl_})
      for (RegisterView view : side->registers) {
        view.name = std::string(side->unit->basename()) + "." + view.name;
        all.push_back(std::move(view));
      }
    return all;
  }

  sc_core::sc_clock clk{"clk", 1, SC_NS, 0.5, 1, SC_NS};
  LockStepReport report;

 private:
  // Between two edges: a pulse that no edge sees, or a few cycles long. Before it there is time for
  // the unit to fill.
  void drive_reset() {
    for (std::uint64_t cycle = 0; cycle < kResetCycles; ++cycle) wait(clk.posedge_event());
    rst_n_.write(true);
    for (;;) {
      constexpr std::uint64_t kLeast = 400, kSpread = 800, kMostCycles = 4;
      for (std::uint64_t left = kLeast + reset_random_() % kSpread; left > 0; --left)
        wait(clk.posedge_event());
      const bool is_pulse = report.resets++ % 2 == 0;
      wait(0.6, SC_NS);
      rst_n_.write(false);
      wait(0.2, SC_NS);
      if (!is_pulse) wait(static_cast<double>(1 + reset_random_() % kMostCycles), SC_NS);
      rst_n_.write(true);
    }
  }

  void drive() {
    ++report.cycles;
    if (!rst_n_.read()) return;
    if (model_.output.valid.read() && model_.output.ready.read()) ++report.results;
    const bool taken = model_.input.valid.read() && model_.input.ready.read();
    if (taken) ++report.operations;
    const bool waits = model_.input.valid.read() && !taken;
    const bool offers = !of_offers_.stalls(random_()), takes = !of_takes_.stalls(random_());
    const bool is_new = !waits && offers;
    if (is_new) next_ = {lock_step_id(next_operation_), subject_.operands(next_operation_)};
    if (is_new) ++next_operation_;
    for (Side* side : {&model_, &rtl_}) {
      if (is_new) side->input.data.write(next_);
      side->input.valid.write(waits || offers);
      side->output.ready.write(takes);
    }
  }

  void compare() {
    if (report.cycles >= kResetCycles) {  // in later resets too
      compare_registers();
      compare_ports();
    }
    const bool ends = (report.divergence && !goes_on_) || report.cycles == options_.cycles;
    if (progress_ && (ends || report.cycles % kProgressCycles == 0)) progress_(report.cycles);
    if (ends) sc_core::sc_stop();
  }

  // Ids and payloads, an id in the RTL's bits.
  WordPairs pair_up(const RegisterView& model, const RegisterView& rtl) {
    WordPairs pairs;
    for (const RegisterView::Handshake& handshake : rtl.handshakes) {
      BitPlace id = model.handshakes[0].id;
      id.width = handshake.id.width;
      pairs.add(id, handshake.id);
    }
    for (std::size_t f = 0; f < model.fields.size(); ++f) {
      pairs.add(model.fields[f].place, rtl.fields[f].place);
      report.payload_bits += static_cast<std::uint64_t>(model.fields[f].width);
    }
    return pairs;
  }

  void compare_registers() {
    for (std::size_t r = 0; r < model_.registers.size() && !report.divergence; ++r) {
      const RegisterView& model = model_.registers[r];
      const RegisterView& rtl = rtl_.registers[r];
      const bool valid = model.valid_q(0);
      for (int i = 0; i < rtl.registers(); ++i)
        if (rtl.valid_q(i) != valid)
          expect_same(model.name, "valid", model.id_q(0), valid, rtl.valid_q(i));
      if (valid && contents_[r].differ()) name_difference(model, rtl);
    }
  }

  void name_difference(const RegisterView& model, const RegisterView& rtl) {
    const std::uint64_t id = model.id_q(0);
    for (int i = 0; i < rtl.registers(); ++i)
      expect_same(model.name, "id", id, static_cast<std::uint32_t>(id), rtl.id_q(i));
    if (report.divergence) return;
    PackedBits of_model, of_rtl;
    model.payload_q(of_model);
    rtl.payload_q(of_rtl);
    for (const RegisterView::Field& field : model.fields) {
      const std::string in_model = hex_of(of_model, field), in_rtl = hex_of(of_rtl, field);
      if (in_model == in_rtl) continue;
      report.divergence = {report.cycles, lock_step_operation(id), model.name, field.name, in_model,
                           in_rtl};
      return;
    }
  }

  void compare_ports() {
    const auto same = [&](const char* wire, std::uint64_t id, std::uint64_t model,
                          std::uint64_t rtl) { expect_same("ports", wire, id, model, rtl); };
    same("ready_o", model_.input.data.read().id, model_.input.ready.read(),
         rtl_.input.ready.read());
    const Tagged<Result>& of_model = model_.output.data.read();
    const Tagged<Result>& of_rtl = rtl_.output.data.read();
    same("valid_o", of_model.id, model_.output.valid.read(), rtl_.output.valid.read());
    if (!model_.output.valid.read()) return;
    same("id_o", of_model.id, static_cast<std::uint32_t>(of_model.id), of_rtl.id);
    same("d_o", of_model.id, of_model.payload.d, of_rtl.payload.d);
    same("flags_o", of_model.id, of_model.payload.flags, of_rtl.payload.flags);
  }

  void expect_same(const std::string& place, const char* field, std::uint64_t id,
                   std::uint64_t model, std::uint64_t rtl) {
    if (model == rtl || report.divergence) return;
    report.divergence = {report.cycles, lock_step_operation(id),      place,
                         field,         fmt::format("0x{:x}", model), fmt::format("0x{:x}", rtl)};
  }

  const LockStepSubject& subject_;
  const LockStepOptions options_;
  const LockStepProgress progress_;
  const bool goes_on_;  // after a divergence
  std::mt19937_64 random_, reset_random_;
  StallPhases of_offers_, of_takes_;
  std::uint64_t next_operation_;
  Tagged<Operands> next_;
  sc_core::sc_signal<bool> rst_n_{"rst_n"};
  Side model_{"model"}, rtl_{"rtl"};
  std::vector<WordPairs> contents_;  // of each rank
};

LockStepReport simulate(const LockStepSubject& subject, const LockStepOptions& options,
                        const LockStepProgress& progress, const LockStepVcd* window) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  sc_core::sc_set_stop_mode(sc_core::SC_STOP_FINISH_DELTA);
  LockStep bench("bench", subject, options, progress, window != nullptr);
  std::unique_ptr<VcdTrace> vcd;
  if (window != nullptr)
    vcd = std::make_unique<VcdTrace>("vcd", window->path, bench.clk, bench.registers(),
                                     window->first);
  run_to_the_end();
  if (vcd) vcd->close();
  return bench.report;
}

// Words; what the RTL stopped at is the rest.
std::vector<std::uint8_t> pack(const LockStepReport& report) {
  std::string text =
      fmt::format("{} {} {} {} {} {}", report.cycles, report.operations, report.results,
                  report.resets, report.registers, report.payload_bits);
  if (const auto& d = report.divergence)
    text += fmt::format(" divergence {} {} {} {} {} {}", d->cycle, d->operation, d->place, d->field,
                        d->model, d->rtl);
  if (!report.stopped.empty()) text += " stopped " + report.stopped;
  return {text.begin(), text.end()};
}

LockStepReport unpack(const std::vector<std::uint8_t>& bytes) {
  std::istringstream text(std::string(bytes.begin(), bytes.end()));
  LockStepReport report;
  text >> report.cycles >> report.operations >> report.results >> report.resets >>
      report.registers >> report.payload_bits;
  std::string end;
  if (text >> end && end == "divergence") {
    Divergence& d = report.divergence.emplace();
    text >> d.cycle >> d.operation >> d.place >> d.field >> d.model >> d.rtl >> end;
  }
  if (end == "stopped") std::getline(text >> std::ws, report.stopped, '\0');
  return report;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Divergence& d) {
  return out << fmt::format(
             "cycle {}, operation {} (id 0x{:x}): {} {} is {} in the RTL, {} in the SystemC model",
             d.cycle, d.operation, lock_step_id(d.operation), d.place, d.field, d.rtl, d.model);
}

std::string lock_step_save(const LockStepSubject& subject, const LockStepVcd& vcd,
                           std::uint64_t cycle, const std::string& path) {
  std::vector<RegisterView> registers;
  for (const RegisterView& view : registers_of(subject.plan)) {
    const auto stage = static_cast<std::size_t>(view.stage - subject.plan.stages.begin());
    for (const bool is_rtl : {false, true}) {
      RegisterView& of_side = registers.emplace_back(view);
      of_side.name = (is_rtl ? "rtl." : "model.") + view.name;
      if (is_rtl) of_side.handshakes.resize(subject.stages[stage].instances.size());
    }
  }
  return gtkwave_save(registers, path, {vcd.first, vcd.last, cycle});
}

LockStepReport run_lock_step_here(const LockStepSubject& subject, const LockStepOptions& options,
                                  const LockStepProgress& progress) {
  return simulate(subject, options, progress, nullptr);
}

LockStepReport run_lock_step(const LockStepSubject& subject, const LockStepOptions& options,
                             const LockStepProgress& progress) {
  return unpack(run_in_child([&] { return pack(simulate(subject, options, progress, nullptr)); }));
}

void write_lock_step_vcd(const LockStepSubject& subject, const LockStepOptions& options,
                         const LockStepVcd& vcd) {
  run_in_child([&] {
    LockStepOptions until = options;
    until.cycles = vcd.last;
    return pack(simulate(subject, until, {}, &vcd));
  });
}

}  // namespace mmasc
