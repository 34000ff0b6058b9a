// SPDX-License-Identifier: Apache-2.0
// The engine interface: evaluate operations, raw bits in, raw bits out. Every engine gives the same
// bits.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/arith/gemm.h"
#include "mmasc/unit/operands.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

class Sequence;

// n dot-product-adds of one unit, as raw bits, the elements of an operand of one operation next to
// each other: of each operand n times what its layout says (operand_layout.h), and n of d.
class DotBatch : public PerInput<std::span<const std::uint64_t>> {
 public:
  DotBatch() = default;
  DotBatch(const PerInput<std::span<const std::uint64_t>>& inputs, std::span<std::uint64_t> d_)
      : OperandArray(inputs), d(d_) {}

  std::size_t size() const { return d.size(); }

  std::span<std::uint64_t> d;
  // The status flags of each d, where an engine gives some; empty: nobody asks.
  std::span<std::uint64_t> flags{};
};

inline bool raises_flags(const Unit& unit) {
  return unit.datapath.result.flags != StatusFlags::none;
}

// Engines are thread-safe: several threads may use one at once.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string_view name() const = 0;
  virtual const Unit& unit() const = 0;
  // Whether it fills the flags that a batch asks for.
  virtual bool gives_flags() const { return false; }
  // Asserts that the spans' sizes agree with the unit (check() below). Bits above a format's are
  // ignored. Nothing may overlap d.
  virtual void dot(const DotBatch& batch) const = 0;
  // The same for a unit without block scales; throws InputError where sizes do not agree.
  void dot(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
           std::span<const std::uint64_t> c, std::span<std::uint64_t> d) const;
  // Throws InputError where the problem does not fit the unit (check() of gemm.h). Here: by dot().
  virtual void gemm(const GemmProblem& problem, const GemmOptions& options = {}) const;
};

// Throws InputError where the spans' sizes do not agree with the unit.
void check(const Unit& unit, const DotBatch& batch);

// The stage functions one after the other. Throws RowError where the unit has no plan.
std::unique_ptr<Engine> make_reference_engine(const Unit& unit);
std::unique_ptr<Engine> make_reference_engine_of(const Sequence& sequence);

// For how long a program that is asked may say nothing, where nothing else is said.
inline constexpr std::chrono::seconds kPatience{60};

// An engine by name. mmasc/engines.h has the list of all.
struct EngineRow {
  std::string_view name;
  std::string_view what;                         // for help
  std::string_view option;                       // of CMake that builds it; empty: always there
  std::unique_ptr<Engine> (*make)(const Unit&);  // null: not in this program, or `make_of`
  // An engine may take a word of the user's, behind its name and a colon. `takes` is what help
  // calls it; `given` is the word, once find_engine() has read it.
  std::string_view takes = {}, given = {};
  std::unique_ptr<Engine> (*make_of)(const Unit&, std::string_view given) = nullptr;
  // One that waits for a program of the user's, and for how long that may say nothing.
  std::unique_ptr<Engine> (*make_waiting)(const Unit&, std::string_view given,
                                          std::chrono::seconds patience) = nullptr;
  std::chrono::seconds patience = kPatience;
  std::string_view bench = {};  // whose programs have it; empty: every program may

  bool is_there() const { return make != nullptr || make_of != nullptr || make_waiting != nullptr; }
  std::string title() const;     // "batch", "exec:PROGRAM"
  std::string as_typed() const;  // "batch", "'exec:./box 1' --patience 300": for the shell
  std::unique_ptr<Engine> engine_of(const Unit& unit) const;
};
using EngineList = std::span<const EngineRow>;

// The names of the engines that are in this program and need no word of the user's.
std::vector<std::string> engine_names(EngineList engines);
// The engine of "batch", or of "exec:./box", which must outlive what is returned. Throws InputError
// for a name that this program has no engine of, with those it has.
EngineRow find_engine(EngineList engines, std::string_view name);
std::unique_ptr<Engine> make_engine(EngineList engines, std::string_view name, const Unit& unit,
                                    std::chrono::seconds patience = kPatience);

}  // namespace mmasc
