// SPDX-License-Identifier: Apache-2.0
#include "mmasc/c_source/c_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cctype>
#include <string_view>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

// The keywords of C99, C11 and C++20 that are words of letters, with a space on either side of
// each: the header may be included from C++.
constexpr std::string_view kKeywords =
    " alignas alignof and and_eq asm auto bitand bitor bool break case catch char class co_await "
    "co_return co_yield compl concept const const_cast consteval constexpr constinit continue "
    "decltype default delete do double dynamic_cast else enum explicit export extern false float "
    "for friend goto if inline int long main mutable namespace new noexcept not not_eq nullptr "
    "operator or or_eq private protected public register reinterpret_cast requires restrict return "
    "short signed sizeof static static_assert static_cast struct switch template this thread_local "
    "throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t "
    "while xor xor_eq ";

bool is_letter(char letter) { return std::isalpha(static_cast<unsigned char>(letter)) != 0; }
bool is_of_name(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

}  // namespace

void check_c_name(const std::string& name) {
  if (name.empty() || !is_letter(name[0]) || !std::ranges::all_of(name, is_of_name))
    throw InputError(fmt::format(
        "\"{}\" is no name in C: letters, digits and _, a letter first; give one with --name",
        name));
  if (kKeywords.find(" " + name + " ") != std::string_view::npos)
    throw InputError(
        fmt::format("\"{}\" is a word of C or C++, no name; give one with --name", name));
}

std::string macro_name(const std::string& name, const std::string& what) {
  std::string macro = name;
  std::ranges::transform(macro, macro.begin(), [](unsigned char letter) {
    return static_cast<char>(std::toupper(letter));
  });
  return macro + "_" + what;
}

int c_type_bits(int bits) {
  assert(bits <= 64);
  return std::max(8, static_cast<int>(std::bit_ceil(static_cast<unsigned>(bits))));
}

std::string c_type(int bits) { return fmt::format("uint{}_t", c_type_bits(bits)); }

}  // namespace mmasc
