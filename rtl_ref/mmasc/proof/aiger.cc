// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/aiger.h"

#include <fmt/format.h>

#include <charconv>

#include "mmasc/unit/error.h"

namespace mmasc::proof {
namespace {

class Reader {
 public:
  Reader(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  [[noreturn]] void fail(std::string_view what) const {
    throw InputError(fmt::format("{}: not an AIGER file of combinational logic: {}", name_, what));
  }
  bool at_end() const { return at_ >= text_.size(); }

  std::string_view line() {
    const std::size_t end = text_.find('\n', at_);
    if (end == std::string_view::npos) fail("it ends within a line");
    const std::string_view found = text_.substr(at_, end - at_);
    at_ = end + 1;
    return found;
  }
  // A number that is written in groups of seven bits, the lowest first.
  std::uint32_t delta() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      if (at_end()) break;
      const auto byte = static_cast<unsigned char>(text_[at_++]);
      value |= std::uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80 && value <= 0xffffffff) return static_cast<std::uint32_t>(value);
    }
    fail("a gate is damaged");
  }

 private:
  std::string_view text_, name_;
  std::size_t at_ = 0;
};

bool read_number(std::string_view& text, std::uint32_t& value) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

void put_delta(std::string& text, std::uint32_t value) {
  for (; value >= 0x80; value >>= 7) text += static_cast<char>((value & 0x7f) | 0x80);
  text += static_cast<char>(value);
}

}  // namespace

Literals new_inputs(AndGraph& gates, const std::string& name, int bits,
                    std::vector<NamedLiteral>& inputs) {
  Literals word;
  for (int i = 0; i < bits; ++i) {
    word.push_back(gates.input());
    inputs.push_back({bit_name(name, i), word.back()});
  }
  return word;
}

AigerFile parse_aiger(std::string_view text, std::string_view name) {
  Reader in(text, name);
  std::string_view header = in.line();
  if (!header.starts_with("aig ")) in.fail("it does not begin with \"aig\"");
  header.remove_prefix(4);
  std::uint32_t most = 0, inputs = 0, latches = 0, outputs = 0, gates = 0;
  for (std::uint32_t* const value : {&most, &inputs, &latches, &outputs, &gates})
    if (!read_number(header, *value)) in.fail("its header has fewer than five numbers");
  if (latches > 0) in.fail(fmt::format("it has {} latches", latches));
  if (most != inputs + gates || most > text.size() * 8)
    in.fail("the numbers of its header disagree");

  AigerFile file;
  file.inputs.resize(inputs);
  for (std::uint32_t i = 0; i < outputs; ++i) {
    std::string_view line = in.line();
    NamedLiteral output;
    if (!read_number(line, output.literal) || output.literal / 2 > most)
      in.fail("an output is no literal");
    file.outputs.push_back(output);
  }
  for (std::uint32_t i = 0; i < gates; ++i) {
    const Literal self = 2 * (inputs + 1 + i);
    const std::uint32_t below = in.delta();
    if (below == 0 || below > self) in.fail("a gate is damaged");
    const Literal x = self - below;
    const std::uint32_t further = in.delta();
    if (further > x) in.fail("a gate is damaged");
    file.gates.push_back({x, x - further});
  }
  while (!in.at_end()) {
    std::string_view line = in.line();
    if (line.starts_with("c")) break;
    const char kind = line.empty() ? ' ' : line.front();
    std::uint32_t at = 0;
    if (kind != 'i' && kind != 'o') in.fail("a symbol is of neither input nor output");
    line.remove_prefix(1);
    if (!read_number(line, at) || at >= (kind == 'i' ? inputs : outputs) || line.size() < 2)
      in.fail("a symbol is damaged");
    std::string& name = kind == 'i' ? file.inputs[at] : file.outputs[at].name;
    name = line.substr(1);
    if (!name.ends_with(']')) name += "[0]";  // Yosys writes a port of one bit without
  }
  return file;
}

std::string aiger_of(const AndGraph& gates, const std::vector<NamedLiteral>& inputs,
                     const std::vector<NamedLiteral>& outputs) {
  std::vector<bool> wanted(gates.size());
  for (const NamedLiteral& output : outputs) wanted[output.literal / 2] = true;
  for (auto i = static_cast<std::uint32_t>(gates.size()); i-- > 1;) {
    if (!wanted[i] || gates.is_input(i)) continue;
    wanted[gates.gate(i).x / 2] = true;
    wanted[gates.gate(i).y / 2] = true;
  }
  std::vector<Literal> literal(gates.size(), kFalse);
  std::uint32_t next = 1;
  for (const NamedLiteral& input : inputs) literal[input.literal / 2] = 2 * next++;
  std::string body;
  std::uint32_t count = 0;
  const auto of = [&](Literal x) { return literal[x / 2] ^ (x & 1); };
  for (std::uint32_t i = 1; i < gates.size(); ++i) {
    if (!wanted[i] || gates.is_input(i)) continue;
    Literal x = of(gates.gate(i).x), y = of(gates.gate(i).y);
    if (x < y) std::swap(x, y);
    const Literal self = literal[i] = 2 * next++;
    put_delta(body, self - x);
    put_delta(body, x - y);
    ++count;
  }
  std::string text =
      fmt::format("aig {} {} 0 {} {}\n", next - 1, inputs.size(), outputs.size(), count);
  for (const NamedLiteral& output : outputs) text += fmt::format("{}\n", of(output.literal));
  text += body;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    text += fmt::format("i{} {}\n", i, inputs[i].name);
  for (std::size_t i = 0; i < outputs.size(); ++i)
    text += fmt::format("o{} {}\n", i, outputs[i].name);
  return text;
}

}  // namespace mmasc::proof
