// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/catalog.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <thread>

#include "mmasc/unit/shipped_rows.h"
#include "mmasc/unit/suggest.h"
#include "mmasc/unit/validate.h"
#include "rows.h"

namespace mmasc {
namespace {

const std::string kUnit = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";

// A file that is removed at the end of the test.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& text)
      : path_(std::filesystem::temp_directory_path() / name) {
    std::ofstream(path_) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

// That none is left out the test layers.Numbers counts, without the reader.
TEST(Catalog, HoldsEveryInstructionOnce) {
  std::set<std::string> ids;
  for (const auto& unit : catalog().units()) ids.insert(unit.instruction.id);
  EXPECT_EQ(ids.size(), catalog().units().size());
}

// PTX ISA 9, wgmma and tcgen05.mma of cta_group::1, dense and sparse: every multiple of 8 up to
// 256; of integers {8, 16, 24, 32, 48, 64, ..., 256}.
TEST(Catalog, TakesTheSizesOfNThatTheDocumentsList) {
  int integers = 0, others = 0;
  for (const Unit& unit : catalog().units()) {
    const Extent& n = unit.instruction.shape.n;
    if (n.fixed()) continue;
    const bool is_integer = unit.d().is_integer();
    ++(is_integer ? integers : others);
    for (int size = 1; size <= 300; ++size) {
      const int step = is_integer && size > 32 ? 16 : 8;
      EXPECT_EQ(n.contains(size), size % step == 0 && size <= 256)
          << unit.instruction.id << " n" << size;
    }
  }
  EXPECT_GT(integers, 0);
  EXPECT_GT(others, 0);
}

// The files read whole, as a user's are: each row validated, no table overlooked.
TEST(Catalog, ReadsOneTableAsItReadsAll) {
  Catalog whole;
  for (const EmbeddedFile& file : catalog_files()) whole.add(file.text, file.name);
  const ShippedRows by_one(catalog_files()), at_once(catalog_files());
  EXPECT_EQ(whole.ids(), catalog().ids());
  ASSERT_EQ(whole.units().size(), by_one.ids().size());
  for (std::size_t i = 0; i < whole.units().size(); ++i) {
    const Unit& unit = whole.units()[i];
    EXPECT_EQ(unit.instruction.id, by_one.ids()[i]);
    EXPECT_TRUE(equal(unit, by_one.unit(i))) << unit.instruction.id;
    EXPECT_TRUE(equal(unit, at_once.units()[i])) << unit.instruction.id;
  }
}

TEST(Catalog, NamesTheLineOfARowThatIsReadAlone) {
  const std::string text = kDatapath +
                           "[instruction.\"my/k{k}\"]\nshape = { m = 1, n = 1, k = 4 }\n" +
                           "formats = { a = \"f16\", b = \"f17\", c = \"f32\" }\n" +
                           "datapath = \"my.dot\"\nnote = \"{k}\"\neach = [\n  { k = 4 },\n]\n";
  const EmbeddedFile files[] = {{"f.toml", text}};
  const ShippedRows rows(files);
  EXPECT_EQ(rows.ids(), std::vector<std::string>{"my/k4"});
  EXPECT_EQ(input_error([&] { (void)rows.unit(0); }), load_error(text));
}

TEST(Catalog, GivesThreadsTheSameUnits) {
  const ShippedRows rows(catalog_files());
  std::vector<std::vector<const Unit*>> found(4);
  std::vector<std::thread> threads;
  for (auto& mine : found)
    threads.emplace_back([&] {
      for (std::size_t i = 0; i < rows.ids().size(); i += 7) mine.push_back(&rows.unit(i));
      mine.push_back(&rows.units().front());
    });
  for (auto& thread : threads) thread.join();
  for (const auto& mine : found) EXPECT_EQ(mine, found.front());
  EXPECT_EQ(found.front().front(), found.front().back());
}

TEST(Catalog, EveryUnitIsValidAndHasEvidence) {
  ASSERT_FALSE(catalog().units().empty());
  for (const auto& unit : catalog().units()) {
    EXPECT_NO_THROW(validate(unit)) << unit.instruction.id;
    EXPECT_FALSE(unit.instruction.evidence.empty()) << unit.instruction.id;
    for (const Evidence& evidence : unit.instruction.evidence)
      EXPECT_EQ(evidence.source.find('{'), std::string::npos) << unit.instruction.id;
    EXPECT_FALSE(unit.instruction.mnemonic.empty()) << unit.instruction.id;
    EXPECT_EQ(unit.steps() * unit.lanes(), unit.products()) << unit.instruction.id;
  }
}

// An assembler's sequence of instructions is another in another version.
TEST(Catalog, SequencesNameTheAssemblerThatMakesThem) {
  std::map<std::string, std::set<std::string>> made;
  for (const auto& unit : catalog().units()) {
    const Instruction& row = unit.instruction;
    if (row.sass.find('+') == row.sass.npos) continue;
    EXPECT_NE(row.sass.find(", ptxas "), row.sass.npos) << row.id;
    const std::string architecture = row.id.substr(0, row.id.find('/'));
    EXPECT_TRUE(made[architecture + " " + row.mnemonic].insert(row.sass).second) << row.id;
  }
  EXPECT_EQ(made.at("hopper mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32").size(), 2u);
}

TEST(Catalog, KnowsTheNanOfGpusWhereItIsPublished) {
  for (const auto& unit : catalog().units()) {
    const std::string& id = unit.instruction.id;
    if (id.starts_with("arm/") || id.starts_with("power/") || id.starts_with("riscv/")) continue;
    const bool known = !id.starts_with("cdna") && !id.starts_with("x86") &&
                       unit.d().name != "f64" && !unit.d().is_integer();
    EXPECT_EQ(unit.datapath.result.nan.has_value(), known) << id;
  }
}

TEST(Catalog, FindsByIdOrUniquePart) {
  EXPECT_EQ(catalog().find(kUnit).instruction.id, kUnit);
  EXPECT_EQ(catalog().find("wgmma.m64nNk32.f32.e4m3.e4m3").instruction.id, kUnit);
  // An id that is part of another is still an id.
  EXPECT_EQ(catalog().find("cdna2/v_mfma_f32_32x32x4bf16").lanes(), 2);
}

TEST(Catalog, NamesCandidatesForAnAmbiguousPart) {
  const auto error = input_error([] { (void)catalog().find("k32.f32.e4m3.e4m3"); });
  EXPECT_NE(error.find("\"k32.f32.e4m3.e4m3\" is part of 6 ids; write more of one"), error.npos)
      << error;
  EXPECT_NE(error.find(kUnit), error.npos) << error;
}

TEST(Catalog, NamesTheNearestForAnUnknownId) {
  const auto error =
      input_error([] { (void)catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m4"); });
  EXPECT_NE(error.find("unknown unit"), error.npos) << error;
  EXPECT_NE(error.find(kUnit), error.npos) << error;
}

// The texts are of a disassembly or of PTX.
TEST(Catalog, FindsByAUniquePartOfAMnemonicOrSassName) {
  EXPECT_EQ(catalog().find("DMMA.16x8x16").instruction.id, "hopper/mma.m16n8k16.f64.f64.f64.f64");
  EXPECT_EQ(catalog().find("wgmma.mma_async.sync.aligned.m64n{N}k32.f32.e4m3.e4m3").instruction.id,
            kUnit);
  EXPECT_EQ(catalog().find("QGMMA.64x128x32.F32.E4M3.E4M3").instruction.id, kUnit);
  EXPECT_EQ(catalog().find("aligned.m64n8k32.f32.e4m3.e4m3").instruction.id, kUnit);
  for (const char* none : {"QGMMA.64x132x32.F32.E4M3.E4M3", "QGMMA.64xx32.F32.E4M3.E4M3",
                           "QGMMA.64x99999999999x32.F32.E4M3.E4M3", "64x128x32.F32.E4M3.E4M3.E"})
    EXPECT_EQ(input_error([&] { (void)catalog().find(none); }).find("unknown unit \""), 0u) << none;
  const auto error = input_error([] { (void)catalog().find("HMMA.16816"); });
  EXPECT_EQ(error.find("\"HMMA.16816\" is in the mnemonic or SASS name of "), 0u) << error;
  EXPECT_NE(error.find(" units; write an id, as \"ada/mma.m16n8k16."), error.npos) << error;
}

// A text that is no name at all: its distance to each of a thousand ids would take minutes.
TEST(Catalog, IsSoonDoneWithALongText) {
  const std::string long_text(1'000'000, 'x');
  // Only a name's length of it is compared: what follows, most of this one, makes no difference.
  const std::string start(128, 'x'), rest(1000, 'y');
  EXPECT_EQ(nearest(start + rest, {rest, start}, 1), Names{start});
  const auto error = input_error([&] { (void)catalog().find(long_text); });
  EXPECT_EQ(error.find("unknown unit \"xxx"), 0u);
  EXPECT_NE(error.find("nearest are \""), error.npos);
  EXPECT_EQ(mend_name("f3" + std::string(300, '2'), {"f32", "f64"}), "use one of \"f32\", \"f64\"");
}

TEST(Catalog, AddsAllOrNothing) {
  Catalog rows = catalog();
  const std::string good = to_toml(catalog().find(kUnit));
  EXPECT_NE(input_error([&] { rows.add(good + "\n[datapath.x]\nlanes = 0\n", "f.toml"); }),
            "no error");
  EXPECT_EQ(rows.units().size(), catalog().units().size());
  rows.add(good, "f.toml");
  EXPECT_EQ(rows.units().size(), catalog().units().size() + 1);
}

TEST(Catalog, ShippedNamesAreTaken) {
  Catalog rows = catalog();
  EXPECT_EQ(
      input_error([&] {
        rows.add(
            "[datapath.\"hopper.fp8_f32\"]\nlanes = 1\n"
            "sum = [{ name = \"s\", terms = [\"products\", \"c\"] }]\n"
            "result = { format = \"f32\" }\n",
            "f.toml");
      }),
      "f.toml:1: datapath.\"hopper.fp8_f32\": is taken by a shipped row; choose another name");
  EXPECT_EQ(input_error([&] { rows.add("[structure.default]\nunits = 2\n", "f.toml"); }),
            "f.toml:1: structure.default: is taken by a shipped row; choose another name");
  EXPECT_EQ(
      input_error([&] {
        rows.add("\n[instruction.\"" + kUnit +
                     "\"]\nshape = { m = 1, n = 1, k = 1 }\n"
                     "formats = { a = \"f16\", b = \"f16\", c = \"f32\" }\n"
                     "datapath = \"hopper.fp8_f32\"\n",
                 "f.toml");
      }),
      "f.toml:2: instruction.\"" + kUnit + "\": is taken by a shipped row; choose another name");
}

TEST(Catalog, RefersToShippedDatapaths) {
  const std::string head =
      "[instruction.\"my/unit\"]\nshape = { m = 1, n = 1, k = 32 }\n"
      "formats = { a = \"e4m3\", b = \"e4m3\", c = \"f32\" }\n";
  Catalog rows = catalog();
  rows.add(head + "datapath = \"hopper.fp8_f32\"\n", "f.toml");
  EXPECT_EQ(rows.find("my/unit").datapath, catalog().find(kUnit).datapath);
  EXPECT_EQ(input_error([&] { Catalog().add(head + "datapath = \"none\"\n", "f.toml"); }),
            "f.toml:4: instruction.\"my/unit\".datapath: unknown datapath \"none\"; add a "
            "[datapath.NAME]");
  const auto error = input_error([&] {
    Catalog wrong = catalog();
    wrong.add(head + "datapath = \"hopper.fp8_f33\"\n", "f.toml");
  });
  EXPECT_EQ(error.find("f.toml:4: instruction.\"my/unit\".datapath: unknown datapath "
                       "\"hopper.fp8_f33\"; nearest are \"hopper.fp8_f32\""),
            0u)
      << error;
}

TEST(FindUnit, TakesIdsFilesAndRows) {
  EXPECT_TRUE(equal(find_unit(kUnit), catalog().find(kUnit)));
  const std::string one = to_toml(catalog().find(kUnit));
  const TemporaryFile file("mmasc_one_unit.toml", one);
  EXPECT_EQ(find_unit(file.path()).datapath.sums, catalog().find(kUnit).datapath.sums);
  EXPECT_EQ(find_unit(file.path() + ":my/wgmma.m64nNk32.f32.e4m3.e4m3").instruction.id,
            "my/wgmma.m64nNk32.f32.e4m3.e4m3");
  EXPECT_EQ(find_unit(file.path() + ":wgmma").instruction.id, "my/wgmma.m64nNk32.f32.e4m3.e4m3");
  EXPECT_EQ(
      input_error([&] { find_unit(file.path() + ":wgmma.k1"); }),
      file.path() + ": unknown unit \"wgmma.k1\"; nearest are \"my/wgmma.m64nNk32.f32.e4m3.e4m3\"");
}

TEST(FindUnit, AsksForTheRowWhereThereAreSeveral) {
  const TemporaryFile file(
      "mmasc_two_units.toml",
      to_toml(catalog().find(kUnit)) + to_toml(catalog().find("volta/mma.m8n8k4.f16.f16.f16.f16")));
  EXPECT_EQ(input_error([&] { find_unit(file.path()); }),
            file.path() + ": there are 2 instructions; write " + file.path() +
                ":ROW with one of \"my/wgmma.m64nNk32.f32.e4m3.e4m3\", "
                "\"my/mma.m8n8k4.f16.f16.f16.f16\"");
}

TEST(FindUnit, RefusesFilesItCannotUse) {
  EXPECT_EQ(input_error([] { find_unit("/nowhere/x.toml"); }),
            "/nowhere/x.toml: no such file; check its path");
  const std::string pipe = (std::filesystem::temp_directory_path() / "mmasc_pipe.toml").string();
  std::filesystem::remove(pipe);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(input_error([&] { find_unit(pipe); }), pipe + ": is no file; name a TOML file");
  std::filesystem::remove(pipe);
  const auto folder = std::filesystem::temp_directory_path() / "mmasc_folder.toml";
  std::filesystem::create_directory(folder);
  EXPECT_EQ(input_error([&] { find_unit(folder.string()); }),
            folder.string() + ": is a directory; name a TOML file in it");
  std::filesystem::remove(folder);
  const TemporaryFile file("mmasc_no_unit.toml", "");
  EXPECT_EQ(input_error([&] { find_unit(file.path()); }),
            file.path() + ": there is no instruction; add an [instruction.\"my/NAME\"]");
}

}  // namespace
}  // namespace mmasc
