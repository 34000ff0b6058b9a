// SPDX-License-Identifier: Apache-2.0
// The VCD around a divergence: its cycles alone, both units, and the values that differ.
#include <fstream>
#include <map>

#include "cosim/expect_faults.h"
#include "rtl/folder.h"

namespace mmasc {
namespace {

class LockStepVcdTest : public testing::WithVerilator {};

struct Vcd {
  std::map<std::string, std::string> code_of;                    // of "model.aligner_0.rank0.id_q"
  std::map<std::string, std::map<long, std::string>> values_of;  // by code and time

  std::string value(const std::string& name, long time) const {
    const auto& values = values_of.at(code_of.at(name));
    return std::prev(values.upper_bound(time))->second;
  }
};

Vcd read_vcd(const std::filesystem::path& path) {
  Vcd vcd;
  std::ifstream file(path);
  std::string scope, word;
  long time = 0;
  while (file >> word) {
    if (word == "$comment") {
      while (file >> word && word != "$end") {
      }
    } else if (word == "$scope") {
      std::string kind, name;
      file >> kind >> name;
      scope += name + "/";
    } else if (word == "$upscope") {
      scope.pop_back();
      scope.resize(scope.rfind('/') + 1);
    } else if (word == "$var") {
      std::string kind, width, code, name;
      file >> kind >> width >> code >> name;
      vcd.code_of[scope + name] = code;
    } else if (word[0] == '#') {
      time = std::stol(word.substr(1));
    } else if (word[0] == 'b') {
      std::string code;
      file >> code;
      vcd.values_of[code][time] = word.substr(1);
    } else if ((word[0] == '0' || word[0] == '1') && word.size() > 1) {
      vcd.values_of[word.substr(1)][time] = word.substr(0, 1);
    }
  }
  return vcd;
}

TEST_F(LockStepVcdTest, ShowsBothUnitsAroundTheFault) {
  const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const testing::PlantedFaults planted(emit_rtl(make_plan(unit), kUnitTop));
  const testing::LockStepOf both(unit, planted.rtl());
  const auto fault = std::ranges::find_if(planted.faults(), [](const testing::PlantedFault& each) {
    return each.instance == "u_aligner_0" && each.field == "exponent";
  });
  ASSERT_NE(fault, planted.faults().end());
  LockStepOptions options;
  options.first_operation = fault->id - 30;  // some way into the run
  const LockStepReport report = both.run(options);
  ASSERT_TRUE(report.divergence.has_value());
  const Divergence& found = *report.divergence;
  EXPECT_GT(found.cycle, 30u);

  const testing::Folder folder;
  const LockStepVcd window{(folder.path() / "part").string(), found.cycle - 5, found.cycle + 3};
  write_lock_step_vcd(both.subject(), options, window);
  const Vcd vcd = read_vcd(folder.path() / "part.vcd");
  const long at = static_cast<long>(found.cycle) * 1000;  // in ps
  long first = at, last = 0;
  for (const auto& [code, values] : vcd.values_of)
    for (const auto& [time, value] : values) {
      if (time > 0) first = std::min(first, time);
      last = std::max(last, time);
    }
  EXPECT_GE(first, at - 5000);
  EXPECT_LE(last, at + 4000);
  const std::string field = "/aligner_0/rank0/sum_0/exponent_q";
  const std::string model = vcd.value("SystemC/model" + field, at);
  const std::string rtl = vcd.value("SystemC/rtl" + field, at);
  EXPECT_EQ(std::stoul(model, nullptr, 2), std::stoul(found.model, nullptr, 16));
  EXPECT_EQ(std::stoul(rtl, nullptr, 2), std::stoul(found.rtl, nullptr, 16));
  EXPECT_NE(model, rtl);
}

}  // namespace
}  // namespace mmasc
