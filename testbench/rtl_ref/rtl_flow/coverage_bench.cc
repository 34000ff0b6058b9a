// SPDX-License-Identifier: Apache-2.0
// A bench as docs/assertions.md assumes one: 300 operations of random bits, then what was covered.
#include <cstdint>
#include <memory>
#include <random>

#include "Vunit.h"
#include "verilated.h"
#include "verilated_cov.h"

int main() {
  const auto context = std::make_unique<VerilatedContext>();
  const auto unit = std::make_unique<Vunit>(context.get());
  std::mt19937_64 random(1);
  const auto edge = [&](bool rises) {
    unit->clk_i = rises;
    unit->eval();
    context->timeInc(1);
  };
  unit->valid_i = unit->rst_ni = 0;
  unit->ready_i = unit->c_is_input_i = 1;
  for (int i = 0; i < 2; ++i) edge(true), edge(false);
  unit->rst_ni = 1;
  for (int i = 0; i < 320; ++i) {
    unit->valid_i = i < 300;
    unit->id_i = static_cast<std::uint8_t>(i);
    unit->a_i = random();
    unit->b_i = random();
    unit->c_i = static_cast<std::uint32_t>(random());
    edge(true), edge(false);
  }
  unit->final();
  context->coveragep()->write("coverage.dat");
  return 0;
}
