// SPDX-License-Identifier: Apache-2.0
// Counts: they add up, survive JSON, and those of different units are refused.
#include "mmasc/coverage/coverage.h"

#include "coverage/support.h"
#include "vectors/support.h"

namespace mmasc {
namespace {

using testing::error_of;

struct Counted {
  CoverPoints points;
  Coverage coverage;
};

Counted counted(const Unit& unit, int vectors) {
  CoverPoints points = cover_points_of(Sequence(unit));
  Coverage coverage(unit, points);
  for (int i = 0; i < vectors; ++i) coverage.add({0, 2 + i % 3});
  return {std::move(points), std::move(coverage)};
}

TEST(Coverage, TellsTheFirstToMeetACoverPoint) {
  auto [points, coverage] = counted(small_unit("my/two"), 0);
  EXPECT_EQ(coverage.unreached().size(), static_cast<std::size_t>(points.reachable()));
  EXPECT_TRUE(coverage.add({1, 4}));
  EXPECT_FALSE(coverage.add({4}));
  EXPECT_TRUE(coverage.add({4, 5}));
  EXPECT_EQ(coverage.vectors(), 3u);
  EXPECT_EQ(coverage.entries()[4].vectors, 3u);
}

TEST(Coverage, MergeAddsUp) {
  Counted one = counted(small_unit("my/two"), 4);
  const Counted other = counted(small_unit("my/two"), 3),
                together = counted(small_unit("my/two"), 3);
  one.coverage.merge(other.coverage, "other");
  EXPECT_EQ(one.coverage.vectors(), 7u);
  EXPECT_EQ(one.coverage.entries()[0].vectors, 7u);
  EXPECT_EQ(one.coverage.entries()[2].vectors, 3u);
  EXPECT_EQ(other.coverage, together.coverage);
}

// Where operands are stored changes no result.
TEST(Coverage, MergeTakesAnotherStorage) {
  Unit stored = small_unit("my/two");
  stored.instruction.storage = Storage::mma;
  Counted one = counted(small_unit("my/two"), 4);
  one.coverage.merge(counted(stored, 3).coverage, "other");
  EXPECT_EQ(one.coverage.vectors(), 7u);
}

TEST(Coverage, MergeRefusesAnotherUnit) {
  Coverage two = counted(small_unit("my/two"), 1).coverage;
  const Coverage before = two;
  const auto refusal = [&](const Unit& unit) {
    const Coverage other = counted(unit, 1).coverage;
    return error_of<InputError>([&] { two.merge(other, "f.json"); });
  };
  EXPECT_EQ(refusal(small_unit("my/two_steps")), "f.json: is of my/two_steps, not of my/two");
  const std::string changed =
      "f.json: the row of my/two was another when this was counted; count again";
  EXPECT_EQ(refusal(small_unit("my/two --set dot.fraction_bits=13")), changed);
  // The same cover points, but not the same results.
  EXPECT_EQ(refusal(small_unit("my/two --set result.nan=7fff")), changed);
  EXPECT_EQ(two, before);
}

TEST(Coverage, JsonRoundTrip) {
  const Coverage coverage = counted(catalog().units().front(), 5).coverage;
  const std::string text = coverage.to_json();
  EXPECT_EQ(Coverage::from_json(text, "f.json"), coverage);
  EXPECT_EQ(Coverage::from_json(text, "f.json").to_json(), text);
}

TEST(Coverage, JsonThatIsNoneIsRefused) {
  const std::string good = counted(small_unit("my/two"), 2).coverage.to_json();
  const auto refusal = [](const std::string& text) {
    return error_of<InputError>([&] { Coverage::from_json(text, "f.json"); });
  };
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return refusal(text.replace(at, from.size(), to));
  };
  const std::string none =
      "f.json: is no mmasc.coverage document; give what mmasc coverage -o wrote";
  EXPECT_EQ(refusal(""), none);
  EXPECT_EQ(refusal("[]"), none);
  EXPECT_EQ(refusal(good.substr(0, good.size() / 2)), none);
  EXPECT_EQ(with("mmasc.coverage", "mmasc.check"), none);
  EXPECT_EQ(with("\"mmasc.coverage\"", "7"), none);
  EXPECT_EQ(with("\"version\": 1", "\"version\": 2"), "f.json: has version 2; this mmasc reads 1");
  EXPECT_EQ(with("\"vectors\": 2", "\"vectors\": -2"), "f.json: has no count \"vectors\"");
  EXPECT_EQ(with("\"vectors\": 2", "\"vectors\": 1"),
            "f.json: cover point \"a.nan\" has more vectors than there are");
  EXPECT_EQ(with("\"stage\"", "\"floor\""), "f.json: has no text \"stage\"");
}

}  // namespace
}  // namespace mmasc
