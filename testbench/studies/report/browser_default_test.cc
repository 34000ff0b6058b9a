// SPDX-License-Identifier: Apache-2.0
// A report in headless Chromium, where it is installed: every plot is drawn, the console is silent.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "pictures/xml.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStudy = R"(question = "How many fraction bits?"
unit = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"
[axes]
"dot.fraction_bits" = [10, 13, 16]
"dot.alignment_rounding" = ["toward_zero", "nearest_even"]
k = [64, 128]
[inputs]
m = 8
n = 8
[measures]
list = ["relative_error", "snr", "ulps"]
)";

std::string output_of(const std::string& command) {
  std::string text;
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return text;
  std::array<char, 4096> buffer;
  while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe))
    text.append(buffer.data(), size);
  pclose(pipe);
  return text;
}

class ReportInABrowser : public ::testing::Test {
 protected:
  void SetUp() override {
    if (output_of("command -v chromium").empty())
      GTEST_SKIP() << "no chromium; apt-get install chromium to look at reports";
    std::string name = (fs::temp_directory_path() / "mmasc_report_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    make_page("");
    if (told_.find("no plots") != std::string::npos)
      GTEST_SKIP() << "built without vega-lite: configure with a network for plots";
  }
  // Makes the page of the study with these further lines.
  void make_page(const std::string& plot) {
    fs::remove_all(path("results"));
    std::ofstream(folder_ / "study.toml") << kStudy << plot;
    const std::string command = "'" MMASC_BINARY "' ";
    output_of(command + "sweep " + path("study.toml") + " -o " + path("results") + " 2>&1");
    told_ = output_of(command + "report " + path("results") + " -o " + path("page.html") + " 2>&1");
  }
  void TearDown() override {
    std::error_code none;
    if (!folder_.empty()) fs::remove_all(folder_, none);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  // Puts a script at the page's end that runs when all plots are drawn.
  void add_script(const std::string& when_drawn) const {
    std::ofstream(path("page.html"), std::ios::app)
        << "<script>const timer = setInterval(() => { if (!document.documentElement.dataset.plots) "
           "return; clearInterval(timer); " +
               when_drawn + " }, 50);</script>";
  }
  // The page after its scripts have run, and the browser's log.
  std::string drawn(const std::string& scheme) const {
    return output_of("timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir=" +
                     path("profile") + " --virtual-time-budget=20000 --enable-logging=stderr " +
                     "--blink-settings=preferredColorScheme=" + scheme + " --dump-dom file://" +
                     path("page.html") + " 2>" + path("log"));
  }
  std::string log() const {
    std::ostringstream text;
    text << std::ifstream(path("log")).rdbuf();
    return text.str();
  }

  fs::path folder_;
  std::string told_;
};

TEST_F(ReportInABrowser, DrawsEveryPlotInLightAndDark) {
  for (const std::string scheme : {"0", "1"}) {
    const std::string page = drawn(scheme);
    const int plots = testing::count_of(page, "<figure>");
    EXPECT_GE(plots, 5);
    EXPECT_NE(page.find("data-plots=\"" + std::to_string(plots) + "\""), std::string::npos)
        << told_;
    EXPECT_EQ(page.find("data-failed"), std::string::npos);
    EXPECT_EQ(testing::count_of(page, "class=\"marks\""), plots);
    // All twelve; those at one x against K; those of one K on either front; and the GPUs' own.
    EXPECT_GT(testing::count_of(page, "aria-roledescription=\"point\""), 12 + 4 + 6 + 6);
    EXPECT_EQ(log().find("CONSOLE"), std::string::npos) << log();
  }
}

// Colours and shapes are of one legend.
TEST_F(ReportInABrowser, HasOneLegendOfColoursAndShapes) {
  const std::string page = drawn("1");
  const auto from = page.find("class=\"marks\"");
  const std::string first = page.substr(from, page.find("</svg>", from) - from);
  EXPECT_EQ(testing::count_of(first, "aria-roledescription=\"legend\""), 1);
}

// Further choices have a legend of their shapes.
TEST_F(ReportInABrowser, HasALegendOfFurtherChoices) {
  make_page("[plot]\nseries = \"k\"\n");
  const std::string page = drawn("1");
  const auto from = page.find("class=\"marks\"");
  const std::string first = page.substr(from, page.find("</svg>", from) - from);
  EXPECT_EQ(testing::count_of(first, "aria-roledescription=\"legend\""), 2);
  for (const char* label : {">k = 64<", ">k = 128<", ">toward_zero<", ">nearest_even<"})
    EXPECT_NE(first.find(label), std::string::npos) << label;
}

// Colours and panels as the study has them: all twelve points in two panels, four lines.
TEST_F(ReportInABrowser, DrawsAStudysSeriesAndFacet) {
  make_page(
      "[plot]\nx = \"dot.fraction_bits\"\nseries = \"k\"\nfacet = \"dot.alignment_rounding\"\n");
  const std::string page = drawn("1");
  EXPECT_EQ(log().find("CONSOLE"), std::string::npos) << log();
  const auto from = page.find("aria-label", page.find("class=\"marks\""));
  const std::string first = page.substr(from, page.find("</svg>", from) - from);
  EXPECT_EQ(testing::count_of(first, "aria-roledescription=\"line mark\""), 4)
      << first.substr(0, 500);
  EXPECT_EQ(testing::count_of(first, "aria-roledescription=\"point\""), 12);
  EXPECT_EQ(testing::count_of(first, "aria-roledescription=\"legend\""), 1);
  for (const char* label : {">k = 64<", ">k = 128<", ">dot.alignment_rounding = toward_zero<",
                            ">dot.alignment_rounding = nearest_even<"})
    EXPECT_NE(first.find(label), std::string::npos) << label;
}

// A click on a row of the table fades all other points of all plots.
TEST_F(ReportInABrowser, APickedRowStandsOutInAllPlots) {
  const std::string faded = "opacity=\"0.25\"";
  EXPECT_EQ(testing::count_of(drawn("1"), faded), 0);
  add_script("document.querySelector('#points tbody tr').click();");
  const std::string page = drawn("1");
  EXPECT_EQ(testing::count_of(page, "class=\"picked\""), 1);
  EXPECT_GE(testing::count_of(page, faded), 11 + 3);
  EXPECT_EQ(log().find("CONSOLE"), std::string::npos) << log();
}

}  // namespace
}  // namespace mmasc
