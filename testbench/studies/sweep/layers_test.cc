// SPDX-License-Identifier: Apache-2.0
// Operands of several layers: which there are, and a study of them.
#include "mmasc/inputs/layers.h"

#include <gtest/gtest.h>

#include <fstream>

#include "files/file_bytes.h"
#include "mmasc/sweep/points.h"
#include "mmasc/sweep/results.h"
#include "mmasc/unit/error.h"
#include "rtl/folder.h"
#include "told.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;

using Layers = std::vector<std::string>;

class LayersOfFiles : public ::testing::Test {
 protected:
  void put(const std::string& name, const std::string& bytes) const {
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name, std::ios::binary) << bytes;
  }
  void put_npy(const std::string& name, int rows, int columns) const {
    const auto elements = static_cast<std::size_t>(rows * columns);
    put(name, npy("<f2", "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")",
                  std::string(2 * elements, '\0')));
  }
  InputRow row(std::string a, std::string b) const {
    return {.a = std::move(a), .b = std::move(b), .folder = folder_.path().string()};
  }
  std::string refusal(const std::string& a, const std::string& b = "normal") const {
    try {
      (void)layers_of(row(a, b));
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  }
  const testing::Folder folder_;
};

TEST_F(LayersOfFiles, AreWhatTheStarStandsFor) {
  for (const char* name : {"acts/0.in.npy", "acts/10.in.npy", "acts/2.in.npy", "acts/2.in.txt",
                           "acts/.in.npy", "acts/2.out.npy"})
    put_npy(name, 1, 1);
  EXPECT_FALSE(has_layers(row("acts/0.in.npy", "normal")));
  EXPECT_TRUE(has_layers(row("acts/*.in.npy", "normal")));
  EXPECT_EQ(layers_of(row("acts/*.in.npy", "normal")), (Layers{"0", "10", "2"}));
  EXPECT_EQ(of_layer(row("acts/*.in.npy", "w.safetensors:l.*.w"), "7").a, "acts/7.in.npy");
  EXPECT_EQ(of_layer(row("acts/*.in.npy", "w.safetensors:l.*.w"), "7").b, "w.safetensors:l.7.w");
}

TEST_F(LayersOfFiles, OfTwoOperandsAreThoseThatBothHave) {
  Told told;
  for (const char* name : {"0.npy", "1.npy", "2.npy"}) put_npy(name, 1, 1);
  const std::string tensor = "\"dtype\":\"F16\",\"shape\":[1,1],\"data_offsets\":";
  put("w.safetensors", safetensors("{\"l.2.w\":{" + tensor + "[0,2]},\"l.1.w\":{" + tensor +
                                       "[2,4]},\"l.9.w\":{" + tensor + "[4,6]}}",
                                   std::string(6, '\0')));
  EXPECT_EQ(layers_of(row("*.npy", "w.safetensors:l.*.w")), (Layers{"1", "2"}));
  told(refusal("0*.npy", "w.safetensors:l.*.w"));
}

TEST_F(LayersOfFiles, AreRefusedWhereThereIsNone) {
  Told told;
  put_npy("acts/0.npy", 1, 1);
  for (const char* a : {"acts/x*.npy", "acts/*x*.npy", "a*/0.npy", "w*.safetensors:x"})
    told(refusal(a));
  EXPECT_NE(refusal("none/*.npy").find("none"), std::string::npos);
}

TEST_F(LayersOfFiles, MakeAnAxisOfAStudyWithTheShapesOfEach) {
  put_npy("0.in.npy", 4, 32);
  put_npy("0.w.npy", 32, 6);
  put_npy("1.in.npy", 3, 64);
  put_npy("1.w.npy", 64, 5);
  const std::string head =
      "question = \"q\"\nunit = \"hopper/wgmma.m64nNk32.f32.e4m3.e4m3\"\n"
      "[inputs]\na = \"*.in.npy\"\nb = \"*.w.npy\"\n[measures]\nlist = [\"overflows\"]\n";
  put("s.toml", head + "[axes]\n\"dot.fraction_bits\" = [12, 13]\n");
  const Study study = read_study((folder_.path() / "s.toml").string());
  const std::vector<Point> points = plan_points(study);
  ASSERT_EQ(points.size(), 4u);
  EXPECT_EQ(points[0].shape, (InputShape{4, 6, 32}));
  EXPECT_EQ(points[1].shape, (InputShape{3, 5, 64}));
  EXPECT_EQ(points[1].inputs.a, "1.in.npy");
  EXPECT_EQ(points[3].axes.back(),
            (std::pair<std::string, AxisValue>(kLayerAxis, std::string("1"))));
  EXPECT_TRUE(is_condition(kLayerAxis));

  put("one.toml", head + "[axes]\n\"inputs.layer\" = [\"1\"]\n");
  EXPECT_EQ(plan_points(read_study((folder_.path() / "one.toml").string())).size(), 1u);
  put("none.toml",
      "question = \"q\"\nunit = \"hopper/wgmma.m64nNk32.f32.e4m3.e4m3\"\n[axes]\nk = [32]\n"
      "\"inputs.layer\" = [\"1\"]\n");
  EXPECT_THROW(plan_points(read_study((folder_.path() / "none.toml").string())), InputError);
}

}  // namespace
}  // namespace mmasc
