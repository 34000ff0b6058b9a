// SPDX-License-Identifier: Apache-2.0
// Vector files as engines: they answer what they hold, and refuse all else.
#include "mmasc/black_box/vectors_engine.h"

#include <filesystem>
#include <fstream>

#include "answers.h"
#include "told.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;

class VectorsEngines : public ::testing::Test {
 protected:
  void TearDown() override { fs::remove(path_); }

  std::string write(const std::string& lines, const std::string& columns = "a b c d",
                    const std::string& nan = "exact", const std::string& formats = "f32") const {
    std::ofstream(path_) << "# mmasc-vectors 1\n# instruction: cvfpu/fma.f32.nearest_even\n"
                         << "# formats: a=f32 b=f32 c=f32 d=" << formats << " k=1\n"
                         << "# provenance: this test\n# nan: " << nan << "\n# columns: " << columns
                         << "\n"
                         << lines;
    return path_.string();
  }

  // What is thrown where two d are asked of the file: 1 * 3 + 5 and 2 * 4 + 6, as bits.
  std::string refused(const std::string& path) const {
    std::string text = refusal<InputError>(make_vectors_engine, path);
    for (std::size_t at = 0; (at = text.find(path_.string())) != text.npos;)
      text.replace(at, path_.string().size(), "FILE");
    return text;
  }
  fs::path path_ = fs::temp_directory_path() / fmt_name();

 private:
  static std::string fmt_name() {
    return std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) +
           "_vectors.vec";
  }
};

TEST_F(VectorsEngines, AnswerWhatTheyHold) {
  const std::string two =
      "00000002 00000004 00000006 00000009\n00000001 00000003 00000005 00000007\n";
  EXPECT_EQ(refused(write(two)), "");
  std::vector<std::uint64_t> d(2);
  constexpr std::uint64_t kAbove = std::uint64_t{1} << 32;  // is no bit of f32
  make_vectors_engine(f32_fma(), write(two))
      ->dot(std::vector<std::uint64_t>{1, kAbove | 2}, std::vector<std::uint64_t>{3, 4},
            std::vector<std::uint64_t>{kAbove | 5, 6}, d);
  EXPECT_EQ(d, (std::vector<std::uint64_t>{7, 9}));
}

TEST_F(VectorsEngines, RefuseOperandsThatTheyHaveNot) {
  Told told;
  told(refused(write("00000001 00000003 00000005 00000007\n")));
}

TEST_F(VectorsEngines, GiveTheFlagsThatStandThere) {
  const VectorsEngine engine(f32_fma(),
                             write("00000001 00000003 00000005 00000007 03\n", "a b c d flags"));
  ASSERT_TRUE(engine.gives_flags());
  PackedCases asked(engine.file().cases);
  asked.evaluate(engine);
  EXPECT_EQ(asked.flags, std::vector<std::uint64_t>{3});
  EXPECT_FALSE(
      VectorsEngine(f32_fma(), write("00000001 00000003 00000005 00000007\n")).gives_flags());
}

// And none are guessed; two of the same operands are refused.
TEST_F(VectorsEngines, GuessNoFlags) {
  Told told;
  const VectorsEngine engine(f32_fma(), write("00000001 00000003 00000005 00000007\n"));
  PackedCases asked(engine.file().cases);
  asked.flags.assign(1, 0);
  DotBatch batch = asked.batch();
  batch.flags = asked.flags;
  EXPECT_THROW(engine.dot(batch), Unanswered);
  told(
      refused(write("00000001 00000003 00000005 00000007 01\n"
                    "00000001 00000003 00000005 00000007 00\n",
                    "a b c d flags")));
}

TEST_F(VectorsEngines, FilesThatAreNone) {
  Told told;
  told(refused("none.vec"));
  told(refused(write("00000001 00000003 00000005\n", "a b c")));
  told(refused(write("00000001 00000003 00000005 0007\n", "a b c d", "exact", "f16")));
  told(refused(write("00000001 00000003 000")));
}

TEST_F(VectorsEngines, TwoAnswersToTheSameAreNone) {
  Told told;
  const std::string nans =
      "00000001 00000003 00000005 7fc00000\n00000001 00000003 00000005 "
      "7fc00001\n00000002 00000004 00000006 00000009\n";
  told(refused(write(nans)));
  EXPECT_EQ(refused(write(nans, "a b c d", "any")), "");
}

}  // namespace
}  // namespace mmasc
