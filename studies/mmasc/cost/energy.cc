// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/energy.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/cost/gate_simulation.h"
#include "mmasc/cost/liberty.h"
#include "mmasc/cost/library.h"
#include "mmasc/cost/netlist.h"
#include "mmasc/cost/yosys.h"
#include "mmasc/rtl/emit.h"
#include "mmasc/rtl/unit_ports.h"
#include "mmasc/unit/error.h"
#include "mmasc/verilated/content_hash.h"
#include "mmasc/verilated/text_file.h"

namespace mmasc {
namespace fs = std::filesystem;
namespace {

constexpr CacheLimits kNetlistLimits{.bytes = std::uint64_t{1} << 28, .entries = 256};

OutputPins output_pins_of(const CellEnergies& library) {
  OutputPins pins;
  for (const auto& [name, cell] : library.cells)
    for (const LibertyPin& pin : cell.pins)
      if (pin.is_output && !pins.contains(name)) pins[name] = pin.name;
  return pins;
}

std::string netlist_of(const Unit& unit, const SynthesisOptions& options, const Cache& cache,
                       const CellLibrary& library) {
  const Rtl rtl = emit_rtl(RtlUnit(make_plan(unit)), "unit");
  std::vector<RtlFile> files = rtl.files;
  files.push_back({"lone.sv", lone_module(rtl.top)});
  std::vector<std::string> names;
  for (const RtlFile& file : files) names.push_back(file.name);
  const std::string script = stage_script(names) + "write_blif -gates netlist.blif\n";
  ContentHash hash;
  hash.add(synthesis_tools()).add(library.hash).add(script).add(abc_script(options.recipe));
  hash.add(kRegistersScript);
  for (const RtlFile& file : files) hash.add(file.name).add(file.text);
  const auto entry = cache.get(hash.hex(), [&](const fs::path& file, const fs::path& kept_log) {
    const fs::path folder = file.parent_path();
    write_mapping_inputs(files, library, abc_script(options.recipe), folder);
    run_yosys(unit.instruction.id + " as a netlist", script, folder, kept_log);
    write_text(file, read_file_text(folder / "netlist.blif"));
  });
  return read_file_text(entry.file);
}

// The nets of a port's bits, the lowest first.
class PortNets {
 public:
  explicit PortNets(const Netlist& netlist) {
    for (const int net : netlist.inputs) nets_[netlist.nets[static_cast<std::size_t>(net)]] = net;
    for (std::size_t i = 0; i < netlist.outputs.size(); ++i)
      nets_[netlist.output_names[i]] = netlist.outputs[i];
  }
  std::vector<int> operator()(const std::string& port, int bits) const {
    std::vector<int> nets;
    for (int bit = 0; bit < bits; ++bit) {
      auto found = nets_.find(fmt::format("{}[{}]", port, bit));
      if (found == nets_.end() && bits == 1) found = nets_.find(port);
      if (found == nets_.end())
        throw EnvironmentError(fmt::format("a netlist has no bit {} of {}", bit, port));
      nets.push_back(found->second);
    }
    return nets;
  }

 private:
  std::map<std::string, int> nets_;
};

// The steps of all streams, each chained through c, and what they give.
class Streams {
 public:
  Streams(const Unit& unit, std::span<const DotOperands> dots)
      : sequence_(unit), dots_(dots), of_stream_(dots.size() / kEnergyStreams) {}

  std::int64_t steps() const { return static_cast<std::int64_t>(of_stream_) * sequence_.steps(); }

  // Calls f(stream, operands, d) with the next step of each stream.
  template <class F>
  void next(F&& f) {
    const auto dot = static_cast<std::size_t>(at_ / sequence_.steps());
    const int step = static_cast<int>(at_ % sequence_.steps());
    for (std::size_t stream = 0; stream < kEnergyStreams; ++stream) {
      const Operands operands =
          sequence_.step(step, dots_[stream * of_stream_ + dot], chained_[stream]);
      chained_[stream] = evaluate(sequence_.plan(), operands).d;
      f(static_cast<int>(stream), operands, chained_[stream]);
    }
    ++at_;
  }

 private:
  Sequence sequence_;
  std::span<const DotOperands> dots_;
  std::size_t of_stream_;
  std::int64_t at_ = 0;
  std::uint64_t chained_[kEnergyStreams] = {};
};

class EnergyRun {
 public:
  EnergyRun(const Unit& unit, const Netlist& netlist, const CellEnergies& library)
      : unit_(unit),
        plan_(make_plan(unit)),
        netlist_(netlist),
        library_(library),
        simulation_(netlist, library),
        nets_(netlist) {
    const RtlUnit rtl(plan_);
    for (const Operand operand : operands_with_ports(rtl)) {
      widths_[operand] = port_widths(rtl, operand);
      ports_[operand] = nets_(port_name(row_of(operand)), port_bits(rtl, operand));
    }
    d_ = nets_(port_name(row_of(Operand::d)), port_bits(rtl, Operand::d));
    c_is_input_ = nets_("c_is_input_i", 1).front();
    set(nets_("ready_i", 1).front(), true);
    reset();
  }

