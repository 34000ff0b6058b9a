// SPDX-License-Identifier: Apache-2.0
// The signals that a VCD has and a GTKWave save file names.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

namespace mmasc::testing {

inline std::set<std::string> signals_of_vcd(const std::string& text) {
  std::set<std::string> signals;
  std::istringstream vcd(text);
  std::string scope, word;
  while (vcd >> word && word != "$enddefinitions") {
    std::string kind, width, code, name;
    if (word == "$scope") {
      vcd >> kind >> name;
      scope += name + ".";
    } else if (word == "$upscope") {
      scope.pop_back();
      scope.resize(scope.rfind('.') + 1);
    } else if (word == "$var") {
      vcd >> kind >> width >> code >> name;
      signals.insert(scope + name);
    }
  }
  return signals;
}

// Every signal of the save file is one of the VCD and the other way round, decoded numbers among
// them.
inline void expect_same_signals(const std::string& save_text, const std::string& vcd_text) {
  const std::set<std::string> signals = signals_of_vcd(vcd_text);
  std::istringstream save(save_text);
  int named = 0, numbers = 0;
  for (std::string line; std::getline(save, line);) {
    if (!line.starts_with("SystemC.")) continue;
    EXPECT_TRUE(signals.contains(line.substr(0, line.find('[')))) << line;
    numbers += line.ends_with("_value") ? 1 : 0;
    ++named;
  }
  EXPECT_EQ(named, static_cast<int>(signals.size()));
  EXPECT_GT(numbers, 5);
}

}  // namespace mmasc::testing
