// SPDX-License-Identifier: Apache-2.0
// A graph of words as gates: every word in two's complement of its width, the lowest bit first.
#pragma once

#include <map>
#include <vector>

#include "mmasc/proof/and_graph.h"
#include "mmasc/symbolic/word_graph.h"
#include "mmasc/symbolic/word_ranges.h"

namespace mmasc::proof {

// The bits of nodes that are given, inputs among them; all others are computed.
using GivenBits = std::map<int, Literals>;

// The bits of every node.
std::vector<Literals> bits_of_words(AndGraph& gates, const WordGraph& words,
                                    const GivenBits& given);

// Whether a word is less than another, both of two's complement; whether their bits differ.
Literal is_less(AndGraph& gates, const Literals& x, const Literals& y);
Literal differs(AndGraph& gates, const Literals& x, const Literals& y);
// Whether a word is the least of its width, which has no negative.
Literal is_least(AndGraph& gates, const Literals& x);
// x where the condition holds, or y, which is as wide.
Literals chosen(AndGraph& gates, Literal condition, const Literals& x, const Literals& y);
// x + y + carry, as wide as x; y is, too.
Literals sum(AndGraph& gates, const Literals& x, const Literals& y, Literal carry);
// -x where the condition holds, or x.
Literals negated_if(AndGraph& gates, Literal condition, const Literals& x);
// Whether a word lies in a range.
Literal is_in(AndGraph& gates, const Literals& word, const WordRange& range);

// A number's lowest `width` bits; its sign goes on.
Literals constant_word(int128 value, int width);
// The lowest `width` bits of a word; its sign goes on.
Literals resized(const Literals& word, int width);

}  // namespace mmasc::proof
