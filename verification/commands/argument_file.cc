// SPDX-License-Identifier: Apache-2.0
#include "argument_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>

#include "mmasc/files/atomic_file.h"
#include "mmasc/unit/error.h"
#include "mmasc/vectors/line_reader.h"

namespace mmasc {
namespace {

constexpr std::string_view kHeader = "instruction,mutant,argument,proof,claim";

std::string in_quotes(const std::string& text) {
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
  return quoted + "\"";
}

bool is_name_of_proof(std::string_view text) {
  for (std::size_t proof = 0; proof < kArgumentProofs; ++proof)
    if (text == name_of(static_cast<ArgumentProof>(proof))) return true;
  return false;
}

// INSTRUCTION,"MUTANT","ARGUMENT",PROOF,CLAIM: a mutant and an argument may have commas. There is
// none of a line that was cut off.
std::optional<std::size_t> comma_before_proof(std::string_view line) {
  const std::size_t claim = line.rfind(',');
  if (claim == line.npos || claim == 0) return std::nullopt;
  const std::size_t proof = line.rfind(',', claim - 1);
  if (proof == line.npos) return std::nullopt;
  const std::string_view argument = line.substr(0, proof);
  if (argument.find(R"(",")") == line.npos || !argument.ends_with('"')) return std::nullopt;
  if (!is_name_of_proof(line.substr(proof + 1, claim - proof - 1))) return std::nullopt;
  return proof;
}

}  // namespace

ArgumentFile::ArgumentFile(std::string path) : path_(std::move(path)) {
  std::error_code none;
  if (std::filesystem::exists(path_, none)) {
    std::istringstream lines(read_text(path_));
    std::string line;
    if (std::getline(lines, line) && line != kHeader)
      throw InputError(fmt::format(
          "{}: is there, and is no file of arguments: its first line is not {}; name another",
          path_, kHeader));
    for (int number = 2; std::getline(lines, line); ++number) {
      const auto proof = comma_before_proof(line);
      if (!proof) throw InputError(fmt::format("{}:{}: is no line of {}", path_, number, kHeader));
      read_[line.substr(0, *proof)] = line.substr(*proof + 1);
    }
  }
  write({});
}

void ArgumentFile::add_decided_to(DecidedClaims& known) const {
  for (const auto& [argument, told] : read_) {
    const std::size_t comma = told.find(',');
    for (const ArgumentProof proof : {ArgumentProof::proved, ArgumentProof::refuted})
      if (told.substr(0, comma) == name_of(proof)) known.add(told.substr(comma + 1), proof);
  }
}

void ArgumentFile::write(const std::vector<Audited>& all) const {
  std::string text = fmt::format("{}\n", kHeader);
  std::map<std::string, std::string> others = read_;
  for (const Audited& audited : all)
    for (std::size_t m = 0; m < audited.arguments.size(); ++m) {
      if (audited.arguments[m].empty()) continue;
      const std::string argument = fmt::format("{},{},{}", audited.unit->instruction.id,
                                               in_quotes(audited.verdicts[m].mutant.text()),
                                               in_quotes(audited.arguments[m]));
      const auto before = others.extract(argument);
      const AskedArgument& asked = audited.asked[m];
      const bool is_told = asked.proof != ArgumentProof::not_drawn || before.empty();
      text += fmt::format(
          "{},{}\n", argument,
          is_told ? fmt::format("{},{}", name_of(asked.proof), asked.claim) : before.mapped());
    }
  for (const auto& [argument, told] : others) text += fmt::format("{},{}\n", argument, told);
  write_file(path_, text);
}

}  // namespace mmasc
