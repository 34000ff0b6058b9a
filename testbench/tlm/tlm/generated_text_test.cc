// SPDX-License-Identifier: Apache-2.0
// The C header compiles and has the tables' places; the docs have the tables as they are.
#include "mmasc/accelerator_core/generated_text.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "mmasc/accelerator_core/kind.h"
#include "mmasc/accelerator_core/layout.h"
#include "mmasc/accelerator_core/registers.h"

namespace mmasc::tlm {
namespace {

std::string lower(std::string_view name) {
  std::string text(name);
  for (char& letter : text)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return text;
}
std::string upper(std::string_view name) {
  std::string text(name);
  for (char& letter : text)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  return text;
}

// C99 that fails to compile where the header says otherwise than the tables.
std::string checks() {
  std::ostringstream text;
  int line = 0;
  const auto require = [&](const std::string& what) {
    text << "typedef char check_" << line++ << "[(" << what << ") ? 1 : -1];\n";
  };
  text << "#include <stddef.h>\n#include \"mmasc_accelerator.h\"\n";
  const auto member = [&](const std::string& record, const std::string& name, int byte, int bits) {
    require("offsetof(" + record + ", " + name + ") == " + std::to_string(byte));
    require("sizeof(((" + record + "*)0)->" + name + ") * 8 == " + std::to_string(bits));
  };
  for (const auto& field : kHeaderFields) {
    if (field.place.bits % 8 == 0)
      member("struct mmasc_descriptor", std::string(field.name), field.place.byte,
             field.place.bits);
    if (field.place.bits == 1)
      require("MMASC_FLAG_" + upper(field.name) + " == " + std::to_string(1 << field.place.low));
  }
  member("struct mmasc_descriptor", "flags", 2, 16);
  for (std::size_t i = 0; i < kSlots.size(); ++i)
    for (const auto& field : kOperandFields)
      member("struct mmasc_descriptor", lower(kSlots[i].name) + "." + std::string(field.name),
             static_cast<int>(32 + 16 * i) + field.place.byte, field.place.bits);
  for (const auto& field : kCompletionFields)
    member("struct mmasc_completion", std::string(field.name), field.place.byte, field.place.bits);
  require("sizeof(struct mmasc_descriptor) == 128");
  require("sizeof(struct mmasc_completion) == 16");
  for (const RegisterRow& row : kRegisters)
    require("MMASC_REG_" + std::string(row.name) + " == " + std::to_string(row.offset));
  for (int queue = 0; queue < 3; ++queue)
    require("MMASC_QUEUE(" + std::to_string(queue) +
            ") + MMASC_REG_TAIL == " + std::to_string(offset_of(Register::tail, queue)));
  for (const RegisterBit& bit : kRegisterBits)
    require("MMASC_" + std::string(bit.name) + " == " + std::to_string(bit.mask));
  require("MMASC_INTERRUPT_DONE(3) == 8 && MMASC_INTERRUPT_FAULT(3) == 0x80000");
  for (const auto fields : {std::span<const Field<InstructionFields>>(kPlainInstruction),
                            std::span<const Field<InstructionFields>>(kScaledInstruction)})
    for (const auto& field : fields)
      require("MMASC_INSTRUCTION_" + upper(field.name) + "(1) == 1u << " +
              std::to_string(8 * field.place.byte + field.place.low));
  for (std::size_t i = 0; i < kKinds.size(); ++i)
    for (std::uint64_t number = 0; number < 8; ++number)
      if (const std::string_view format = format_of(kKinds[i], number); !format.empty())
        require("MMASC_FORMAT_" + upper(kKinds[i].name) + "_" + upper(format) +
                " == " + std::to_string(number));
  for (const ErrorRow& row : kErrors)
    require("MMASC_ERROR_" + upper(row.name) + " == " + std::to_string(static_cast<int>(row.code)));
  for (std::size_t i = 0; i < kKinds.size(); ++i)
    require("MMASC_KIND_" + upper(kKinds[i].name) + " == " + std::to_string(i));
  for (std::size_t i = 0; i < kLayouts.size(); ++i)
    require("MMASC_LAYOUT_" + upper(kLayouts[i].name) + " == " + std::to_string(i));
  return text.str();
}

int compile(const std::string& checked) {
  namespace fs = std::filesystem;
  const fs::path folder =
      fs::path(testing::TempDir()) / ("mmasc_c_header_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / "mmasc_accelerator.h") << c_header();
  std::ofstream(folder / "check.c") << checked;
  const std::string command = "cc -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only " +
                              (folder / "check.c").string() + " 2>" + (folder / "log").string();
  const int result = std::system(command.c_str());
  std::ifstream log(folder / "log");
  std::ostringstream text;
  text << log.rdbuf();
  if (result != 0) std::fputs(text.str().substr(0, 1000).c_str(), stderr);
  fs::remove_all(folder);
  return result;
}

TEST(CHeader, HasThePlacesOfTheTables) {
  EXPECT_EQ(compile(checks()), 0);
  EXPECT_NE(compile(checks() + "typedef char wrong[MMASC_REG_TAIL == 4 ? 1 : -1];\n"), 0);
}

TEST(Docs, HaveTheTables) {
  std::ifstream file(std::string(MMASC_DOCS) + "/accelerator.md");
  std::ostringstream text;
  text << file.rdbuf();
  for (const std::string& table : {register_tables(), descriptor_tables(), error_table()})
    EXPECT_NE(text.str().find(table), std::string::npos) << "docs/accelerator.md should have:\n"
                                                         << table;
}

}  // namespace
}  // namespace mmasc::tlm
