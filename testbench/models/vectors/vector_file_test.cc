// SPDX-License-Identifier: Apache-2.0
#include "mmasc/vectors/vector_file.h"

#include <gtest/gtest.h>

#include "mmasc/unit/formats.h"
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

// The error of the good file with one piece of its text replaced.
std::string error_after(const std::string& from, const std::string& to) {
  return error_in(replaced(kHeader + kCase, from, to));
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

// Nothing but the count tells it from a whole one.
TEST(VectorFileErrors, AFileCutAtTheEndOfALine) {
  const std::string counted = replaced(kHeader, "# nan", "# vectors: 3\n# nan");
  const std::string whole = counted + kCase + kCase + kCase;
  EXPECT_EQ(to_text(parse_vectors(whole, "x.vec")), whole);
  EXPECT_EQ(error_in(counted + kCase + kCase),
            "x.vec:5: vectors: the header says 3, the file has 2; get the whole file, or mend the "
            "count");
  EXPECT_EQ(error_in(whole + kCase),
            "x.vec:5: vectors: the header says 3, the file has 4; get the whole file, or mend the "
            "count");
  for (const std::string number : {"03", "three", "", "-3", "3 ", "99999999999999999999"})
    EXPECT_EQ(error_after("# nan", "# vectors: " + number + "\n# nan"),
              "x.vec:5: vectors: " + number + " is no count; write a whole number");
  EXPECT_EQ(error_after("# nan", "# vectors: 1\n# vectors: 1\n# nan"),
            "x.vec:6: a second 'vectors' line; keep one");
  EXPECT_EQ(parse_vectors(kHeader + kCase, "x.vec").cases.size(), 1u);  // without the line
}

TEST(VectorFileErrors, FirstLine) {
  EXPECT_EQ(error_in(""), "x.vec: empty; a vector file starts with '# mmasc-vectors 1'");
  EXPECT_EQ(error_in("hello\n"),
            "x.vec:1: not a vector file; the first line is '# mmasc-vectors 1'");
  EXPECT_EQ(error_after("vectors 1", "vectors 2"),
            "x.vec:1: version 2 is not known; this program reads '# mmasc-vectors 1'");
}

TEST(VectorFileErrors, MissingKeys) {
  for (const std::string key : {"instruction", "formats", "provenance", "nan", "columns"}) {
    const auto start = kHeader.find("# " + key);
    auto header = kHeader;
    header.erase(start, header.find('\n', start) + 1 - start);
    EXPECT_EQ(error_in(header + kCase),
              "x.vec:6: the header ends without '" + key + "'; add '# " + key + ": ...'");
  }
}

TEST(VectorFileErrors, HeaderLines) {
  EXPECT_EQ(error_after("# nan: exact", "# nan exact"), "x.vec:5: expected '# key: value'");
  EXPECT_EQ(error_after("# nan: exact", "#nan: exact"), "x.vec:5: expected '# key: value'");
  EXPECT_EQ(error_after("# nan: exact", "# nan: some"),
            "x.vec:5: nan: some is neither exact nor any");
  EXPECT_EQ(error_after("# nan: exact", "# nan: exact\n# nan: any"),
            "x.vec:6: a second 'nan' line; keep one");
  EXPECT_EQ(error_after("by hand", ""), "x.vec:4: provenance is empty; say what it is");
  EXPECT_EQ(
      error_after("# nan", "# evidence: rumour\n# nan"),
      "x.vec:5: evidence: rumour is no kind of evidence; one of recorded implied stated listed "
      "derived extrapolated");
  EXPECT_EQ(error_after("a b c d", "a b d c"),
            "x.vec:6: columns: a b d c; these formats take 'a b c d', or no d at the end, "
            "or flags behind it");
}

TEST(VectorFileErrors, Formats) {
  EXPECT_EQ(
      error_after("a=f16 ", ""),
      "x.vec:3: formats: no a; write a=FORMAT b=FORMAT c=FORMAT d=FORMAT "
      "[scale=FORMAT] [tensor_scale=FORMAT] [scale_block=N] k=N [sparsity=KEEP:OF[:TOGETHER]] "
      "[random=COUNTxBITS,...]");
  EXPECT_EQ(error_after("a=f16", "a=fp16"),
            "x.vec:3: formats: a=fp16: unknown format \"fp16\"; did you mean \"f16\"?");
  for (const std::string k : {"0", "257", "-2", "two", "", "99999999999999"})
    EXPECT_EQ(error_after("k=2\n", "k=" + k + "\n"),
              "x.vec:3: formats: k=" + k + "; give 1 to 256");
  EXPECT_EQ(error_after("k=2\n", "scale=ue8m0 scale_block=3 k=4\n"),
            "x.vec:3: formats: scale_block=3 does not divide k=4; give a divisor");
  for (const std::string sparsity : {"", "2", "2:4:1:1"})
    EXPECT_EQ(
        error_after("k=2\n", "k=4 sparsity=" + sparsity + "\n"),
        "x.vec:3: formats: sparsity=" + sparsity + "; write KEEP:OF or KEEP:OF:TOGETHER, as 2:4");
  EXPECT_EQ(error_after("k=2\n", "k=4 sparsity=x:4\n"),
            "x.vec:3: formats: sparsity=x:4: keep: 0 of 4; keep 1 to 3");
  EXPECT_EQ(
      error_after("k=2\n", "k=6 sparsity=2:4\n"),
      "x.vec:3: formats: sparsity=2:4: k: 6 is not a multiple of the 4 elements of which 2 are "
      "kept; use 8");
  for (const std::string other : {"k=02", "k=2 ", " k=2", "k=2 m=3", "k=2 k=2"})
    EXPECT_EQ(error_after("k=2", other),
              "x.vec:3: formats: write exactly 'a=f16 b=e4m3 c=f32 d=f32 k=2'");
}

TEST(VectorFileErrors, Operands) {
  EXPECT_EQ(error_after("3800 38b8", "38g0 38b8"),
            "x.vec:7:7: a: 'g' is not a lower-case hex digit; use 0-9 and a-f");
  EXPECT_EQ(error_after("38b8", "38B8"),
            "x.vec:7:12: b: 'B' is not a lower-case hex digit; use 0-9 and a-f");
  EXPECT_EQ(error_after("38b8", "38b"), "x.vec:7:13: b: 3 hex digits; 2 elements of e4m3 take 4");
  EXPECT_EQ(error_after("3f000000", "3f00000000"),
            "x.vec:7:32: d: 10 hex digits; 1 element of f32 take 8");
  EXPECT_EQ(error_in(replaced(kScaled, "0c0c0c0c", "0c0c0c40")),
            "x.vec:10:12: b: element 3 is 40, beyond the 6 bits of e3m2; at most 3f");
}

TEST(VectorFileErrors, Columns) {
  EXPECT_EQ(error_after(" 3f000000", ""), "x.vec:7: 3 columns, one space between; 'a b c d' are 4");
  EXPECT_EQ(error_after(" 38b8 ", "  38b8 "),
            "x.vec:7: 5 columns, one space between; 'a b c d' are 4");
  EXPECT_EQ(error_in(kHeader + "\n" + kCase), "x.vec:7: blank line; remove it");
}

TEST(VectorFileErrors, CaseNames) {
  EXPECT_EQ(error_in(kHeader + "# case: lost\n"),
            "x.vec:7: case name 'lost' has no case; give it one");
  EXPECT_EQ(error_in(kHeader + "# case: lost\n# case: found\n" + kCase),
            "x.vec:8: case name 'lost' has no case; give it one");
  EXPECT_EQ(error_in(kHeader + "# case: \n" + kCase),
            "x.vec:7: case: the name is empty; remove the line");
  EXPECT_EQ(error_in(kHeader + kCase + "# seed: 1\n" + kCase),
            "x.vec:8: only '# case: NAME' may stand among the cases; move it to the header");
}

TEST(VectorFileErrors, DamagedText) {
  EXPECT_EQ(error_in(kHeader), "x.vec:6: no cases; add at least one line of operands");
  const auto whole = kHeader + kCase;
  EXPECT_EQ(error_in(whole.substr(0, whole.size() - 1)),
            "x.vec:7: cut mid-line: no newline at the end of the file; copy the file again");
  EXPECT_EQ(error_after("k=2\n", "k=2\r\n"),
            "x.vec:3: line ends in CR LF; convert the file to LF alone");
  EXPECT_EQ(error_after("38b8", std::string("38\0b", 4)),
            "x.vec:7:12: NUL byte; is this a text file?");
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
