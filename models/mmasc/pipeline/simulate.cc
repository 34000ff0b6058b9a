// SPDX-License-Identifier: Apache-2.0
#include "mmasc/pipeline/simulate.h"

#include <atomic>
#include <cstring>
#include <mutex>

#include "mmasc/pipeline/child_process.h"
#include "mmasc/pipeline/mma_unit.h"
#include "mmasc/pipeline/text_trace.h"
#include "mmasc/pipeline/vcd.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

using sc_core::SC_NS;
using sc_core::sc_start;

// Offers one tile and takes one D.
class Bench : public sc_core::sc_module {
 public:
  Bench(sc_core::sc_module_name name, const Sequence& sequence, TileData tile, const MakeUnit& make)
      : sc_module(name),
        unit(make ? std::make_unique<MmaUnit>("mma", sequence, make)
                  : std::make_unique<MmaUnit>("mma", sequence)),
        mma(*unit),
        tile_(std::move(tile)) {
    mma.clk_i(clk);
    mma.rst_ni(rst_n);
    mma.bind_input(input);
    mma.bind_output(output);
    SC_METHOD(on_clock);
    sensitive << clk.posedge_event();
    dont_initialize();
  }
  SC_HAS_PROCESS(Bench);

  sc_core::sc_clock clk{"clk", 1, SC_NS, 0.5, 1, SC_NS};
  sc_core::sc_signal<bool> rst_n{"rst_n"};
  Link<TileData> input{"input"};
  Link<TileResult> output{"output"};
  const std::unique_ptr<MmaUnit> unit;
  MmaUnit& mma;
  Simulation simulation;

 private:
  void on_clock() {
    ++edge_;
    if (!rst_n.read()) return;
    output.ready.write(true);
    if (!offered_) {
      input.data.write({0, tile_});
      input.valid.write(true);
      offered_ = true;
    } else if (input.valid.read() && input.ready.read()) {
      input.valid.write(false);
      taken_at_ = edge_;
    }
    if (output.valid.read() && output.ready.read()) {
      const std::vector<std::uint64_t>& all = *output.data.read().payload;
      const auto flags = all.begin() + tile_->size();
      simulation.d.assign(all.begin(), flags);
      simulation.flags.assign(flags, all.end());
      simulation.cycles = edge_ - taken_at_;
      sc_core::sc_stop();
    }
  }

  TileData tile_;
  std::uint64_t edge_ = 0, taken_at_ = 0;
  bool offered_ = false;
};

std::vector<std::uint8_t> pack(const Simulation& simulation) {
  std::vector<std::uint64_t> words{simulation.cycles, simulation.d.size()};
  for (const auto& part : {simulation.d, simulation.flags})
    words.insert(words.end(), part.begin(), part.end());
  std::vector<std::uint8_t> bytes(words.size() * sizeof words[0]);
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

Simulation unpack(const std::vector<std::uint8_t>& bytes) {
  std::vector<std::uint64_t> words(bytes.size() / sizeof(std::uint64_t));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  const auto d = words.begin() + 2, flags = d + static_cast<std::ptrdiff_t>(words[1]);
  return {{d, flags}, {flags, words.end()}, words.front()};
}

// A SystemC of its own for one simulation: the process may be in the middle of another one. There
// are no threads in it, whose stacks the two would share.
class OwnContext {
 public:
  OwnContext() { sc_core::sc_default_global_context = sc_core::sc_curr_simcontext = &context_; }
  ~OwnContext() {
    sc_core::sc_default_global_context = default_;
    sc_core::sc_curr_simcontext = current_;
  }
  OwnContext(const OwnContext&) = delete;
  OwnContext& operator=(const OwnContext&) = delete;

 private:
  sc_core::sc_simcontext* const default_ = sc_core::sc_default_global_context;
  sc_core::sc_simcontext* const current_ = sc_core::sc_curr_simcontext;
  sc_core::sc_simcontext context_;
};

std::atomic<bool> systemc_is_ours = false;

// A child that simulates a platform may be asked again: its SystemC is in use.
bool is_free() {
  return systemc_is_ours && sc_core::sc_get_status() == sc_core::SC_ELABORATION &&
         sc_core::sc_get_top_level_objects().empty();
}

// A child took 18 ms of a machine on which page faults are slow. It is what an interrupt ends, and
// what a stage that is not ours may bring down: few operations of our own need none.
constexpr int kFew = 4096;
bool needs_child(const Sequence& sequence, const TileData& tile, const MakeUnit& make) {
  return make || sequence.unit().has_own_stages() || tile->size() * sequence.steps() > kFew ||
         !is_free();
}

}  // namespace

void own_systemc() { systemc_is_ours = true; }

void run_to_the_end() {
  try {
    sc_start();
  } catch (const sc_core::sc_report& report) {
    if (std::string_view(report.get_msg_type()) != sc_core::SC_ID_SIMULATION_UNCAUGHT_EXCEPTION_)
      throw;
    throw InputError(report.get_msg());
  }
}

Simulation simulate_here(const Sequence& sequence, TileData tile, const std::string& vcd_path,
                         const std::function<void(const std::string&)>& line, Occupancy* occupancy,
                         const MakeUnit& make) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  sc_core::sc_set_stop_mode(sc_core::SC_STOP_FINISH_DELTA);
  Bench bench("bench", sequence, std::move(tile), make);
  std::unique_ptr<VcdTrace> vcd;
  if (!vcd_path.empty())
    vcd = std::make_unique<VcdTrace>("vcd", vcd_path, bench.clk, bench.mma.registers());
  std::unique_ptr<TextTrace> text;
  if (line)
    text = std::make_unique<TextTrace>("text", bench.clk, bench.mma.registers(), line, occupancy);
  bench.rst_n.write(false);
  sc_start(2, SC_NS);
  bench.rst_n.write(true);
  run_to_the_end();
  if (vcd) vcd->close();
  return bench.simulation;
}

Simulation simulate(const Sequence& sequence, TileData tile, const MakeUnit& make) {
  if (!needs_child(sequence, tile, make)) {
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);
    const OwnContext own;
    return simulate_here(sequence, std::move(tile));
  }
  return unpack(run_in_child([&] {
    const OwnContext own;
    return pack(simulate_here(sequence, tile, {}, {}, nullptr, make));
  }));
}

}  // namespace mmasc
