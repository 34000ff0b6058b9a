// SPDX-License-Identifier: Apache-2.0
// Cuts of netlists: legal, as short as they can be, and then of few nets.
#include "mmasc/cost/cut.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace mmasc {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Timed {
  Netlist netlist;
  std::vector<double> arrivals, delays;

  int input() {
    netlist.inputs.push_back(net());
    return netlist.inputs.back();
  }
  int cell(std::vector<int> inputs, double delay) {
    double start = 0;
    for (const int net : inputs)
      if (const int from = netlist.drivers()[at(net)]; from >= 0)
        start = std::max(start, arrivals[at(from)]);
    Netlist::Cell cell;
    cell.type = "G";
    cell.inputs = std::move(inputs);
    cell.output = net();
    netlist.cells.push_back(std::move(cell));
    arrivals.push_back(start + delay);
    delays.push_back(delay);
    return netlist.cells.back().output;
  }
  void output(int net) { netlist.outputs.push_back(net); }

  // The longest path within a piece.
  double period(const std::vector<int>& pieces) const {
    const auto drivers = netlist.drivers();
    std::vector<double> time(netlist.cells.size());
    for (const int i : netlist.in_order()) {
      for (const int net : netlist.cells[at(i)].inputs)
        if (const int from = drivers[at(net)]; from >= 0 && pieces[at(from)] == pieces[at(i)])
          time[at(i)] = std::max(time[at(i)], time[at(from)]);
      time[at(i)] += delays[at(i)];
    }
    return *std::ranges::max_element(time);
  }

  // Registers between pieces; those after the last are the outputs'.
  int crossings(const std::vector<int>& pieces) const {
    const auto drivers = netlist.drivers();
    std::vector<int> needed(netlist.nets.size(), 0);
    for (std::size_t i = 0; i < netlist.cells.size(); ++i)
      for (const int net : netlist.cells[i].inputs)
        needed[at(net)] = std::max(needed[at(net)], pieces[i]);
    int sum = 0;
    for (std::size_t net = 0; net < needed.size(); ++net)
      sum += std::max(0, needed[net] - (drivers[net] < 0 ? 0 : pieces[at(drivers[net])]));
    return sum;
  }

 private:
  int net() {
    netlist.nets.push_back("n" + std::to_string(netlist.nets.size()));
    return static_cast<int>(netlist.nets.size()) - 1;
  }
};

TEST(Cut, OfAChainIsInEqualParts) {
  Timed chain;
  int net = chain.input();
  for (int i = 0; i < 12; ++i) net = chain.cell({net}, 1);
  chain.output(net);
  for (const int pieces : {1, 2, 3, 4, 6, 12}) {
    const auto cut = cut_into(pieces, chain.netlist, chain.arrivals);
    EXPECT_EQ(chain.period(cut), 12 / pieces) << pieces;
    EXPECT_EQ(chain.crossings(cut), pieces - 1) << pieces;
  }
}

TEST(Cut, IsNoShorterThanACell) {
  Timed chain;
  int net = chain.cell({chain.input()}, 1);
  net = chain.cell({net}, 5);
  chain.output(chain.cell({net}, 1));
  for (const int pieces : {3, 8})
    EXPECT_EQ(chain.period(cut_into(pieces, chain.netlist, chain.arrivals)), 5);
}

// Eight cells come together in one net, in the middle of a long path elsewhere: either half of the
// period would do for the cut, and one net is fewer than eight.
TEST(Cut, CrossesFewNets) {
  Timed waist;
  std::vector<int> wide;
  for (int i = 0; i < 8; ++i) wide.push_back(waist.cell({waist.input()}, 1));
  const int narrow = waist.cell(wide, 1);
  for (int i = 0; i < 8; ++i) waist.output(waist.cell({narrow}, 1));
  int net = waist.input();
  for (int i = 0; i < 4; ++i) net = waist.cell({net}, 1);
  waist.output(net);
  const auto cut = cut_into(2, waist.netlist, waist.arrivals);
  EXPECT_EQ(waist.period(cut), 2);
  EXPECT_EQ(waist.crossings(cut), 2);
}

TEST(Cut, OfAnythingIsLegalAndShort) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    Timed any;
    std::vector<int> nets;
    for (int i = 0; i < 6; ++i) nets.push_back(any.input());
    for (int i = 0; i < 60; ++i) {
      std::vector<int> inputs;
      for (int k = 0; k < 2; ++k)
        inputs.push_back(nets[nets.size() - 1 - random() % std::min<std::size_t>(nets.size(), 9)]);
      nets.push_back(any.cell(inputs, 1 + static_cast<double>(random() % 5)));
    }
    for (std::size_t i = nets.size() - 5; i < nets.size(); ++i) any.output(nets[i]);
    const double whole = *std::ranges::max_element(any.arrivals);
    for (const int pieces : {2, 3, 5}) {
      const auto cut = cut_into(pieces, any.netlist, any.arrivals);
      const auto drivers = any.netlist.drivers();
      for (std::size_t i = 0; i < cut.size(); ++i) {
        EXPECT_TRUE(cut[i] >= 0 && cut[i] < pieces);
        for (const int net : any.netlist.cells[i].inputs)
          if (drivers[at(net)] >= 0) {
            EXPECT_LE(cut[at(drivers[at(net)])], cut[i]);
          }
      }
      // Each piece is short of the next cell at most by that cell.
      EXPECT_LE(any.period(cut), whole / pieces + 5);
    }
  }
}

}  // namespace
}  // namespace mmasc
