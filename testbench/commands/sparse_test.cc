// SPDX-License-Identifier: Apache-2.0
// Units with a sparse a: what the commands say of the selection, and where they refuse.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli_fixture.h"
#include "gemm_fixture.h"

namespace mmasc {
namespace {

constexpr const char* kSparse = "hopper/mma.sp.m16n8k32.f32.f16.f16.f32";
constexpr const char* kPairs = "ada/mma.sp.m16n8k128.s32.s4.s4.s32";

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_has(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
}

TEST_F(Cli, ShowSaysWhatASparseUnitSelects) {
  expect_has(run(std::string("show ") + kSparse).out,
             "select     2 of each 4 elements of b, named by metadata (u2 x 16): 16 products\n");
  expect_has(run(std::string("show ") + kPairs).out,
             "select     2 of each 4 groups of 2 elements of b, named by metadata (u2 x 32): 64 "
             "products\n");
  expect_has(run(std::string("show --json ") + kSparse).out,
             "\"products\": 16,\n    \"metadata\": {\n      \"format\": \"u2\",\n"
             "      \"elements\": 16\n");
  EXPECT_EQ(run(std::string("show ") + kUnit).out.find("select"), std::string::npos);
}

// b counts up, so that each product tells its place.
TEST_F(Cli, TraceNamesTheElementsOfBThatAreSelected) {
  const std::string b =
      " --b 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31";
  const std::string a = " --a 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1";
  const std::string metadata = " --metadata 0102031213230103 --trace";
  const auto expect_places = [&](const std::string& text) {
    expect_has(text, "f16 * f16, elements of b as metadata selects them\n");
    for (const int place : {1, 4, 6, 8, 11, 13, 14, 17, 19, 22, 23, 24, 25, 28, 31})
      expect_has(text, " = " + std::to_string(place) + "  = 3c00 * ");
    for (const int place : {0, 1, 4, 6, 8, 11, 13, 14, 17, 19, 22, 23, 24, 25, 28, 31})
      expect_has(text, "(b[" + std::to_string(place) + "])\n");
    EXPECT_EQ(text.find("(b[2])"), std::string::npos);
  };
  const Ran whole = run(std::string("eval ") + kSparse + a + b + metadata);
  ASSERT_EQ(whole.code, 0) << whole.err;
  expect_places(whole.out);

  // The places go on in the second step.
  std::string row = run(std::string("show --toml ") + kSparse).out;
  const auto lanes = row.find("lanes  = 16");
  ASSERT_NE(lanes, std::string::npos);
  row.replace(lanes, 11, "lanes  = 8");
  const Ran steps = run("eval " + write("row.toml", row) + a + b + metadata);
  ASSERT_EQ(steps.code, 0) << steps.err;
  expect_has(steps.out, "step 2 of 2\n");
  expect_places(steps.out);

  const Ran pairs = run(std::string("eval ") + kPairs +
                        " --a 1,1,1,1 --b 0,1,2,3,4,5,6,7 --metadata 0x1,0x3 --trace");
  ASSERT_EQ(pairs.code, 0) << pairs.err;
  expect_has(pairs.out, "= 1 * 2 (b[2])\n");
  expect_has(pairs.out, "= 1 * 3 (b[3])\n");
  expect_has(pairs.out, "= 1 * 6 (b[6])\n");
  expect_has(pairs.out, "= 1 * 7 (b[7])\n");
}

TEST_F(Cli, MetadataIsAskedForWhereAIsSparse) {
  expect_failure(std::string("eval ") + kSparse + " --a 1.0 --b 1.0", 2, "--metadata: missing");
  expect_failure(std::string("eval ") + kUnit + " --a 1.0 --b 1.0 --metadata 0", 2,
                 "is not sparse; leave it out");
}

TEST_F(Cli, TraceTakesMetadataOrAVectorFile) {
  const std::string file = (folder_ / "v.vec").string();
  ASSERT_EQ(run(std::string("gen --class random --count 1 -o ") + file + " " + kSparse).code, 0);
  expect_failure(std::string("trace ") + kSparse + " " + file + " --metadata 1,3", 2,
                 "give operands or a vector file, not both");
}

TEST_F(Cli, GemmTakesASparseAWithItsZerosAndNoOther) {
  std::string a(16 * 64 * 2, '\0'), twos(64 * 8 * 2, '\0');
  for (std::size_t i = 0; i < a.size(); i += 4) a[i + 1] = 0x3c;  // 1 0 1 0
  for (std::size_t i = 0; i < twos.size(); i += 2) twos[i + 1] = 0x40;
  const std::string b = write("b.npy", npy("<f2", "(64, 8)", twos));
  const std::string out = (folder_ / "d.npy").string();
  const auto gemm = [&](const std::string& file, const std::string& bytes) {
    return std::string("gemm ") + kSparse + " " + write(file, npy("<f2", "(16, 64)", bytes)) + " " +
           b + " -o " + out;
  };
  EXPECT_EQ(run(gemm("a.npy", a)).code, 0);
  EXPECT_EQ(elements_of(load_npy(slurp(out), format("f32"))),
            Elements(16 * 8, 0x42800000));  // 32 * 2
  ASSERT_TRUE(fs::remove(out));
  a[2 * (3 * 64 + 41) + 1] = 0x3c;  // a third one
  expect_failure(gemm("dense.npy", a), 2, "A is not sparse enough in row 3, columns 40 to 43");
  EXPECT_FALSE(fs::exists(out));
}

// What is kept of A, and which it is, give what A with its zeros gives.
TEST_F(Cli, GemmTakesWhatIsKeptOfASparseAWithMetadata) {
  std::string dense(16 * 64 * 2, '\0'), kept(16 * 32 * 2, '\0'), places(16 * 32, '\0');
  for (std::size_t i = 0; i < places.size();
       ++i) {  // of each four the first or third, and the last
    places[i] = static_cast<char>(i % 2 == 0 ? i / 2 % 2 * 2 : 3);
    const std::size_t at = i / 2 * 4 + static_cast<std::size_t>(places[i]);
    kept[2 * i] = dense[2 * at] = static_cast<char>(i % 7);
    kept[2 * i + 1] = dense[2 * at + 1] = 0x3c;
  }
  std::string b_bytes(64 * 8 * 2, '\0');
  for (std::size_t i = 0; i < b_bytes.size(); i += 2) b_bytes[i + 1] = i % 6 == 0 ? 0x40 : 0x38;
  const std::string b = write("b.npy", npy("<f2", "(64, 8)", b_bytes));
  const auto gemm = [&](const std::string& a, const std::string& d, const std::string& rest) {
    return "gemm " + std::string(kSparse) + " " + a + " " + b + " -o " + (folder_ / d).string() +
           rest;
  };
  const std::string a = write("kept.npy", npy("<f2", "(16, 32)", kept));
  const std::string metadata =
      " --metadata " + write("metadata.npy", npy("|u1", "(16, 32)", places));
  const Ran whole = run(gemm(write("dense.npy", npy("<f2", "(16, 64)", dense)), "d.npy", ""));
  ASSERT_EQ(whole.code, 0) << whole.err;
  const Ran parts = run(gemm(a, "e.npy", metadata));
  ASSERT_EQ(parts.code, 0) << parts.err;
  EXPECT_EQ(bytes_of(folder_ / "d.npy"), bytes_of(folder_ / "e.npy"));
  places[0] ^= 1;
  const std::string other = " --metadata " + write("x.npy", npy("|u1", "(16, 32)", places));
  ASSERT_EQ(run(gemm(a, "f.npy", other)).code, 0);
  EXPECT_NE(bytes_of(folder_ / "d.npy"), bytes_of(folder_ / "f.npy"));
  expect_failure(gemm(a, "g.npy", ""), 2,
                 "A is 16 x 32 and B 64 x 8: A's columns and B's rows must be as many; give the "
                 "metadata of A, or A with its zeros");
  expect_failure("gemm " + std::string(kUnit) + " " + a + " " + b + " -o " +
                     (folder_ / "g.npy").string() + metadata,
                 2, "--metadata: " + std::string(kUnit) + " takes no metadata");
}

TEST_F(Cli, StudiesRefuseSparseUnits) {
  const std::string rest =
      "[axes]\nk = [64]\n[inputs]\nm = 4\nn = 5\n[measures]\nlist = [\"snr\"]\n";
  std::string axis = rest;
  axis.insert(axis.find("k = "), std::string("unit = [\"") + kSparse + "\"]\n");
  const std::string folder = (folder_ / "out").string();
  const std::string refusal = std::string(kSparse) +
                              " takes a sparse a, and studies draw dense ones; study the dense "
                              "instruction of k 16";
  expect_failure("sweep " +
                     write("study.toml", "question = \"what?\"\nunit = \"" + std::string(kSparse) +
                                             "\"\n" + rest) +
                     " -o " + folder,
                 2, "study.toml:2: unit: " + refusal);
  const std::string dense = "hopper/mma.m16n8k16.f32.f16.f16.f32";
  expect_failure("sweep " +
                     write("axis.toml", "question = \"what?\"\nunit = \"" + dense + "\"\n" + axis) +
                     " -o " + folder,
                 2, refusal);
  std::string field = rest;
  field.insert(field.find("k = "), "\"instruction.sparsity\" = [\"{ keep = 1, of = 4 }\"]\n");
  expect_failure(
      "sweep " + write("field.toml", "question = \"what?\"\nunit = \"" + dense + "\"\n" + field) +
          " -o " + folder,
      2,
      "field.toml:2: unit: " + dense +
          " takes a sparse a, and studies draw dense ones; "
          "study the dense instruction of k 4");
  EXPECT_FALSE(fs::exists(folder));
}

TEST_F(Cli, ComparesSparseUnits) {
  const std::string wider = std::string(kSparse) + " --set dot.fraction_bits=30 ";
  const Ran typed = run(std::string("compare ") + kSparse + " " + wider +
                        "--a -8192,-.5,-.25,-.125 --b 0,1024,0,1,1,0,0,1 "
                        "--metadata 0x1,0x3,0x0,0x3 --c 8388608.0");
  EXPECT_EQ(typed.code, 1) << typed.err;
  expect_has(typed.out, "the first, (0, 0): bf400000 (-0.75) and bf600000 (-0.875)\n");
  expect_has(typed.out, "they diverge at step 1, aligner: p3 aligned for dot: 0 and -0.125\n");
  const auto replay = typed.out.find("mmasc eval ");
  ASSERT_NE(replay, std::string::npos) << typed.out;
  const auto end = typed.out.find('\n', replay);
  const Ran replayed = run(typed.out.substr(replay + 6, end - replay - 6));
  EXPECT_EQ(replayed.code, 0) << replayed.err;
  EXPECT_EQ(replayed.out.substr(4, 8), typed.out.substr(end + 7, 8)) << typed.out;

  // A with its zeros, and without them: the same elements of D, explained in the same words.
  const std::string a =
      write("a.npy",
            npy("<f2", "(1, 8)", little_endian({0, 0xf000, 0, 0xb800, 0xb400, 0, 0, 0xb000}, 2)));
  const std::string kept =
      write("kept.npy", npy("<f2", "(1, 4)", little_endian({0xf000, 0xb800, 0xb400, 0xb000}, 2)));
  const std::string metadata =
      write("metadata.npy", npy("|u1", "(1, 4)", little_endian({1, 3, 0, 3}, 1)));
  const std::string rest =
      " --b " +
      write("b.npy",
            npy("<f2", "(8, 1)", little_endian({0, 0x6400, 0, 0x3c00, 0x3c00, 0, 0, 0x3c00}, 2))) +
      " --c " + write("c.npy", npy("<f4", "(1, 1)", floats({0x1p23F})));
  const std::string compare = std::string("compare ") + kSparse + " " + wider;
  const Ran zeros = run(compare + "--a " + a + rest);
  const Ran parts = run(compare + "--a " + kept + " --metadata " + metadata + rest);
  EXPECT_EQ(zeros.code, 1) << zeros.err;
  EXPECT_EQ(parts.out, zeros.out);
  EXPECT_EQ(zeros.out, typed.out);

  expect_failure(
      std::string("compare hopper/mma.m16n8k16.f32.f16.f16.f32 ") + kSparse + " --a 1.0 --b 1.0", 2,
      "and " + std::string(kSparse) + " a=f16 b=f16 c=f32 d=f32 sparsity=2:4");
  expect_failure(compare + "--a 1.0 --b 1.0", 2, "--metadata: missing; give u2 x 16");
}

// Indices are what the file says, whatever --convert rounds.
TEST_F(Cli, MetadataIsNeverRounded) {
  const std::string files = write("a.npy", npy("<f4", "(1, 2)", floats({1, 2}))) + " " +
                            write("b.npy", npy("<f4", "(4, 1)", floats({1, 2, 3, 4}))) +
                            " --convert -o " + (folder_ / "d.npy").string() + " --metadata ";
  const std::string gemm = std::string("gemm ") + kSparse + " " + files;
  EXPECT_EQ(run(gemm + write("m.npy", npy("|u1", "(1, 2)", little_endian({1, 3}, 1)))).code, 0);
  EXPECT_EQ(elements_of(load_npy(slurp(folder_ / "d.npy"), format("f32"))),
            Elements{0x41200000});  // 1 * 2 + 2 * 4
  ASSERT_TRUE(fs::remove(folder_ / "d.npy"));
  expect_failure(gemm + write("f.npy", npy("<f4", "(1, 2)", floats({1, 2.6F}))), 2,
                 "elements are f32 (<f4), and are never rounded to u2; save them as uint8");
  expect_failure(gemm + write("n.npy", npy("|u1", "(1, 2)", little_endian({1, 4}, 1))), 2,
                 "element (0, 1) is 0x04, and u2 has 2 bits\n");
  EXPECT_FALSE(fs::exists(folder_ / "d.npy"));
}

}  // namespace
}  // namespace mmasc
