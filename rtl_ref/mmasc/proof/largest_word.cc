// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/largest_word.h"

namespace mmasc::proof {
namespace {

void collect(const WordGraph& graph, int node, std::vector<int>& words) {
  using enum WordGraph::Operation;
  const WordGraph::Node& choice = graph.node(node);
  if (choice.operation == select) {
    const WordGraph::Node& test = graph.node(choice.operand[0]);
    if (test.operation == less && test.operand[0] == choice.operand[2] &&
        test.operand[1] == choice.operand[1]) {
      collect(graph, choice.operand[2], words);
      collect(graph, choice.operand[1], words);
      return;
    }
  }
  words.push_back(node);
}

}  // namespace

std::vector<int> words_of_largest(const WordGraph& graph, int node) {
  std::vector<int> words;
  collect(graph, node, words);
  return words;
}

}  // namespace mmasc::proof
