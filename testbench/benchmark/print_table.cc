// SPDX-License-Identifier: Apache-2.0
// print_table KEPT.csv FOLDER < REPORTS: the benchmarks' JSON reports, one after the other, as one
// table, FOLDER/benchmarks.json and FOLDER/figures.csv. Figures of the same benchmark with other
// inputs stand in one line. A figure is compared with the kept one as a multiple of its own run's
// calibration. To keep the figures of a run, copy its figures.csv over KEPT.csv.
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
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

// Multiples of the calibration, by benchmark and inputs.
using Figures = std::map<std::string, double>;

std::string key(const std::string& name, const std::string& inputs) { return name + "," + inputs; }

constexpr const char* kFiguresHeader = "benchmark,inputs,of_calibration";

// Empty where there is no such file, or it is not as written below.
Figures read_figures(const std::string& path) {
  std::ifstream file(path);
  Figures figures;
  std::string line;
  if (!std::getline(file, line) || line != kFiguresHeader) return figures;
  while (std::getline(file, line)) {
    const auto comma = line.rfind(',');
    if (comma == std::string::npos) return {};
    figures[line.substr(0, comma)] = std::strtod(line.c_str() + comma + 1, nullptr);
  }
  return figures;
}

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
    if (run.contains("multiplications")) {
      calibration_ = run.at("multiplications");
      return;
    }
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

  Figures figures() const {
    Figures figures;
    if (calibration_ > 0)
      for (const auto& [name, line] : lines_)
        for (const auto& [inputs, rate] : line.rates)
          figures[key(name, inputs)] = rate / calibration_;
    return figures;
  }

  void print(const Figures& kept) const {
    const Figures now = figures();
    fmt::print("{:<58}{:>9}{:>11}{:>12}  {:<9}{:>7}{:>8}{:>8}{:>7}\n", "", "clean", "half zeros",
               "random bits", "", "kept", "floor", "goal", "clean");
    for (const std::string& name : order_) {
      const Line& line = lines_.at(name);
      const auto rate = [&](const char* inputs) {
        return line.rates.contains(inputs) ? with_prefix(line.rates.at(inputs)) : std::string();
      };
      fmt::print("{:<58}{:>9}{:>11}{:>12}  {:<9}", name, rate("clean"), rate("half_zeros"),
                 rate("random_bits"), line.unit + "/s");
      const std::string clean = key(name, "clean");
      if (now.contains(clean) && kept.contains(clean))
        fmt::print("{:>6.2f}x", now.at(clean) / kept.at(clean));
      else
        fmt::print("{:>7}", "");
      if (line.floor > 0)
        fmt::print("{:>8}{:>8}{:>6.0f}%", with_prefix(line.floor), with_prefix(line.goal),
                   100 * line.rates.at("clean") / line.floor);
      fmt::print("\n");
    }
    fmt::print("\nkept: clean, beside the kept run, each over its calibration ({} now)\n",
               with_prefix(calibration_));
    fmt::print("\nElsewhere, not run here:\n");
    for (const Peer& peer : kPeers)
      fmt::print("{:<58}{:>9}{:>25}{}/s\n", peer.who, with_prefix(peer.rate), "", peer.unit);
  }

 private:
  std::vector<std::string> order_;
  std::map<std::string, Line> lines_;
  double calibration_ = 0;  // multiplications a second
};

void write(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

std::string to_csv(const Figures& figures) {
  std::string text = std::string(kFiguresHeader) + "\n";
  for (const auto& [benchmark, figure] : figures)
    text += fmt::format("{},{:.4g}\n", benchmark, figure);
  return text;
}

int print_table(const char* kept, const std::string& folder) try {
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
  table.print(read_figures(kept));
  const std::string path = folder + "/benchmarks.json";
  write(path, all.dump(1) + "\n");
  write(folder + "/figures.csv", to_csv(table.figures()));
  fmt::print("\n{}, {} processors, load {:.1f}: {}\n", all["context"].value("date", ""),
             all["context"].value("num_cpus", 0),
             all["context"].value("load_avg", std::vector<double>{0}).front(), path);
  return 0;
} catch (const std::exception& error) {
  std::cerr << "print_table: " << error.what() << '\n';
  return 3;
}

}  // namespace
}  // namespace mmasc

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: print_table KEPT.csv FOLDER < REPORTS\n";
    return 2;
  }
  return mmasc::print_table(argv[1], argv[2]);
}
