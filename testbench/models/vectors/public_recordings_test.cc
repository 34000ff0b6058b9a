// SPDX-License-Identifier: Apache-2.0
#include "mmasc/vectors/public_recordings.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "mmasc/vectors/find_vectors.h"
#include "support.h"

namespace mmasc {
namespace {

using testing::error_of;
using testing::make_unit;
using testing::TemporaryFolder;
using Elements = std::vector<std::uint64_t>;

const std::string kIndexHeader = "gpu,format,d,instruction,k_recorded,c\n";
const std::string kOne = "00111111100000000000000000000000\n";

// A card's folder with one case: a = (1, 1/2), b = (1, -2), c = 1 + 2^-11 and a bit, d = 1.
class Published {
 public:
  Published() {
    put("a", "fp16", "3f800000 3f000000 \n");
    put("b", "fp16", "3f800000 c0000000\n");
    put("c", "fp32", "00111111100000000001000000000001\n");
    put("d", "fp16", kOne);
    put("d", "fp32", kOne);
  }
  std::string put(const std::string& column, const std::string& format,
                  const std::string& text) const {
    return folder_.put("V/fp16/" + column + "_V_" + format + ".txt", text);
  }
  std::string index(const std::string& rows) const {
    return folder_.put("index.csv", kIndexHeader + rows);
  }
  VectorFile import(const std::string& d = "fp32", const std::string& c = "used",
                    const std::string& k = "2") const {
    const auto path = index("V,fp16," + d + ",my/mma.k4," + k + "," + c + "\n");
    const std::string c_format = c == "rounded to f16" ? "f16" : "f32";
    return import_recording(
        read_public_index(path).at(0),
        make_unit("my/mma.k4", "f16", "f16", c_format, d == "fp16" ? "f16" : "f32", 4));
  }

