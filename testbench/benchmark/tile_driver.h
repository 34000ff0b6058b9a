// SPDX-License-Identifier: Apache-2.0
// Keeps the SystemC MMA unit busy with one tile over and over.
#pragma once

#include <systemc>

#include "mmasc/pipeline/mma_unit.h"
#include "stimulus.h"

namespace mmasc {

// `blocks` of m x n, of instructions of one fused step.
inline TileData busy_tile(const Unit& unit, int m, int n, int blocks) {
  const Stimulus stimulus(unit);
  Tile tile;
  tile.m = m;
  tile.n = n;
  tile.blocks = blocks;
  const auto append = [&](Along along, int count) {
    for (const Case& row : stimulus.cases(count))
      for (const OperandRow& input : kInputs)
        if (input.along == along)
          tile[input.operand].insert(tile[input.operand].end(), row[input.operand].begin(),
                                     row[input.operand].end());
  };
  append(Along::row, blocks * m);
  append(Along::column, blocks * n);
  append(Along::element, tile.size());
  return std::make_shared<const Tile>(std::move(tile));
}

class TileDriver : public sc_core::sc_module {
 public:
  TileDriver(sc_core::sc_module_name name, const Unit& unit, TileData tile)
      : sc_module(name), mma("mma", unit), tile_(std::move(tile)) {
    mma.clk_i(clk);
    mma.rst_ni(rst_n);
    mma.bind_input(input);
    mma.bind_output(output);
    SC_METHOD(on_clock);
    sensitive << clk.posedge_event();
    dont_initialize();
  }
  SC_HAS_PROCESS(TileDriver);

  std::uint64_t results = 0;

 private:
  void on_clock() {
    rst_n.write(true);
    if (output.valid.read() && output.ready.read()) ++results;
    output.ready.write(true);
    input.valid.write(true);
    input.data.write({0, tile_});
  }

  sc_core::sc_clock clk{"clk", 1, sc_core::SC_NS};
  sc_core::sc_signal<bool> rst_n{"rst_n"};
  Link<TileData> input{"input"};
  Link<TileResult> output{"output"};
  MmaUnit mma;
  TileData tile_;
};

}  // namespace mmasc
