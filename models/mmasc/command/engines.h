// SPDX-License-Identifier: Apache-2.0
// The engines as the command has them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "mmasc/arith/occupancy.h"
#include "mmasc/engines.h"

namespace mmasc {

// Every engine; those that this program lacks cannot make one.
std::span<const EngineRow> engine_rows();
// Puts an engine of a bench, which stands in the list of all, into each program that its file is
// linked into.
class AddedEngine {
 public:
  AddedEngine(std::string_view name, std::unique_ptr<Engine> (*make)(const Unit&));
};

// Throws InputError for a name that is no engine, EnvironmentError for one that is not built in.
EngineRow engine_named(std::string_view name);

// --engine and --patience, as typed.
struct EngineArgument {
  std::string name;
  std::uint64_t patience = 0;  // in seconds; 0: kPatience

  bool is_given() const { return !name.empty(); }
};
// Throws besides where there is no program to be patient with.
EngineRow engine_named(const EngineArgument& engine);
std::unique_ptr<Engine> make_engine(const EngineArgument& engine, const Unit& unit);

// The same, looking for an interrupt before each batch.
std::unique_ptr<Engine> interruptible(std::unique_ptr<Engine> engine);

// "reference, batch, pipeline or rtl", every one there is; the first is `standard`, marked so.
std::string engine_help(std::string_view standard);

std::string systemc_text();

// Says that the process simulates for nobody else: pipeline/simulate.h, own_systemc().
void own_simulations();  // "with SystemC 2.3.4" or "without SystemC"

// The pipeline's answers about a batch. They throw EnvironmentError without SystemC.
std::uint64_t estimate_vcd(const Unit& unit, std::uint64_t operations);  // in bytes
std::string gtkwave_text(const Unit& unit, const std::string& vcd, std::uint64_t cycles);
std::uint64_t cycles_of(const Unit& unit, const DotBatch& batch);  // from taking a tile to D
struct TracedBatch {
  std::uint64_t cycles = 0;
  std::vector<std::string> lines;
  Occupancy occupancy;
};
TracedBatch trace_batch(const Unit& unit, const DotBatch& batch, const std::string& vcd_path);

}  // namespace mmasc
