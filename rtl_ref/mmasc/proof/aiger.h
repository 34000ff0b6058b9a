// SPDX-License-Identifier: Apache-2.0
// Combinational logic in files of the AIGER format 1.9, binary, with the names of its inputs and
// outputs.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mmasc/proof/and_graph.h"

namespace mmasc::proof {

struct NamedLiteral {
  std::string name;
  Literal literal = kFalse;
};

// New inputs of the graph for the bits of a word, which join those that are named.
Literals new_inputs(AndGraph& gates, const std::string& name, int bits,
                    std::vector<NamedLiteral>& inputs);

// A file's contents: gates in order, over inputs and gates before them.
//
//     number  0: the constant   1 ... inputs   then the gates
struct AigerFile {
  std::vector<std::string> inputs;    // names
  std::vector<AndGraph::Gate> gates;  // of literals of this file
  std::vector<NamedLiteral> outputs;
};

// Throws InputError for what is no such file, for latches too.
AigerFile parse_aiger(std::string_view text, std::string_view name);

// Those inputs of `gates` that outputs depend on need not be all that are named.
std::string aiger_of(const AndGraph& gates, const std::vector<NamedLiteral>& inputs,
                     const std::vector<NamedLiteral>& outputs);

}  // namespace mmasc::proof
