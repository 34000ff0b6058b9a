// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/asked.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "identify/boxes.h"
#include "mmasc/identify/box.h"
#include "mmasc/identify/journal.h"
#include "mmasc/unit/error.h"

namespace mmasc::identify {
namespace {

Unit box() { return box_of("a=f16 b=f16 c=f32 d=f32 k=1"); }

Case row_of(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  Case row{layout_of(box())};
  row[Operand::a] = {a};
  row[Operand::b] = {b};
  row.c() = c;
  return row;
}

Asked::MakeBox adding(int& asked, std::uint64_t fails_at = ~std::uint64_t{0}) {
  return [&asked, fails_at] {
    return std::make_unique<testing::FunctionBox>(box(),
                                                  [&asked, fails_at](auto a, auto b, auto c) {
                                                    if (a.front() == fails_at)
                                                      throw EnvironmentError("it ended");
                                                    ++asked;
                                                    return a.front() + b.front() + c;
                                                  });
  };
}

TEST(Asked, AsksForEachVectorOnce) {
  int count = 0;
  Asked asked(box(), adding(count));
  asked.ask({row_of(1, 2, 3), row_of(4, 5, 6), row_of(1, 2, 3)});
  asked.ask({row_of(4, 5, 6)});
  EXPECT_EQ(count, 2);
  EXPECT_EQ(asked.queries(), 2U);
  ASSERT_EQ(asked.answers().size(), 2U);
  EXPECT_EQ(asked.find(row_of(4, 5, 6))->d(), 15U);
  EXPECT_EQ(asked.find(row_of(4, 5, 7)), nullptr);
}

TEST(Asked, AsksNoMoreThanItMay) {
  int count = 0;
  Asked asked(box(), adding(count));
  asked.most_queries = 3;
  std::vector<Case> rows;
  for (std::uint64_t a = 0; a < 20; ++a) rows.push_back(row_of(a, 0, 0));
  asked.ask(rows);
  asked.ask({row_of(99, 0, 0)});
  EXPECT_EQ(count, 3);
  EXPECT_EQ(asked.unrepeatable(), nullptr);
  EXPECT_EQ(count, 3);
}

TEST(Asked, TakesAnswersOfBefore) {
  int count = 0;
  Asked asked(box(), adding(count));
  Case known = row_of(1, 1, 1);
  known.d() = 42;
  asked.remember({&known, 1});
  asked.ask({row_of(1, 1, 1)});
  EXPECT_EQ(count, 0);
  EXPECT_EQ(asked.find(known)->d(), 42U);
}

TEST(Asked, GoesOnWithoutTheVectorsThatTheBoxFailsAt) {
  int count = 0;
  Asked asked(box(), adding(count, 7));
  std::vector<Case> rows;
  for (std::uint64_t a = 0; a < 20; ++a) rows.push_back(row_of(a, 0, 0));
  asked.ask(rows);
  EXPECT_EQ(asked.answers().size(), 19U);
  ASSERT_EQ(asked.failures().size(), 1U);
  EXPECT_EQ(asked.failures()[0].row[Operand::a], std::vector<std::uint64_t>{7});
  EXPECT_EQ(asked.failures()[0].what, "it ended");
  asked.ask({row_of(7, 0, 0)});  // which is not asked again
  EXPECT_EQ(asked.failures().size(), 1U);
  EXPECT_EQ(asked.find(row_of(7, 0, 0)), nullptr);
}

// A full disk is no failure of the box.
TEST(Asked, PassesOnWhatTheKeeperOfAnswersThrows) {
  int count = 0;
  Asked asked(box(), adding(count));
  asked.on_answer = [](const Case&) { throw EnvironmentError("the disk is full"); };
  EXPECT_THROW(asked.ask({row_of(1, 2, 3), row_of(4, 5, 6)}), EnvironmentError);
  EXPECT_TRUE(asked.failures().empty());
  EXPECT_EQ(count, 2);
}

TEST(Asked, GivesUpWithABoxThatAlwaysFails) {
  Asked asked(box(), [] {
    return std::make_unique<testing::FunctionBox>(
        box(), [](auto, auto, auto) -> std::uint64_t { throw EnvironmentError("it ended"); });
  });
  std::vector<Case> rows;
  for (std::uint64_t a = 0; a < 20; ++a) rows.push_back(row_of(a, 0, 0));
  EXPECT_THROW(asked.ask(rows), EnvironmentError);
  EXPECT_EQ(asked.failures().size(), Asked::kMostFailures + 1);
}

TEST(Asked, NoticesABoxThatDrawsItsAnswers) {
  int count = 0;
  Asked steady(box(), adding(count));
  steady.ask({row_of(1, 2, 3)});
  EXPECT_EQ(steady.unrepeatable(), nullptr);
  std::uint64_t drawn = 0;
  Asked drawing(box(), [&] {
    return std::make_unique<testing::FunctionBox>(box(), [&](auto, auto, auto) { return ++drawn; });
  });
  drawing.ask({row_of(1, 2, 3)});
  EXPECT_NE(drawing.unrepeatable(), nullptr);
}

class JournalFile : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }
  const std::string path_ = (std::filesystem::temp_directory_path() /
                             ("mmasc_journal_" + std::to_string(getpid()) + ".vec"))
                                .string();
};

TEST_F(JournalFile, IsGoneOnWithBehindALineThatWasCutOff) {
  Case row = row_of(0x3c00, 0x4000, 0x3f800000);
  row.d() = 0x40400000;
  {
    Journal journal(path_, box());
    EXPECT_TRUE(journal.known().empty());
    journal.add(row);
  }
  std::ofstream(path_, std::ios::app) << "3c00 40";
  Journal again(path_, box());
  ASSERT_EQ(again.known().size(), 1U);
  EXPECT_EQ(again.known()[0].d(), 0x40400000U);
  again.add(row);
  EXPECT_EQ(Journal(path_, box()).known().size(), 2U);
  EXPECT_THROW(Journal(path_, box_of("a=f16 b=f16 c=f32 d=f32 k=2")), InputError);
}

}  // namespace
}  // namespace mmasc::identify
