// SPDX-License-Identifier: Apache-2.0
// Opcodes as types, each with a character array of its own, as the constraint "C" of inline
// assembly wants it. Only letters are template arguments: nvcc cannot spell a kernel that is a
// template over a class value.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace mmasc {

template <char... letters>
struct Letters {
  static constexpr char text[] = {letters..., '\0'};
  static constexpr std::string_view view() { return {text, sizeof...(letters)}; }
};

template <char... x, char... y>
constexpr Letters<x..., y...> operator+(Letters<x...>, Letters<y...>) {
  return {};
}

template <std::size_t size>
struct Literal {
  char letters[size];
  static constexpr std::size_t length = size - 1;  // the last is 0
  constexpr Literal(const char (&text)[size]) {
    for (std::size_t i = 0; i < size; ++i) letters[i] = text[i];
  }
};

// "mma.sync"_opcode
template <Literal literal>
constexpr auto operator""_opcode() {
  return []<std::size_t... i>(std::index_sequence<i...>) {
    return Letters<literal.letters[i]...>{};
  }
  (std::make_index_sequence<literal.length>{});
}

}  // namespace mmasc
