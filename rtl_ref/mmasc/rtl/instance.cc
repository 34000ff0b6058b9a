// SPDX-License-Identifier: Apache-2.0
#include "mmasc/rtl/instance.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mmasc {

Instance& Instance::parameter(std::string_view name, const std::string& value) {
  parameters_.push_back(fmt::format("      .{}({})", name, value));
  return *this;
}

Instance& Instance::parameter(std::string_view name, std::int64_t value) {
  return parameter(name, value < 0 ? fmt::format("32'h{:08x}", static_cast<std::uint32_t>(value))
                                   : std::to_string(value));
}

Instance& Instance::port(std::string_view name, const std::string& value) {
  ports_.push_back({std::string(name), value});
  const bool is_handshake = name == "valid_o" || name == "ready_o" || name == "id_o";
  if (name.ends_with("_o") && !is_handshake) payload_.push_back(value);
  return *this;
}

std::string Instance::bare_text() const {
  return fmt::format("  {} #(\n{}\n  ) u_stage ();\n", module_, fmt::join(parameters_, ",\n"));
}

std::string Instance::text_as(const std::string& name) const {
  std::vector<std::string> ports;
  for (const Port& port : ports_)
    ports.push_back(fmt::format("      .{}({})", port.name, port.value));
  return fmt::format("  {} #(\n{}\n  ) {} (\n{}\n  );\n", module_, fmt::join(parameters_, ",\n"),
                     name, fmt::join(ports, ",\n"));
}

}  // namespace mmasc
