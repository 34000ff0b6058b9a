// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/flatten.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "mmasc/unit/error.h"

namespace mmasc::proof {
namespace {

using Kind = BlifModule::Driver::Kind;

constexpr Literal kUnknown = ~Literal{0}, kBusy = kUnknown - 1;

std::string with_bit(const std::string& port) { return port.ends_with(']') ? port : port + "[0]"; }

// A module at its place in the design.
struct Place {
  const BlifModule* module = nullptr;
  Place* above = nullptr;
  std::map<int, int> nets_above;  // of its inputs
  std::string path;               // "u_aligner_0.", of the top ""
  std::vector<std::unique_ptr<Place>> below;
  std::vector<Literal> values;  // of its nets
};

class Flattener {
 public:
  Flattener(const BlifModules& modules, std::string_view top, std::string_view shown)
      : modules_(modules), shown_(shown) {
    const auto found = modules.find(top);
    if (found == modules.end()) throw InputError(fmt::format("{}: there is no such module", top));
    top_.module = &found->second;
  }

  FlatLogic logic() {
    for (const std::string& port : top_.module->inputs) input(top_, port);
    std::set<const BlifModule*> above;
    elaborate(top_, above);
    for (const std::string& port : top_.module->outputs)
      logic_.outputs.push_back({with_bit(port), value(top_, top_.module->nets.at(port))});
    show(top_);
    return std::move(logic_);
  }

 private:
  void input(Place& place, const std::string& port) {
    if (place.values.empty()) place.values.resize(place.module->drivers.size(), kUnknown);
    const Literal bit = logic_.gates.input();
    logic_.inputs.push_back({place.path + with_bit(port), bit});
    place.values[static_cast<std::size_t>(place.module->nets.at(port))] = bit;
  }

  void elaborate(Place& place, std::set<const BlifModule*>& above) {
    const BlifModule& module = *place.module;
    place.values.resize(module.drivers.size(), kUnknown);
    place.values[kFalseNet] = kFalse;
    place.values[kTrueNet] = kTrue;
    if (!above.insert(&module).second)
      throw InputError(fmt::format("{}: a module holds itself", place.path));
    for (const BlifModule::Instance& instance : module.instances) {
      Place& below = *place.below.emplace_back(std::make_unique<Place>());
      below.module = &modules_.find(instance.module)->second;
      below.above = &place;
      below.path = place.path + instance.name + ".";
      for (const auto& [port, net] : instance.connections)
        if (const auto inner = below.module->nets.find(port); inner != below.module->nets.end())
          below.nets_above[inner->second] = net;
      if (below.module->is_black_box)
        for (const std::string& port : below.module->outputs) give(below, port);
      else
        elaborate(below, above);
    }
    above.erase(&module);
  }
  // A black box's output has no net where nothing in the module drives it.
  void give(Place& box, const std::string& port) {
    const Literal bit = logic_.gates.input();
    logic_.inputs.push_back({box.path + with_bit(port), bit});
    given_[{&box, port}] = bit;
  }

  Literal undriven() {
    const Literal bit = logic_.gates.input();
    logic_.inputs.push_back({fmt::format("undriven[{}]", logic_.inputs.size()), bit});
    return bit;
  }

  struct Net {
    Place* place;
    int number;
  };
  static Literal& value_of(const Net& net) {
    return net.place->values[static_cast<std::size_t>(net.number)];
  }

  // What a net's value is made of; none where it is an input of the logic.
  std::vector<Net> read_by(const Net& net) const {
    Place& place = *net.place;
    const BlifModule::Driver& driver = place.module->drivers[static_cast<std::size_t>(net.number)];
    switch (driver.kind) {
      case Kind::none:
        return {};
      case Kind::buffer:
      case Kind::inverter:
        return {{&place, driver.x}};
      case Kind::both:
        return {{&place, driver.x}, {&place, driver.y}};
      case Kind::port: {
        const auto outer = place.nets_above.find(net.number);
        if (outer == place.nets_above.end()) return {};
        return {{place.above, outer->second}};
      }
      case Kind::instance:
        break;
    }
    Place& below = *place.below[static_cast<std::size_t>(driver.x)];
    if (below.module->is_black_box) return {};
    return {{&below, below.module->nets.at(port_of(place, driver))}};
  }
  static const std::string& port_of(const Place& place, const BlifModule::Driver& driver) {
    return place.module->instances[static_cast<std::size_t>(driver.x)]
        .connections[static_cast<std::size_t>(driver.y)]
        .first;
  }

  Literal computed(const Net& net, const std::vector<Net>& from) {
    const BlifModule::Driver& driver =
        net.place->module->drivers[static_cast<std::size_t>(net.number)];
    if (driver.kind == Kind::both) return logic_.gates.both(value_of(from[0]), value_of(from[1]));
    if (driver.kind == Kind::inverter) return invert(value_of(from[0]));
    if (!from.empty()) return value_of(from[0]);
    if (driver.kind == Kind::instance)
      return given_.at({net.place->below[static_cast<std::size_t>(driver.x)].get(),
                        port_of(*net.place, driver)});
    return undriven();
  }

  // Each net after those that it is made of.
  Literal value(Place& place, int number) {
    std::vector<Net> waiting{{&place, number}};
    while (!waiting.empty()) {
      const Net net = waiting.back();
      Literal& known = value_of(net);
      if (known < kBusy) {
        waiting.pop_back();
        continue;
      }
      const std::vector<Net> from = read_by(net);
      const bool is_ready =
          std::ranges::all_of(from, [](const Net& each) { return value_of(each) < kBusy; });
      if (is_ready) {
        known = computed(net, from);
        waiting.pop_back();
        continue;
      }
      known = kBusy;
      for (const Net& each : from) {
        if (value_of(each) == kBusy)
          throw InputError(fmt::format("{}: logic there feeds itself", each.place->path));
        if (value_of(each) == kUnknown) waiting.push_back(each);
      }
    }
    return value_of({&place, number});
  }

  // What black boxes take, and the wires that are shown.
  void show(Place& place) {
    for (const auto& [name, net] : place.module->nets)
      if (name.size() > shown_.size() && name.starts_with(shown_) && name[shown_.size()] == '[')
        logic_.outputs.push_back({place.path + name, value(place, net)});
    for (std::size_t i = 0; i < place.below.size(); ++i) {
      Place& below = *place.below[i];
      if (!below.module->is_black_box) {
        show(below);
        continue;
      }
      for (const auto& [port, net] : place.module->instances[i].connections)
        if (below.module->nets.contains(port) && !given_.contains({&below, port}))
          logic_.outputs.push_back({below.path + with_bit(port), value(place, net)});
    }
  }

  const BlifModules& modules_;
  const std::string_view shown_;
  Place top_;
  FlatLogic logic_;
  std::map<std::pair<const Place*, std::string>, Literal> given_;
};

}  // namespace

FlatLogic flatten(const BlifModules& modules, std::string_view top, std::string_view shown) {
  return Flattener(modules, top, shown).logic();
}

}  // namespace mmasc::proof
