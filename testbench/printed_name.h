// SPDX-License-Identifier: Apache-2.0
// The names of a parameterised test's instances, for INSTANTIATE_TEST_SUITE_P: what the parameters
// print, in the letters that names may have. CTest has the same names.
#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <string_view>
#include <type_traits>

namespace mmasc {

inline std::string as_name(std::string text) {
  for (char& letter : text)
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  return text;
}

struct PrintedName {
  template <class Parameter>
  std::string operator()(const ::testing::TestParamInfo<Parameter>& info) const {
    if constexpr (std::is_convertible_v<const Parameter&, std::string_view>)
      return as_name(std::string(std::string_view(info.param)));
    else
      return as_name(::testing::PrintToString(info.param));
  }
};

// What a parameter has as its `name`, which has such letters alone.
struct OwnName {
  template <class Parameter>
  std::string operator()(const ::testing::TestParamInfo<Parameter>& info) const {
    return std::string(info.param.name);
  }
};

}  // namespace mmasc
