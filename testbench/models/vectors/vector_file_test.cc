// SPDX-License-Identifier: Apache-2.0
#include "mmasc/vectors/vector_file.h"

#include <gtest/gtest.h>

#include "changed_texts.h"
#include "mmasc/unit/formats.h"
#include "printed_name.h"
#include "support.h"

namespace mmasc {
namespace {

using testing::error_of;
using testing::make_unit;
using testing::TemporaryFolder;
using Elements = std::vector<std::uint64_t>;

const std::string kHeader =
    "# mmasc-vectors 1\n"
    "# instruction: my/mma.k2\n"
    "# formats: a=f16 b=e4m3 c=f32 d=f32 k=2\n"
    "# provenance: by hand\n"
    "# nan: exact\n"
    "# columns: a b c d\n";
const std::string kCase = "3c003800 38b8 00000000 3f000000\n";

const std::string kScaled =
    "# mmasc-vectors 1\n"
    "# instruction: my/scaled.k4\n"
    "# seed: 7\n"
    "# formats: a=e2m1 b=e3m2 c=f32 d=f32 scale=ue8m0 scale_block=2 k=4\n"
    "# provenance: by hand\n"
    "# evidence: stated\n"
    "# nan: any\n"
    "# columns: a b c sa sb d\n"
    "# case: all ones\n"
    "2222 0c0c0c0c 00000000 7f7f 7f80 40c00000\n"
    "0000 00000000 00000000 0000 0000 00000000\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at == std::string::npos) {
    ADD_FAILURE() << "the text has no '" << from << "'";
    return text;
  }
  return text.replace(at, from.size(), to);
}

std::string error_in(const std::string& text) {
  return error_of<InputError>([&] { parse_vectors(text, "x.vec"); });
}

TEST(VectorFile, Reads) {
  const VectorFile file = parse_vectors(kHeader + kCase, "x.vec");
  EXPECT_EQ(file.instruction, "my/mma.k2");
  EXPECT_EQ(file.provenance, "by hand");
  EXPECT_EQ(file.nan, NanMatch::exact);
  ASSERT_EQ(file.cases.size(), 1u);
  const Case& row = file.cases[0];
  EXPECT_EQ(row.line, 7);
  EXPECT_EQ(row[Operand::a], (Elements{0x3c00, 0x3800}));
  EXPECT_EQ(row[Operand::b], (Elements{0x38, 0xb8}));
  EXPECT_EQ(row.c(), 0u);
  EXPECT_EQ(row.d(), 0x3f000000u);
  EXPECT_TRUE(row[Operand::sa].empty());
}

TEST(VectorFile, ReadsScalesNamesAndOtherKeys) {
  const VectorFile file = parse_vectors(kScaled, "x.vec");
  EXPECT_EQ(file.layout[Operand::sa].count, 2);
  EXPECT_EQ(file.nan, NanMatch::any);
  EXPECT_EQ(file.find("seed")->value, "7");
  ASSERT_EQ(file.cases.size(), 2u);
  EXPECT_EQ(file.cases[0].name, "all ones");
  EXPECT_EQ(file.cases[0][Operand::sa], (Elements{0x7f, 0x7f}));
  EXPECT_EQ(file.cases[0][Operand::sb], (Elements{0x7f, 0x80}));
  EXPECT_EQ(file.cases[1].name, "");
}

TEST(VectorFile, OnlyAFileThatSaysSoIsARecording) {
  EXPECT_EQ(parse_vectors(kHeader + kCase, "x.vec").evidence, EvidenceKind::derived);
  EXPECT_EQ(parse_vectors(kScaled, "x.vec").evidence, EvidenceKind::stated);
  const auto recorded = replaced(kScaled, "stated", "recorded");
  EXPECT_EQ(parse_vectors(recorded, "x.vec").evidence, EvidenceKind::recorded);
}

TEST(VectorFile, WritesBackWhatItRead) {
  for (const std::string& text : {kHeader + kCase, kScaled})
    EXPECT_EQ(to_text(parse_vectors(text, "x.vec")), text);
}

TEST(VectorFile, WritesWhatAProgramMade) {
  const TemporaryFolder folder;
  VectorFile file;
  file.instruction = "my/mma.k2";
  file.layout = layout_of(make_unit(file.instruction, "f16", "e4m3", "f32", "f32", 2));
  file.provenance = "a card";
  file.evidence = EvidenceKind::recorded;
  file.cases.push_back(
      Case({{Operand::a, {0x3c00, 0}}, {Operand::b, {0x30, 0}}, {Operand::d, {0x3f000000}}}));
  file.cases.back().name = "half";
  write_vectors(file, folder / "x.vec");
  EXPECT_EQ(read_text(folder / "x.vec"),
            "# mmasc-vectors 1\n"
            "# instruction: my/mma.k2\n"
            "# formats: a=f16 b=e4m3 c=f32 d=f32 k=2\n"
            "# provenance: a card\n"
            "# evidence: recorded\n"
            "# nan: exact\n"
            "# vectors: 1\n"
            "# columns: a b c d\n"
            "# case: half\n"
            "3c000000 3000 00000000 3f000000\n");
  EXPECT_EQ(read_vectors(folder / "x.vec").evidence, EvidenceKind::recorded);
}

// Nothing but the count tells a file cut at the end of a line from a whole one.
TEST(VectorFile, MayBeCounted) {
  const std::string counted = replaced(kHeader, "# nan", "# vectors: 3\n# nan");
  const std::string whole = counted + kCase + kCase + kCase;
  EXPECT_EQ(to_text(parse_vectors(whole, "x.vec")), whole);
}

class RefusedFiles : public ::testing::TestWithParam<ChangedTexts> {};

