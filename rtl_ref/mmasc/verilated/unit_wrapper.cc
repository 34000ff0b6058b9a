// SPDX-License-Identifier: Apache-2.0
// Compiled with each verilated unit, never with mmasc. C++17, whose headers take half the time of
// C++20's.
#include <exception>
#include <string>
#include <type_traits>

#include "Vmmasc_unit.h"
#include "unit_abi.h"
#include "unit_inputs.h"  // the unit's: MMASC_UNIT_INPUTS(DO) is DO(index, port) for each input
#include "verilated_sources.h"  // Verilator's, all of them
#include "verilated_sym_props.h"

namespace {

using namespace mmasc::unit_abi;

constexpr int kWordBits = 32;

// Verilator's types of ports: references to integers, and beyond 64 bits to VlWide.
template <class Port>
constexpr int words_of() {
  return (int(sizeof(Port)) * 8 + kWordBits - 1) / kWordBits;
}

template <class Port>
void write_port(Port& port, const std::uint32_t* words) {
  if constexpr (!std::is_integral_v<Port>)
    for (int i = 0; i < words_of<Port>(); ++i) port[std::size_t(i)] = words[i];
  else if constexpr (words_of<Port>() == 1)
    port = Port(words[0]);
  else
    port = Port(words[0]) | Port(words[1]) << kWordBits;
}

template <class Port>
void read_port(const Port& port, std::uint32_t* words) {
  for (int i = 0; i < words_of<Port>(); ++i)
    if constexpr (!std::is_integral_v<Port>)
      words[i] = port[std::size_t(i)];
    else
      words[i] = std::uint32_t(port >> i * kWordBits);
}

template <class Unit, class = void>
constexpr bool kHasFormat = false;
template <class Unit>
constexpr bool kHasFormat<Unit, std::void_t<decltype(Unit::format_i)>> = true;

template <class Unit, class = void>
constexpr bool kHasFlags = false;
template <class Unit>
constexpr bool kHasFlags<Unit, std::void_t<decltype(Unit::flags_o)>> = true;

template <class Unit>
constexpr Sizes sizes() {
  Sizes sizes = {};
#define MMASC_SIZE(index, port) sizes.operands[index] = words_of<decltype(Unit::port)>();
  MMASC_UNIT_INPUTS(MMASC_SIZE)
#undef MMASC_SIZE
  sizes.d_o = words_of<decltype(Unit::d_o)>();
  return sizes;
}

// Verilator 5.048 has another name for a variable's bits than 5.006 to 5.032.
template <class Var, class = void>
constexpr bool kHasEntBits = false;
template <class Var>
constexpr bool kHasEntBits<Var, std::void_t<decltype(&Var::entBits)>> = true;

template <class Var>
int bits_of(const Var& var) {
  if constexpr (kHasEntBits<Var>)
    return int(var.entBits());
  else
    return var.packed().elements();
}

// The context is the thread's while one of its models is made: random numbers come from it.
VerilatedContext* random_context(VerilatedContext* context, std::uint32_t seed) {
  context->randReset(2);
  context->randSeed(int(seed % 0x7fffffffU) + 1);  // to Verilator 0 is any seed
  Verilated::threadContextp(context);
  return context;
}

template <class Unit>
struct Model {
  explicit Model(std::uint32_t seed) : unit(random_context(&context, seed)) {}

  void set(const Inputs& in) {
    unit.valid_i = in.valid_i;
    unit.ready_i = in.ready_i;
    unit.c_is_input_i = in.c_is_input_i;
    if constexpr (kHasFormat<Unit>) unit.format_i = decltype(unit.format_i)(in.format_i);
    unit.id_i = in.id_i;
#define MMASC_WRITE(index, port) write_port(unit.port, in.operands[index]);
    MMASC_UNIT_INPUTS(MMASC_WRITE)
#undef MMASC_WRITE
  }

  void evaluate(bool clk_i, bool rst_ni) {
    if (clk_i && !unit.clk_i) context.timeInc(1);  // $time counts rising edges
    unit.clk_i = clk_i;
    unit.rst_ni = rst_ni;
    unit.eval();
  }

  void get(Outputs& out) const {
    out.ready_o = unit.ready_o;
    out.valid_o = unit.valid_o;
    out.id_o = unit.id_o;
    if constexpr (kHasFlags<Unit>) out.flags_o = unit.flags_o;
    read_port(unit.d_o, out.d_o);
  }

  bool find(const std::string& instance, const char* name, Variable& variable) const {
    const std::string scope = std::string(unit.name()) + "." + MMASC_TOP + "." + instance;
    const VerilatedScope* const found = context.scopeFind(scope.c_str());
    const VerilatedVar* const var = found != nullptr ? found->varFind(name) : nullptr;
    if (var == nullptr) return false;
    variable = {var->datap(), bits_of(*var)};
    return true;
  }

  VerilatedContext context;
  Unit unit;
  std::string failure;
};

using ThisModel = Model<Vmmasc_unit>;

void* create(std::uint32_t seed) {
  try {
    return new ThisModel(seed);
  } catch (const std::exception&) {
    return nullptr;
  }
}

void destroy(void* model) { delete static_cast<ThisModel*>(model); }

void set(void* model, const Inputs& inputs) { static_cast<ThisModel*>(model)->set(inputs); }

const char* evaluate(void* model, bool clk_i, bool rst_ni) {
  auto& that = *static_cast<ThisModel*>(model);
  try {
    that.evaluate(clk_i, rst_ni);
    return nullptr;
  } catch (const std::exception& error) {
    that.failure = error.what();
    return that.failure.c_str();
  }
}

void get(const void* model, Outputs& outputs) {
  static_cast<const ThisModel*>(model)->get(outputs);
}

bool find(const void* model, const char* instance, const char* name, Variable& variable) {
  return static_cast<const ThisModel*>(model)->find(instance, name, variable);
}

}  // namespace

extern "C" [[gnu::visibility("default")]] const Table mmasc_unit_table = {
    sizes<Vmmasc_unit>(), create, destroy, set, evaluate, get, find};
