// SPDX-License-Identifier: Apache-2.0
// An instance of a module, its parameters and ports in the order they are given.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mmasc {

class Instance {
 public:
  Instance(std::string module, std::string name)
      : module_(std::move(module)), name_(std::move(name)) {}

  Instance& parameter(std::string_view name, const std::string& value);
  Instance& parameter(std::string_view name, std::int64_t value);
  Instance& port(std::string_view name, const std::string& value);

  const std::string& name() const { return name_; }
  std::string text() const { return text_as(name_); }
  std::string text_as(const std::string& name) const;
  // Without name and ports: what it is besides its place.
  std::string bare_text() const;
  // The wires at its payload's outputs: all outputs but valid, ready and id.
  const std::vector<std::string>& payload() const { return payload_; }

  struct Port {
    std::string name, value;
    bool is_output() const { return name.ends_with("_o"); }
  };
  const std::vector<Port>& ports() const { return ports_; }

 private:
  std::string module_, name_;
  std::vector<std::string> parameters_, payload_;
  std::vector<Port> ports_;
};

}  // namespace mmasc