TEST_P(RefusedFiles, NameTheLineTheReasonAndTheMend) {
  const std::map<std::string, std::string> bases{{"", kHeader + kCase},
                                                 {"scaled", kScaled},
                                                 {"flags", testing::kFlagged},
                                                 {"random", testing::kRandom}};
  expect_refused(GetParam(), bases.at(GetParam().base), error_in);
}

INSTANTIATE_TEST_SUITE_P(Of, RefusedFiles,
                         ::testing::ValuesIn(changed_texts(MMASC_TEST_FILES "/refused.txt")),
                         PrintedName());

TEST(VectorFileErrors, EmptyAndEndless) {
  EXPECT_EQ(error_in(""), "x.vec: empty; a vector file starts with '# mmasc-vectors 1'");
  EXPECT_EQ(error_in(kHeader + std::string(1 << 20, '0')),
            "x.vec:7: line longer than 32768 characters; is this a vector file?");
}

TEST(VectorFileErrors, CutAnywhereIsAnErrorOrWholeLines) {
  for (std::size_t size = 0; size < kScaled.size(); ++size) {
    const auto text = kScaled.substr(0, size);
    try {
      EXPECT_EQ(to_text(parse_vectors(text, "x.vec")), text);
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).find("x.vec"), 0u) << error.what();
    }
  }
}

TEST(VectorFileErrors, UnreadableFiles) {
  const TemporaryFolder folder;
  EXPECT_EQ(error_of<InputError>([&] { read_vectors(folder / "none.vec"); }),
            (folder / "none.vec") + ": cannot read: No such file or directory");
  EXPECT_EQ(error_of<InputError>([&] { read_vectors(folder.path()); }),
            folder.path().string() + ": is a folder; give a file");
}

TEST(CheckHeader, TakesTheUnitsOperands) {
  const VectorFile file = parse_vectors(kHeader + kCase, "x.vec");
  check_header(file, make_unit("my/mma.k2", "f16", "e4m3", "f32", "f32", 2));
  // Another unit over the same operands may be tried on the same vectors.
  check_header(file, make_unit("my/wider.k2", "f16", "e4m3", "f32", "f32", 2));
}

TEST(CheckHeader, RefusesOthers) {
  const VectorFile file = parse_vectors(kHeader + kCase, "x.vec");
  const auto error = [&](const Unit& unit) {
    return error_of<InputError>([&] { check_header(file, unit); });
  };
  const std::string mend = "; mend the header or name the unit these vectors are of";
  const std::string start = "x.vec:3: formats a=f16 b=e4m3 c=f32 d=f32 k=2 contradict my/u, which ";
  EXPECT_EQ(error(make_unit("my/u", "f16", "e4m3", "f32", "f32", 4)),
            start + "takes a=f16 b=e4m3 c=f32 d=f32 k=4" + mend);
  EXPECT_EQ(error(make_unit("my/u", "bf16", "e4m3", "f32", "f32", 2)),
            start + "takes a=bf16 b=e4m3 c=f32 d=f32 k=2" + mend);
  EXPECT_EQ(error(make_unit("my/u", "f16", "e4m3", "f32", "f16", 2)),
            start + "takes a=f16 b=e4m3 c=f32 d=f16 k=2" + mend);
  Unit scaled = make_unit("my/u", "f16", "e4m3", "f32", "f32", 2);
  scaled.instruction.scale = ScaleRow{find_format("ue8m0"), 2};
  EXPECT_EQ(error(scaled),
            start + "takes a=f16 b=e4m3 c=f32 d=f32 scale=ue8m0 scale_block=2 k=2" + mend);
}

TEST(VectorFile, BringsItsOwnFormatsAlong) {
  FormatRow row;
  row.name = "mine";
  row.exponent_bits = 4;
  row.fraction_bits = 2;
  row.bias = 9;
  Unit unit = make_unit("my/u", "e3m3", "f16", "f32", "f32", 1);
  unit.instruction.b = define_format(row);
  VectorFile file;
  file.name = "x.vec";
  file.instruction = "my/u";
  file.layout = layout_of(unit);
  file.provenance = "this test";
  file.cases.push_back(
      Case({{Operand::a, {0x18}}, {Operand::b, {0x24}}, {Operand::d, {0x3f800000}}}));
  const std::string definition =
      "# format.mine: { exponent_bits = 4, fraction_bits = 2, bias = 9 }\n";
  const std::string text = to_text(file);
  EXPECT_NE(text.find(definition + "# formats: a=e3m3 b=mine c=f32 d=f32 k=1\n"), text.npos);

  const VectorFile again = parse_vectors(text, "x.vec");
  EXPECT_EQ(again.layout.format[Operand::b], unit.instruction.b);
  EXPECT_EQ(to_text(again), text);
  check_header(again, unit);

  const auto error = [&](const std::string& part, const std::string& other) {
    return error_in(replaced(text, part, other));
  };
  EXPECT_EQ(error(definition, "").find("x.vec:3: formats: b=mine: unknown format \"mine\"; use"),
            0u);
  EXPECT_EQ(error(", bias = 9", ", bias = 7"),
            "x.vec:3: format.mine: write exactly '{ exponent_bits = 4, fraction_bits = 2 }'");
  EXPECT_EQ(error("bias = 9", "bias = 9000"),
            "x.vec:3: format.mine: bias: 9000 is out of range; use -2046..2046");
  EXPECT_EQ(error("# format.mine", "# format.f16"),
            "x.vec:3: format.f16: is the name of a shipped format; choose another name");
  const std::string other = replaced(text, "bias = 9", "bias = 8");
  EXPECT_NE(error_of<InputError>([&] {
              check_header(parse_vectors(other, "x.vec"), unit);
            }).find("bias = 8 } contradict my/u, which takes"),
            std::string::npos);
}

}  // namespace
}  // namespace mmasc
