// SPDX-License-Identifier: Apache-2.0
// print_table OUT.json < REPORTS: the benchmarks' JSON reports, one after the other, as one table
// and one file. Figures of the same benchmark with other inputs stand in one line.
#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "aims.h"

namespace mmasc {
namespace {

using Json = nlohmann::ordered_json;

// "12.3 G"
std::string with_prefix(double x) {
  constexpr struct {
    double power;
    const char* letter;
  } kPrefixes[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, " "}};
  for (const auto& prefix : kPrefixes)
    if (x >= prefix.power) return fmt::format("{:.3g} {}", x / prefix.power, prefix.letter);
  return fmt::format("{:.3g}  ", x);
}

struct Line {
  std::string unit;                     // what there are so many of a second
  std::map<std::string, double> rates;  // by inputs; "clean" where there is one kind
  double floor = 0, goal = 0;
};

bool cut(std::string& name, const std::string& end) {
  if (!name.ends_with(end)) return false;
  name.resize(name.size() - end.size());
  return true;
}

class Table {
 public:
  void add(const Json& run) {
    std::string name = run.at("name"), inputs = "clean";
    cut(name, "/real_time");
    cut(name, "/iterations:1");
    if (const auto at = name.find("/min_time:"); at != std::string::npos)
      name.erase(at, name.find('/', at + 1) - at);
    for (const char* kind : {"clean", "half_zeros", "random_bits"})
      if (cut(name, std::string("/") + kind)) inputs = kind;
    if (!lines_.contains(name)) order_.push_back(name);
    Line& line = lines_[name];
    if (run.contains("error_message")) {
      line.unit = run.at("error_message");
      return;
    }
    for (const char* unit : {"dots", "cycles", "FMAs", "tiles", "MMAs"})
      if (run.contains(unit)) {
        line.unit = unit;
        line.rates[inputs] = run.at(unit);
      }
    line.floor = run.value("floor", 0.0);
    line.goal = run.value("goal", 0.0);
  }

  void print() const {
    fmt::print("{:<58}{:>9}{:>11}{:>12}  {:<9}{:>8}{:>8}{:>7}\n", "", "clean", "half zeros",
               "random bits", "", "floor", "goal", "clean");
    for (const std::string& name : order_) {
      const Line& line = lines_.at(name);
      const auto rate = [&](const char* inputs) {
        return line.rates.contains(inputs) ? with_prefix(line.rates.at(inputs)) : std::string();
      };
      fmt::print("{:<58}{:>9}{:>11}{:>12}  {:<9}", name, rate("clean"), rate("half_zeros"),
                 rate("random_bits"), line.unit + "/s");
      if (line.floor > 0)
        fmt::print("{:>8}{:>8}{:>6.0f}%", with_prefix(line.floor), with_prefix(line.goal),
                   100 * line.rates.at("clean") / line.floor);
      fmt::print("\n");
    }
    fmt::print("\nElsewhere, not run here:\n");
    for (const Peer& peer : kPeers)
      fmt::print("{:<58}{:>9}{:>25}{}/s\n", peer.who, with_prefix(peer.rate), "", peer.unit);
  }

 private:
  std::vector<std::string> order_;
  std::map<std::string, Line> lines_;
};

int print_table(const char* path) {
  Json all{{"schema", "mmasc-benchmarks"}, {"version", 1}, {"benchmarks", Json::array()}};
  Table table;
  for (Json report; std::cin >> std::ws, std::cin.peek() != EOF;) {
    std::cin >> report;
    all["context"] = report.at("context");
    for (const Json& run : report.at("benchmarks")) {
      all["benchmarks"].push_back(run);
      table.add(run);
    }
  }
  if (all["benchmarks"].empty()) {
    std::cerr << "print_table: no benchmark on standard input\n";
    return 1;
  }
  table.print();
  std::ofstream file(path);
  file << all.dump(1) << '\n';
  file.close();
  if (!file) {
    std::cerr << "print_table: cannot write " << path << '\n';
    return 3;
  }
  fmt::print("\n{}, {} processors, load {:.1f}: {}\n", all["context"].value("date", ""),
             all["context"].value("num_cpus", 0),
             all["context"].value("load_avg", std::vector<double>{0}).front(), path);
  return 0;
}

}  // namespace
}  // namespace mmasc

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: print_table OUT.json < REPORTS\n";
    return 2;
  }
  return mmasc::print_table(argv[1]);
}
