// SPDX-License-Identifier: Apache-2.0
// How many files a new field and a new rounding mode touch is what docs/architecture.md says: no
// other file names one.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace mmasc {
namespace {

namespace fs = std::filesystem;
using Files = std::set<std::string>;

const fs::path kSource = MMASC_SOURCE;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The sources below `folders` in whose text the pattern is found.
Files files_with(const std::string& pattern, std::initializer_list<const char*> folders) {
  const std::regex wanted(pattern);
  const std::set<std::string> kinds{".h", ".cc", ".sv", ".cu", ".hip", ".py", ".js", ".c"};
  Files found;
  for (const char* folder : folders)
    for (const auto& entry : fs::recursive_directory_iterator(kSource / folder)) {
      const fs::path& path = entry.path();
      if (!entry.is_regular_file() || !kinds.contains(path.extension().string()) ||
          path.stem().string().ends_with("_test"))
        continue;
      if (std::regex_search(text_of(path), wanted))
        found.insert(fs::relative(path, kSource).generic_string());
    }
  return found;
}

Files production_files_with(const std::string& pattern) {
  return files_with(pattern, {"models", "tlm", "programs", "rtl_ref", "gpu_golden", "verification",
                              "studies", "apps", "capi", "python"});
}

// The line of the table "Where to add what" that begins so.
std::string line_of(const std::string& what) {
  std::ifstream page(kSource / "docs/architecture.md");
  std::string line;
  while (std::getline(page, line))
    if (line.starts_with("| " + what + " |")) return line;
  return {};
}

// The last column of it.
std::string count_in(const std::string& line) {
  std::smatch found;
  return std::regex_search(line, found, std::regex(R"(\| (\d+) \|$)")) ? found[1].str() : "";
}

const Files kFieldFiles{"models/mmasc/unit/datapath.h",
                        "models/mmasc/unit/fields.h",
                        "models/mmasc/unit/plan.h",
                        "models/mmasc/unit/plan.cc",
                        "models/mmasc/unit/plan_questions.cc",
                        "models/mmasc/arith/aligner.h",
                        "models/mmasc/specification/step_rules.cc",
                        "models/mmasc/specification/sum.cc",
                        "models/mmasc/specification/sum.h",
                        "rtl_ref/mmasc/rtl/descriptor.cc",
                        "rtl_ref/stages/mmasc_align_sum.sv",
                        "rtl_ref/stages/mmasc_pkg.sv",
                        "studies/mmasc/disclosure/unit.py"};

TEST(FieldFiles, AFieldOfATermIsNamedInNoOtherFile) {
  const std::string line = line_of("a field of a term or a sum");
  EXPECT_EQ(count_in(line), std::to_string(kFieldFiles.size()));
  for (const std::string& file : kFieldFiles) {
    EXPECT_TRUE(fs::exists(kSource / file)) << file;
    EXPECT_NE(line.find(fs::path(file).filename().string()), line.npos) << file;
  }
  const Files named = production_files_with("exponent_offset");
  EXPECT_TRUE(named.contains("models/mmasc/unit/fields.h"));
  EXPECT_TRUE(named.contains("models/mmasc/unit/plan.cc"));
  for (const std::string& file : named) EXPECT_TRUE(kFieldFiles.contains(file)) << file;
}

// Its own answer is asked for in no other file either; the page counts those that ask the answers
// that it changed.
TEST(FieldFiles, ReadersAskWhatAnyFieldMayChange) {
  for (const std::string& file : production_files_with(R"(\braised\(|[.>]raised\b)"))
    EXPECT_TRUE(kFieldFiles.contains(file)) << file;
  Files readers = production_files_with(
      R"(\b(exponent_in_e_max|own_exponent|own_input|own_reach|below_own|keeps_exponents)\()");
  for (const std::string& file : kFieldFiles) readers.erase(file);
  const std::string counted = "`exponent_in_e_max()` and the like are asked in " +
                              std::to_string(readers.size()) + " files";
  EXPECT_NE(line_of("a field of a term or a sum").find(counted), std::string::npos) << counted;
}

TEST(FieldFiles, NegatedTermsAreNamedInNoOtherFile) {
  for (const std::string& file : production_files_with(R"((TermRow::|\.)negated\b(?!\())"))
    EXPECT_TRUE(kFieldFiles.contains(file)) << file;
  Files readers = production_files_with(R"(\benters_negative\(|\bnegates\(|\.negated\(\))");
  for (const std::string& file : kFieldFiles) readers.erase(file);
  const std::string counted = "`enters_negative()` in " + std::to_string(readers.size());
  EXPECT_NE(line_of("a field of a term or a sum").find(counted), std::string::npos) << counted;
}

// A probe asks for this one by name, and says so.
TEST(FieldFiles, AFieldThatAProbeFindsIsNamedThereToo) {
  Files named = production_files_with("vanishes_below");
  EXPECT_EQ(named.erase("verification/mmasc/probes/stated.cc"), 1u);
  EXPECT_TRUE(named.contains("models/mmasc/unit/plan.h"));
  for (const std::string& file : named) EXPECT_TRUE(kFieldFiles.contains(file)) << file;
}

TEST(FieldFiles, AnOperandByWhichProductsAreMultipliedIsNamedInEight) {
  const std::string line = line_of("an operand by which products are multiplied");
  Files named = production_files_with(R"(Operand::st\b|\bMMASC_ST\b|Instruction::tensor_scale|)"
                                      R"(instruction\.tensor_scale|Format\* tensor_scale)");
  std::erase_if(named, [](const std::string& file) { return file.starts_with("gpu_golden/"); });
  const auto of_captures = files_with(R"(\btensor_scales?\b|Operand::st\b)", {"gpu_golden"}).size();
  const std::string counted =
      "those that take it name it in " + std::to_string(of_captures) + " files";
  EXPECT_NE(line.find(counted), line.npos) << counted;
  EXPECT_EQ(named, (Files{"capi/mmasc.h", "models/mmasc/specification/step_rules.cc",
                          "models/mmasc/unit/fields.h", "models/mmasc/unit/instruction.h",
                          "models/mmasc/unit/operand_layout.cc", "models/mmasc/unit/operands.h",
                          "models/mmasc/unit/taken.h", "models/mmasc/unit/validate.cc"}));
  EXPECT_EQ(count_in(line), std::to_string(named.size()));
  for (const std::string& file : named)
    EXPECT_NE(line.find(fs::path(file).filename().string()), line.npos) << file;
}

TEST(FieldFiles, ARoundingModeIsNamedInFive) {
  const std::string line = line_of("a rounding mode");
  for (const char* mode : {"away", "up"}) {
    std::string upper(mode);
    for (char& letter : upper) letter = static_cast<char>(letter - 'a' + 'A');
    const std::string pattern = "Rounding(Mode)?::" + std::string(mode) + "\\b|\"" + mode +
                                "\"|localparam \\[31:0\\] " + upper + " ";
    const Files named = production_files_with(pattern);
    EXPECT_EQ(named, (Files{"models/mmasc/specification/shift.cc", "models/mmasc/unit/rounding.h",
                            "rtl_ref/stages/mmasc_pkg.sv", "studies/mmasc/disclosure/facts.cc",
                            "studies/mmasc/disclosure/unit.py"}))
        << mode;
    EXPECT_EQ(count_in(line), std::to_string(named.size()));
    for (const std::string& file : named) EXPECT_NE(line.find(file), line.npos) << file;
  }
}

}  // namespace
}  // namespace mmasc
