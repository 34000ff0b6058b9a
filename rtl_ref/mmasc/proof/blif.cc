// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/blif.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "mmasc/unit/error.h"

namespace mmasc::proof {
namespace {

using Driver = BlifModule::Driver;
using Kind = Driver::Kind;

using Tokens = std::vector<std::string_view>;

class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  // The next line's words; comments and empty lines have none.
  std::optional<Tokens> next() {
    if (at_ >= text_.size()) return std::nullopt;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view rest = text_.substr(at_, end - at_);
    at_ = end + 1;
    Tokens words;
    while (!rest.empty() && rest.front() != '#') {
      const std::size_t space = std::min(rest.find(' '), rest.size());
      if (space > 0) words.push_back(rest.substr(0, space));
      rest.remove_prefix(std::min(space + 1, rest.size()));
    }
    return words;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

class Parser {
 public:
  Parser(std::string_view text, std::string_view name) : lines_(text), name_(name) {}

  BlifModules modules() {
    while (const auto words = lines_.next()) read(*words);
    if (module_ != nullptr) fail("it ends within a module");
    connect();
    return std::move(modules_);
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw InputError(fmt::format("{}: not a netlist of modules: {}", name_, what));
  }

  void read(const Tokens& words) {
    if (words.empty()) return;
    const std::string_view what = words.front();
    if (what == ".model") {
      if (module_ != nullptr || words.size() != 2) fail("a module within another");
      begin(words[1]);
      return;
    }
    if (module_ == nullptr) fail(fmt::format("{} outside a module", what));
    if (what == ".inputs")
      ports(words, module_->inputs, true);
    else if (what == ".outputs")
      ports(words, module_->outputs, false);
    else if (what == ".blackbox")
      module_->is_black_box = true;
    else if (what == ".names")
      names(words);
    else if (what == ".subckt")
      cell(words);
    else if (what == ".cname")
      cell_name(words);
    else if (what == ".end")
      module_ = nullptr;
    else if (what != "1")  // the table of a constant
      fail(fmt::format("a line begins with {}", what));
  }

  void begin(std::string_view name) {
    const auto [place, is_new] = modules_.try_emplace(std::string(name));
    if (!is_new) fail(fmt::format("two modules are called {}", name));
    module_ = &place->second;
    module_->nets = {{"$false", kFalseNet}, {"$true", kTrueNet}, {"$undef", kUndefinedNet}};
    module_->drivers.resize(3);
  }

  int net(std::string_view name) {
    const auto found = module_->nets.find(name);
    if (found != module_->nets.end()) return found->second;
    const int number = static_cast<int>(module_->drivers.size());
    module_->nets.emplace(name, number);
    module_->drivers.emplace_back();
    return number;
  }
  void drive(std::string_view name, Driver driver) {
    Driver& of = module_->drivers[static_cast<std::size_t>(net(name))];
    if (of.kind != Kind::none)
      throw InputError(fmt::format("{}: {} has several drivers", name_, name));
    of = driver;
  }

  void ports(const Tokens& words, std::vector<std::string>& list, bool are_inputs) {
    for (const std::string_view port : Tokens(words.begin() + 1, words.end())) {
      list.emplace_back(port);
      net(port);
      if (are_inputs) drive(port, {Kind::port});
    }
  }

  // A constant's own table, or a buffer.
  void names(const Tokens& words) {
    if (words.size() == 2 && words[1].starts_with('$')) return;
    if (words.size() != 3) fail("a table of other than one net");
    drive(words[2], {Kind::buffer, net(words[1])});
    if (const auto table = lines_.next(); !table || *table != Tokens{"1", "1"})
      fail("a table of its own");
  }

  void cell(const Tokens& words) {
    if (words.size() < 2) fail("a cell without a type");
    BlifModule::Instance cell{std::string(words[1]), {}, {}};
    for (std::size_t i = 2; i < words.size(); ++i) {
      const std::size_t equal = words[i].find('=');
      if (equal == std::string_view::npos) fail("a connection without a net");
      cell.connections.emplace_back(words[i].substr(0, equal), net(words[i].substr(equal + 1)));
    }
    is_gate_ = cell.module == "$_AND_" || cell.module == "$_NOT_";
    if (is_gate_)
      gate(cell);
    else
      module_->instances.push_back(std::move(cell));
  }
  void gate(const BlifModule::Instance& cell) {
    const auto pin = [&](std::string_view name) {
      for (const auto& [port, net] : cell.connections)
        if (port == name) return net;
      fail(fmt::format("{} without {}", cell.module, name));
    };
    Driver& of = module_->drivers[static_cast<std::size_t>(pin("Y"))];
    if (of.kind != Kind::none) fail("a gate's net has several drivers");
    of = cell.module == "$_NOT_" ? Driver{Kind::inverter, pin("A")}
                                 : Driver{Kind::both, pin("A"), pin("B")};
  }
  void cell_name(const Tokens& words) {
    if (is_gate_) return;
    if (words.size() != 2 || module_->instances.empty()) fail("a name of no cell");
    module_->instances.back().name = words[1];
  }

  // Which nets instances drive, once all modules are known.
  void connect() {
    for (auto& [module_name, module] : modules_) {
      module_ = &module;
      for (std::size_t i = 0; i < module.instances.size(); ++i) {
        const BlifModule::Instance& instance = module.instances[i];
        const auto found = modules_.find(instance.module);
        if (found == modules_.end())
          throw InputError(
              fmt::format("{}: {} holds a {}, which is no combinational logic; registers stand in "
                          "mmasc_elastic alone",
                          name_, module_name, instance.module));
        for (std::size_t c = 0; c < instance.connections.size(); ++c) {
          const auto& [port, net] = instance.connections[c];
          if (std::ranges::find(found->second.outputs, port) == found->second.outputs.end())
            continue;
          Driver& of = module.drivers[static_cast<std::size_t>(net)];
          if (of.kind != Kind::none)
            throw InputError(fmt::format("{}: the net at {} of {} has several drivers", name_, port,
                                         instance.name));
          of = {Kind::instance, static_cast<int>(i), static_cast<int>(c)};
        }
      }
    }
  }

  Lines lines_;
  std::string_view name_;
  BlifModules modules_;
  BlifModule* module_ = nullptr;  // that is being read
  bool is_gate_ = false;          // the last cell
};

}  // namespace

BlifModules parse_blif(std::string_view text, std::string_view name) {
  return Parser(text, name).modules();
}

void check_drivers(std::string_view text, std::string_view name) {
  constexpr std::array<std::string_view, 4> kOutputs{"Y", "Q", "X", "CO"};  // of Yosys's own cells
  std::map<std::string, std::set<std::string, std::less<>>, std::less<>> outputs;  // of modules
  for (const bool counts : {false, true}) {
    std::string module;
    std::set<std::string, std::less<>> driven;
    const auto drive = [&](std::string_view net) {
      if (!driven.emplace(net).second || net.starts_with("$false") || net.starts_with("$true"))
        throw InputError(fmt::format("{}: {} of {} has several drivers", name, net, module));
    };
    Lines lines(text);
    while (const auto words = lines.next()) {
      if (words->size() < 2) continue;
      const std::string_view what = words->front();
      if (what == ".model") {
        module = (*words)[1];
        driven.clear();
      } else if (what == ".outputs" && !counts) {
        outputs[module].insert(words->begin() + 1, words->end());
      } else if (what == ".inputs" && counts) {
        for (std::size_t i = 1; i < words->size(); ++i) drive((*words)[i]);
      } else if (what == ".names" && counts && words->size() == 3) {
        drive((*words)[2]);
      } else if (what == ".subckt" && counts) {
        const auto known = outputs.find((*words)[1]);
        for (std::size_t i = 2; i < words->size(); ++i) {
          const std::string_view port = (*words)[i].substr(0, (*words)[i].find('='));
          const std::string_view bare = port.substr(0, port.find('['));
          const bool is_output = known != outputs.end() ? known->second.contains(port)
                                                        : std::ranges::count(kOutputs, bare) > 0;
          if (is_output) drive((*words)[i].substr((*words)[i].find('=') + 1));
        }
      }
    }
  }
}

}  // namespace mmasc::proof
