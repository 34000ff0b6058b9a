// SPDX-License-Identifier: Apache-2.0
// Coverage as XML of UCIS, and from Verilator's counts.
#include "mmasc/coverage/ucis.h"

#include <pugixml.hpp>

#include "coverage/support.h"
#include "mmasc/coverage/verilator_counts.h"
#include "mmasc/unit/error.h"
#include "vectors/support.h"

namespace mmasc {
namespace {

using testing::error_of;

Coverage some_coverage(const Unit& unit) {
  const Sequence sequence(unit);
  const CoverPoints points = cover_points_of(sequence);
  Coverage coverage(unit, points);
  for (int i = 0; i < 5; ++i) coverage.add({0, 2, 3 + i});
  return coverage;
}

std::string text_of_ucis(const Coverage& coverage) { return to_ucis(coverage, 1700000000); }

TEST(Ucis, IsReadBack) {
  for (const char* name : {"my/two", "my/two_steps", "my/two_late", "my/two_integers"}) {
    const Coverage coverage = some_coverage(small_unit(name));
    EXPECT_EQ(from_ucis(text_of_ucis(coverage), "f.xml"), coverage);
  }
}

TEST(Ucis, IsMergedWithJson) {
  const Coverage one = some_coverage(small_unit("my/two"));
  Coverage sum = from_ucis(text_of_ucis(one), "f.xml");
  sum.merge(Coverage::from_json(one.to_json(), "f.json"), "f.json");
  EXPECT_EQ(sum.vectors(), 2 * one.vectors());
  for (std::size_t i = 0; i < one.entries().size(); ++i)
    EXPECT_EQ(sum.entries()[i].vectors, 2 * one.entries()[i].vectors);
}

// What the standard's schema asks of the elements, in their order.
TEST(Ucis, HasTheStandardsElements) {
  const Coverage coverage = some_coverage(small_unit("my/two"));
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(text_of_ucis(coverage).c_str()));
  const pugi::xml_node root = document.child("UCIS");
  EXPECT_EQ(root.attribute("ucisVersion").value(), std::string("1.0"));
  EXPECT_EQ(root.attribute("writtenTime").value(), std::string("2023-11-14T22:13:20Z"));
  std::vector<std::string> children;
  for (const pugi::xml_node& child : root.children()) children.push_back(child.name());
  EXPECT_EQ(children,
            (std::vector<std::string>{"sourceFiles", "historyNodes", "instanceCoverages"}));
  const pugi::xml_node group =
      root.child("instanceCoverages").child("covergroupCoverage").child("cgInstance");
  for (const char* child : {"options", "cgId", "coverpoint"})
    EXPECT_TRUE(group.child(child)) << child;
  std::size_t points = 0, ignored = 0;
  for (const auto& found : document.select_nodes("//coverpoint")) {
    const pugi::xml_node bin = found.node().child("coverpointBin");
    const std::string type = bin.attribute("type").value();
    const Coverage::Entry& entry = coverage.entries()[found.node().attribute("key").as_uint()];
    EXPECT_EQ(found.node().attribute("name").value(), entry.point);
    EXPECT_EQ(bin.child("range").child("contents").attribute("coverageCount").as_ullong(),
              entry.vectors);
    EXPECT_EQ(type, entry.unreachable.empty() ? "bins" : "ignore") << entry.point;
    ignored += type == "ignore" ? 1 : 0;
    ++points;
  }
  EXPECT_EQ(points, coverage.entries().size());
  EXPECT_GT(ignored, 0u);
  EXPECT_TRUE(document.select_node("//cgInstance[@name='lane[1]']"));
}

TEST(Ucis, OthersPrefixesAreRead) {
  const Coverage coverage = some_coverage(small_unit("my/two"));
  std::string text = text_of_ucis(coverage);
  for (const char* name : {"UCIS", "instanceCoverages", "covergroupCoverage", "cgInstance"})
    for (const char* open : {"<", "</"})
      for (auto at = text.find(open + std::string(name)); at != std::string::npos;
           at = text.find(open + std::string(name), at + 8))
        text.replace(at, std::string(open).size(), open + std::string("ucis:"));
  EXPECT_EQ(from_ucis(text, "f.xml"), coverage);
}

TEST(Ucis, FaultsAreNamed) {
  const std::string good = text_of_ucis(some_coverage(small_unit("my/two")));
  const auto error = [](const std::string& text) {
    return error_of<InputError>([&] { from_ucis(text, "f.xml"); });
  };
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    EXPECT_NE(text.find(from), std::string::npos) << from;
    return text.replace(text.find(from), from.size(), to);
  };
  EXPECT_NE(error(good.substr(0, good.size() / 2)).find("f.xml: is no XML: "), std::string::npos);
  EXPECT_EQ(error("<a/>"), "f.xml: is no coverage of UCIS; give what mmasc coverage -o wrote");
  EXPECT_EQ(error(changed("\"mmasc.row\"", "\"other.row\"")),
            "f.xml: has no userAttr \"mmasc.row\"; give what mmasc coverage -o wrote");
  EXPECT_EQ(error(changed("coverageCount=\"5\"", "coverageCount=\"6\"")),
            "f.xml: cover point \"a.nan\" has more vectors than there are");
  EXPECT_EQ(error(changed("coverageCount=\"5\"", "coverageCount=\"x\"")),
            "f.xml: \"x\" is no count of \"a.nan\"");
}