 private:
  TemporaryFolder folder_;
};

TEST(PublicRecordings, Imports) {
  const VectorFile file = Published().import();
  EXPECT_EQ(file.instruction, "my/mma.k4");
  EXPECT_EQ(file.evidence, EvidenceKind::recorded);
  EXPECT_NE(file.provenance.find("recorded on V: "), std::string::npos);
  ASSERT_EQ(file.cases.size(), 1u);
  EXPECT_EQ(file.cases[0][Operand::a], (Elements{0x3c00, 0x3800, 0, 0}));
  EXPECT_EQ(file.cases[0][Operand::b], (Elements{0x3c00, 0xc000, 0, 0}));
  EXPECT_EQ(file.cases[0].c(), 0x3f801001u);
  EXPECT_EQ(file.cases[0].d(), 0x3f800000u);
  EXPECT_EQ(file.cases[0].line, 1);
  EXPECT_EQ(to_text(parse_vectors(to_text(file), "again")), to_text(file));
}

TEST(PublicRecordings, RoundsOrDropsC) {
  const VectorFile rounded = Published().import("fp16", "rounded to f16");
  EXPECT_EQ(rounded.cases[0].c(), 0x3c01u);
  EXPECT_EQ(rounded.cases[0].d(), 0x3c00u);
  EXPECT_EQ(Published().import("fp32", "not used: 0").cases[0].c(), 0u);
}

TEST(PublicRecordings, IndexErrors) {
  const Published files;
  const auto error = [&](const std::string& rows) {
    const auto path = files.index(rows);
    auto message = error_of<InputError>([&] { read_public_index(path); });
    return message.substr(path.size());
  };
  EXPECT_EQ(error(""), ":1: no recordings; add a row for each");
  EXPECT_EQ(error("V,fp16\n"), ":2: 2 columns; 'gpu,format,d,instruction,k_recorded,c' are 6");
  EXPECT_EQ(error("V,fp17,fp32,my/u,2,used\n"),
            ":2: fp17 is no format; fp32, tf32, bf16, fp16, E5M2 or E4M3");
  EXPECT_EQ(error("V,fp16,fp32,my/u,0,used\n"), ":2: k_recorded is 0; give 1 to 256");
  EXPECT_EQ(error("V,fp16,fp32,my/u,2,perhaps\n"),
            ":2: c is 'perhaps'; give 'used', 'rounded to f16' or 'not used: 0'");
  EXPECT_EQ(error("V,fp16,fp32,my/u,2,used\r\n"),
            ":2: line ends in CR LF; convert the file to LF alone");
}

TEST(PublicRecordings, AnotherIndex) {
  const TemporaryFolder folder;
  const auto path = folder.put("index.csv", "name,size\n");
  EXPECT_EQ(error_of<InputError>([&] { read_public_index(path); }),
            path +
                ":1: not an index of recordings; the first line is "
                "'gpu,format,d,instruction,k_recorded,c'");
}

TEST(PublicRecordings, RowContradictsTheInstruction) {
  const Published files;
  EXPECT_NE(error_of<InputError>([&] { files.import("fp32", "used", "5"); })
                .find("index.csv:2: a=f16 b=f16 c=f32 d=f32 k=5 contradict my/mma.k4, which takes "
                      "a=f16 b=f16 c=f32 d=f32 k=4; mend the row"),
            std::string::npos);
}

TEST(PublicRecordings, RecordingErrors) {
  const Published files;
  const auto error = [&] { return error_of<InputError>([&] { files.import(); }); };
  auto path = files.put("a", "fp16", "3f800000 3f000001\n");
  EXPECT_EQ(error(), path +
                         ":1:10: float32 3f000001 is not exact in f16; is the index's format "
                         "right?");
  files.put("a", "fp16", "3f800000 3f0000\n");
  EXPECT_EQ(error(), path + ":1:10: expected a float32 pattern of 8 hex digits");
  files.put("a", "fp16", "3f800000\n");
  EXPECT_EQ(error(), path + ":1: 1 elements; the index says k_recorded is 2");
  files.put("a", "fp16", "3f800000 3f000000\n3f800000 3f000000\n");
  EXPECT_EQ(error(), path + ":2: no such line in " + files.put("d", "fp32", kOne) +
                         "; the four files of a recording are of one length");
  files.put("a", "fp16", "3f800000 3f000000\n");
  path = files.put("d", "fp32", kOne + kOne);
  EXPECT_EQ(error(), path + ":2: no such line in " + files.put("a", "fp16", "3f800000 3f000000\n") +
                         "; the four files of a recording are of one length");
  files.put("d", "fp32", "00112111100000000000000000000000\n");
  EXPECT_EQ(error(), path + ":1:1: expected a float32 pattern of 32 binary digits");
  files.put("d", "fp32", kOne.substr(0, 20));
  EXPECT_EQ(error(),
            path + ":1: cut mid-line: no newline at the end of the file; copy the file again");
}

// An instruction's operands, from its id alone: shape.D.A.B[.C], C as D where it is left out.
Unit unit_from_id(const std::string& id) {
  const auto parts = split(std::string_view(id).substr(id.find('/') + 1), '.');
  const std::string shape(parts.at(1));
  const auto c = parts.size() > 5 ? parts[5] : parts[2];
  return make_unit(id, parts[3], parts[4], c, parts[2],
                   std::stoi(shape.substr(shape.find('k') + 1)));
}

TEST(PublicRecordings, ImportsThePublishedRecordings) {
  const char* root = std::getenv("MMASC_GOLDEN");
  if (!root) GTEST_SKIP() << "MMASC_GOLDEN is not set: published recordings skipped";
  Unit unit;
  const auto lookup = [&unit](std::string_view id) -> const Unit& {
    return unit = unit_from_id(std::string(id));
  };
  const std::string paths[] = {root};
  int recordings = 0;
  for (const VectorSource& source : find_vectors(paths)) {
    if (!source.recording) continue;
    const VectorFile file = load_vectors(source, lookup);
    check_header(file, unit);
    EXPECT_EQ(file.cases.size(), 4000u) << file.name;
    EXPECT_EQ(to_text(parse_vectors(to_text(file), file.name)), to_text(file));
    ++recordings;
  }
  EXPECT_GT(recordings, 0) << "no index.csv below " << root;
}

}  // namespace
}  // namespace mmasc