  EnergyCost run(Streams& streams) {
    const std::int64_t steps = streams.steps(), latency = plan_.latency();
    set(nets_("valid_i", 1).front(), true);
    std::vector<std::vector<std::uint64_t>> expected;
    for (std::int64_t step = 0; step < steps + latency; ++step) {
      // Counting begins when all ranks have steps, and ends with the last step.
      if (step == latency) simulation_.begin_counting();
      if (step < steps) take(streams, expected.emplace_back(d_.size()));
      simulation_.settle();
      if (step == steps - 1) changes_ = simulation_.changes();
      if (step >= latency) check(expected[static_cast<std::size_t>(step - latency)]);
      simulation_.clock();
    }
    return cost(steps - latency);
  }

 private:
  void set(int net, bool is_high) { simulation_[net] = is_high ? ~std::uint64_t{0} : 0; }
  void reset() {
    const int reset = nets_("rst_ni", 1).front();
    set(reset, false);
    simulation_.settle();
    simulation_.clock();
    set(reset, true);
  }

  void take(Streams& streams, std::vector<std::uint64_t>& d) {
    for (const OperandRow& row : kInputs)
      for (const int net : ports_[row.operand]) set(net, false);
    set(c_is_input_, false);
    streams.next([&](int stream, const Operands& operands, std::uint64_t result) {
      const std::uint64_t bit = std::uint64_t{1} << stream;
      for (const OperandRow& row : kInputs) {
        const std::vector<int>& nets = ports_[row.operand];
        std::size_t net = 0;
        int element = 0;
        for (const int width : widths_[row.operand]) {
          const std::uint64_t bits = operands[row.operand][element++];
          for (int i = 0; i < width; ++i, ++net)
            if ((bits >> i & 1) != 0) simulation_[nets[net]] |= bit;
        }
      }
      if (operands.c_is_input) simulation_[c_is_input_] |= bit;
      for (std::size_t i = 0; i < d.size(); ++i)
        if ((result >> i & 1) != 0) d[i] |= bit;
    });
  }

  void check(const std::vector<std::uint64_t>& d) const {
    for (std::size_t i = 0; i < d.size(); ++i)
      if (simulation_[d_[i]] != d[i])
        throw EnvironmentError(fmt::format("{}: bit {} of D in the netlist is not the model's",
                                           unit_.instruction.id, i));
  }

  // pJ of a change of each net, and of a cycle of all clock pins.
  EnergyCost cost(std::int64_t cycles) const {
    EnergyCost cost;
    cost.voltage = library_.voltage;
    cost.steps = cycles * kEnergyStreams;
    std::vector<double> loads(netlist_.nets.size()), inside(netlist_.nets.size());
    for (const Netlist::Cell& cell : netlist_.cells) {
      const LibertyCell* const known = cell_of(cell);
      if (known == nullptr) continue;
      for (std::size_t i = 0; i < cell.pins.size(); ++i) {
        const LibertyPin* const pin = known->pin(cell.pins[i]);
        if (pin == nullptr) continue;
        if (known->reg && pin->name == known->reg->clock) {
          cost.clock += 2 * (half_v2() * pin->capacitance + pin->energy(0));
          continue;
        }
        loads[static_cast<std::size_t>(cell.inputs[i])] += pin->capacitance;
        inside[static_cast<std::size_t>(cell.inputs[i])] += pin->energy(0);
      }
    }
    for (const Netlist::Cell& cell : netlist_.cells)
      if (const LibertyCell* const known = cell_of(cell)) {
        const auto net = static_cast<std::size_t>(cell.output);
        inside[net] += known->pin(cell.output_pin)->energy(loads[net]);
      }
    double energy = 0;
    std::int64_t changes = 0;
    for (std::size_t net = 0; net < changes_.size(); ++net) {
      energy += static_cast<double>(changes_[net]) * (half_v2() * loads[net] + inside[net]);
      changes += changes_[net];
    }
    cost.changes = static_cast<double>(changes) / static_cast<double>(cost.steps);
    cost.step = energy / static_cast<double>(cost.steps) + cost.clock;
    return cost;
  }
  double half_v2() const { return library_.voltage * library_.voltage / 2; }
  const LibertyCell* cell_of(const Netlist::Cell& cell) const {
    const auto found = library_.cells.find(cell.type);
    return found == library_.cells.end() ? nullptr : &found->second;
  }

  const Unit& unit_;
  const Plan plan_;
  const Netlist& netlist_;
  const CellEnergies& library_;
  GateSimulation simulation_;
  const PortNets nets_;
  PerInput<std::vector<int>> widths_, ports_;
  std::vector<int> d_;
  int c_is_input_ = -1;
  std::vector<std::int64_t> changes_;
};

}  // namespace

MappedUnit map_unit(const Unit& unit, const SynthesisOptions& options) {
  check_synthesis(options.liberty);
  const Cache cache(options.cache.empty() ? default_cache_folder() / "netlists" : options.cache,
                    kNetlistLimits);
  const CellLibrary library = measure_library(options.liberty, cache);
  MappedUnit mapped;
  try {
    mapped.library = read_cell_energies(library.text());
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", library.path.string(), error.what()));
  }
  mapped.netlist =
      parse_blif(netlist_of(unit, options, cache, library), output_pins_of(mapped.library));
  return mapped;
}

EnergyCost energy_of(const Unit& unit, const MappedUnit& mapped,
                     std::span<const DotOperands> dots) {
  Streams streams(unit, dots);
  if (streams.steps() <= make_plan(unit).latency())
    throw InputError(fmt::format("{}: {} dot products end before the first result; give more",
                                 unit.instruction.id, dots.size()));
  return EnergyRun(unit, mapped.netlist, mapped.library).run(streams);
}

}  // namespace mmasc