class VerilatorCounts : public ::testing::Test {
 protected:
  std::string line(const std::string& row, const std::string& label, int count,
                   const std::string& dot = ".") const {
    return "C "
           "'\001f\002unit_coverage.sv\001l\0024\001n\0027\001page\002v_user/"
           "unit_coverage\001o\002" +
           label + "\001h\002TOP.bench.u_unit.u_coverage.row_" + row + dot + label + "' " +
           std::to_string(count) + "\n";
  }
  Coverage read(const std::string& text) const {
    return from_verilator(unit_, sequence_, points_, "# SystemC::Coverage-3\n" + text, "c.dat");
  }
  const Unit unit_ = small_unit("my/two");
  const Sequence sequence_{unit_};
  const CoverPoints points_ = cover_points_of(sequence_);
  const std::string row_ = Coverage(unit_, points_).row();
};

TEST_F(VerilatorCounts, OfAllInstancesAreAdded) {
  const Coverage coverage = read(line(row_, "vectors", 7) + line(row_, "p0", 2) +
                                 line(row_, "p0", 3) + "C '\001f\002other.sv\001h\002TOP.x' 9\n");
  EXPECT_EQ(coverage.vectors(), 7u);
  EXPECT_EQ(coverage.entries()[0].vectors, 5u);
  EXPECT_EQ(coverage.entries()[1].vectors, 0u);
}

TEST_F(VerilatorCounts, OfNewerVerilatorsAreRead) {
  const Coverage coverage =
      read(line(row_, "vectors", 7, "__DOT__") + line(row_, "p0", 2, "__DOT__"));
  EXPECT_EQ(coverage.vectors(), 7u);
  EXPECT_EQ(coverage.entries()[0].vectors, 2u);
}

// Only the model knows whether d shows what one lane takes.
TEST_F(VerilatorCounts, OfOneLaneAreLeftOut) {
  const auto lane = std::ranges::find(points_.list, "lane[0].a.nan", &CoverPoint::name);
  ASSERT_NE(lane, points_.list.end());
  const std::string label = "p" + std::to_string(lane - points_.list.begin());
  const Coverage coverage = read(line(row_, "vectors", 7) + line(row_, label, 2));
  for (const Coverage::Entry& entry : coverage.entries()) EXPECT_EQ(entry.vectors, 0u);
}

TEST_F(VerilatorCounts, FaultsAreNamed) {
  const auto error = [&](const std::string& text) {
    return error_of<InputError>([&] { read(text); });
  };
  EXPECT_EQ(error(""),
            "c.dat: has no cover points of mmasc emit-rtl; verilate with -DMMASC_COVERAGE and "
            "--coverage-user");
  EXPECT_EQ(error(line("0123456789abcdef", "vectors", 7)),
            "c.dat: the row of my/two was another when its RTL was emitted");
  EXPECT_EQ(error(line(row_, "vectors", 1) + line(row_, "p0", 2)),
            "c.dat: cover point \"a.nan\" has more vectors than there are");
}

}  // namespace
}  // namespace mmasc
