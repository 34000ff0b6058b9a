// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/largest_word.h"

#include <algorithm>

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

void assume_largest(AndGraph& gates, const WordGraph& graph, int node,
                    const std::vector<Literals>& words, Premises& premises) {
  const std::vector<int> terms = words_of_largest(graph, node);
  for (const int distance : differences_from(graph, node))
    if (const int term = graph.node(distance).operand[1];
        std::ranges::find(terms, term) != terms.end())
      premises.add(gates, invert(is_less(gates, words[static_cast<std::size_t>(node)],
                                         words[static_cast<std::size_t>(term)])));
}

}  // namespace mmasc::proof
