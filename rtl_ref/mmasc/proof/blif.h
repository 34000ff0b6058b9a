// SPDX-License-Identifier: Apache-2.0
// Modules of AND gates, inverters and instances, as Yosys writes them: BLIF with -icells -cname
// -blackbox. What is instantiated often stands once.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mmasc::proof {

// Nets are numbers within their module; 0, 1 and 2 are the constants and what has no value.
inline constexpr int kFalseNet = 0, kTrueNet = 1, kUndefinedNet = 2;

struct BlifModule {
  struct Instance {
    std::string module, name;
    std::vector<std::pair<std::string, int>> connections;  // ports, with their bit, and nets
  };
  // What gives a net its value: of a buffer x alone, of an instance neither.
  struct Driver {
    enum class Kind { none, buffer, inverter, both, port, instance } kind = Kind::none;
    int x = 0, y = 0;  // nets; of an instance's output: the instance, and the port among its
                       // connections
  };

  std::vector<std::string> inputs, outputs;  // with their bit: "a_i[3]"
  bool is_black_box = false;
  std::map<std::string, int, std::less<>> nets;
  std::vector<Driver> drivers;  // of each net
  std::vector<Instance> instances;
};

using BlifModules = std::map<std::string, BlifModule, std::less<>>;

// Throws InputError, which begins with `name`, for what is no such text, for other cells, which
// hold state, and where a net has several drivers.
BlifModules parse_blif(std::string_view text, std::string_view name);

// Of a netlist of cells of any kind, written before anything is simplified: throws InputError where
// a net has several drivers, a constant among them, which Yosys would take for its value.
void check_drivers(std::string_view text, std::string_view name);

}  // namespace mmasc::proof
