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
  std::string text() const;
  // Without name and ports: what it is besides its place.
  std::string bare_text() const;
  // The wires at its payload's outputs: all outputs but valid, ready and id.
  const std::vector<std::string>& payload() const { return payload_; }

 private:
  std::string module_, name_;
  std::vector<std::string> parameters_, ports_, payload_;
};

}  // namespace mmasc
