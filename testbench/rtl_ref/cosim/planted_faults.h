// SPDX-License-Identifier: Apache-2.0
// A unit's RTL with faults in every field that an instance of a stage registers: each flips the
// lowest or the highest bit of the field's vector in one operation, or loses the operation. Of an
// addend the highest are the two on top: a sign by itself says nothing of a 0.
#pragma once

#include <regex>
#include <set>
#include <string>
#include <vector>

#include "mmasc/cosim/lock_step.h"
#include "mmasc/rtl/emit.h"
#include "mmasc/unit/error.h"

namespace mmasc::testing {

struct PlantedFault {
  std::string instance;  // "u_aligner_0"
  std::string field;     // as the stage's text calls it: "significand", "valid_i"
  bool highest = false;  // the bit
  // The number of the operation that the fault hits, far enough from the others' for a run of its
  // own.
  std::uint32_t id = 0;
};

constexpr std::uint32_t kIdsApart = 1000;

class PlantedFaults {
 public:
  explicit PlantedFaults(Rtl rtl) : rtl_(std::move(rtl)) {
    // Every instance gets a copy of its stage as a module of its own:
    //   mmasc_aligner #( ... ) u_aligner_0 ( ... );
    std::string text = rtl_.files.back().text;
    std::vector<RtlFile> copies;
    for (std::size_t at = 0; (at = text.find(kName, at)) != std::string::npos; at += kName.size()) {
      const std::size_t name = at + kName.find("u_");
      const std::string instance = text.substr(name, text.find(' ', name) - name);
      if (kLogic.contains(instance)) continue;
      const std::size_t begin = text.rfind(kModule, at) + kModule.find("mmasc_");
      const std::string module = text.substr(begin, text.find(' ', begin) - begin);
      const std::string copy = module + "_of_" + instance;
      const bool passes = text.find(".bypass_i(1'b0)", at) > text.find(";", at);
      copies.push_back({copy + ".sv", plant(text_of(module), module, copy, instance, passes)});
      static const std::string kTerms = ".TERMS(";
      if (const std::size_t terms = text.find(kTerms, begin); terms < at)
        terms_.emplace_back(instance, std::stoi(text.substr(terms + kTerms.size())));
      text.replace(begin, module.size(), copy);
      at += copy.size() - module.size();
    }
    rtl_.files.back().text = text;
    rtl_.files.insert(rtl_.files.end() - 1, copies.begin(), copies.end());
  }

  const Rtl& rtl() const { return rtl_; }
  const std::vector<PlantedFault>& faults() const { return faults_; }
  // The instances that take terms, and how many they take.
  const std::vector<std::pair<std::string, int>>& terms() const { return terms_; }

 private:
  inline static const std::string kName = "\n  ) u_", kModule = "\n  mmasc_";
  // What registers nothing.
  inline static const std::set<std::string> kLogic = {"u_nan_word", "u_quiet_nan"};

  std::string text_of(const std::string& module) const {
    for (const RtlFile& file : rtl_.files)
      if (file.name == module + ".sv") return file.text;
    throw InputError("no stage " + module);
  }

  // The registers take { id_i, significand, ... }. Nothing may pass by: what does then is no field.
  // Nobody reads the handshake of what travels beside another instance.
  std::string plant(const std::string& text, const std::string& module, const std::string& copy,
                    const std::string& instance, bool passes) {
    static const std::regex kData(R"(\.data_i\s*\(\{([^}]*)\}\))");
    static const std::regex kField(R"(\w+)");
    std::smatch data;
    if (!std::regex_search(text, data, kData)) throw InputError(module + " registers nothing");
    const std::string fields = data[1];
    const bool is_beside = module == "mmasc_beside" || module == "mmasc_status_flags";
    std::string faulty;
    for (std::sregex_iterator at(fields.begin(), fields.end(), kField), end; at != end; ++at) {
      const std::string field = at->str();
      faulty += faulty.empty() ? "" : ", ";
      if ((field == "bypass_i" && !passes) || (field == "id_i" && is_beside)) {
        faulty += field;
        continue;
      }
      const std::string size = "$bits(" + field + ")";
      const char* const top = field == "addend" ? "'(3) << (" : "'(1) << (";
      const char* const at_top = field == "addend" ? " - 2)" : " - 1)";
      faulty += "(" + field;
      for (const bool highest : {false, true})
        faulty += " ^ (id_i == " + new_id({instance, field, highest}) + " ? " + size +
                  (highest ? top + size + at_top : "'(1)") + " : " + size + "'(0))";
      faulty += ")";
    }
    std::string out = text;
    out.replace(static_cast<std::size_t>(data.position(1)), fields.size(), faulty);
    static const std::string kValid = ".valid_i(valid_i)";
    if (!is_beside)
      out.replace(out.find(kValid, out.find("u_registers")), kValid.size(),
                  ".valid_i(valid_i && id_i != " + new_id({instance, "valid_i"}) + ")");
    return std::regex_replace(out, std::regex("module " + module + "\\b"), "module " + copy);
  }

  std::string new_id(PlantedFault fault) {
    fault.id = static_cast<std::uint32_t>(faults_.size() + 1) * kIdsApart;
    faults_.push_back(fault);
    return "32'd" + std::to_string(lock_step_id(fault.id));
  }

  Rtl rtl_;
  std::vector<PlantedFault> faults_;
  std::vector<std::pair<std::string, int>> terms_;
};

}  // namespace mmasc::testing
