// SPDX-License-Identifier: Apache-2.0
// Formats by name: shipped, generic, and of users' files.
#include "mmasc/unit/formats.h"

#include <thread>

#include "mmasc/unit/validate.h"
#include "rows.h"

namespace mmasc {
namespace {

TEST(Formats, MeaningIsWhatIsCompared) {
  const Format& e3m3 = format_named("e3m3");
  Format same = e3m3;
  same.name = "mine";
  EXPECT_EQ(e3m3, same);
  const auto differs = [&](auto change) {
    Format other = e3m3;
    change(other);
    return other != e3m3;
  };
  EXPECT_TRUE(differs([](Format& f) { f.exponent_bits = 4; }));
  EXPECT_TRUE(differs([](Format& f) { f.fraction_bits = 4; }));
  EXPECT_TRUE(differs([](Format& f) { f.bias = 4; }));
  EXPECT_TRUE(differs([](Format& f) { f.specials = Specials::none; }));
  EXPECT_TRUE(differs([](Format& f) { f.sign = Sign::ignored; }));
  EXPECT_TRUE(differs([](Format& f) { f.has_subnormals = false; }));
  EXPECT_TRUE(differs([](Format& f) { f.ignored_low_bits = 1; }));
}

TEST(Formats, GenericNamesSayTheirFields) {
  EXPECT_EQ(format_named("e3m3"), (Format{"", 3, 3, 3, Specials::ieee}));
  EXPECT_EQ(format_named("e3m3f"), (Format{"", 3, 3, 3, Specials::none}));
  EXPECT_EQ(format_named("e3m4fn"), (Format{"", 3, 4, 3, Specials::nan_all_ones}));
  EXPECT_EQ(format_named("e3m4fnuz"), (Format{"", 3, 4, 4, Specials::nan_minus_zero}));
  EXPECT_EQ(find_format("e3m3"), find_format("e3m3")) << "one object a name";
  // Generic names of shipped formats mean the same in another form.
  for (const auto& [shipped, generic] :
       {std::pair("e4m3", "e4m3fn"), std::pair("e3m2", "e3m2f"), std::pair("e2m3", "e2m3f"),
        std::pair("e2m1", "e2m1f"), std::pair("f16", "e5m10"), std::pair("bf16", "e8m7"),
        std::pair("f32", "e8m23"), std::pair("f64", "e11m52")})
    EXPECT_EQ(format_named(shipped), format_named(generic)) << shipped;
}

TEST(Formats, NamesThatAreNone) {
  for (const auto* name : {"", "e", "e3", "e3m", "m3", "e03m3", "e3m03", "e+3m3", "e3m3x", "e3m-3",
                           "E3M3", "e99999m3", "e3m3 "})
    EXPECT_EQ(find_format(name), nullptr) << name;
  const auto error = [](const char* name) { return input_error([&] { format_named(name); }); };
  EXPECT_EQ(error("f33"), "unknown format \"f33\"; did you mean \"f32\"?");
  EXPECT_NE(error("wonderful").find(", or a generic name as \"e3m3\""), std::string::npos);
  EXPECT_EQ(error("e12m3"), "e12m3 is no format: exponent_bits: 12 is out of range; use 1..11");
  EXPECT_EQ(error("e5m53"), "e5m53 is no format: fraction_bits: 53 is out of range; use 0..52");
  for (const char* all : {"e11m52f", "e11m52fn"})
    EXPECT_EQ(error(all),
              std::string(all) +
                  " is no format: exponent_bits: 11 make exponents of -1022 to 1024, more "
                  "than f64's -1022 to 1023; use fewer");
  EXPECT_EQ(error("e5m0"),
            "e5m0 is no format: fraction_bits: without a fraction bit no NaN differs from an "
            "infinity; use 1 or more, or specials that have no infinity");
  EXPECT_EQ(error("e1m3"),
            "e1m3 is no format: exponent_bits: 1 leaves no exponent for a normal number; use more");
}

TEST(Formats, ManyThreadsGetOneObject) {
  std::vector<const Format*> found(4);
  {
    std::vector<std::jthread> threads;
    for (auto& format : found) threads.emplace_back([&] { format = find_format("e6m9"); });
  }
  for (const Format* format : found) EXPECT_EQ(format, found[0]);
}

const std::string kMine = R"([format.mine]
exponent_bits = 4
fraction_bits = 2
bias = 9
specials = "nan_all_ones"
)";
const std::string kRow = R"([datapath."my.dot"]
lanes  = 4
sum    = [{ name = "dot", terms = ["products", "c"] }]
result = { format = "mine" }
[instruction."my/dot"]
shape    = { m = 1, n = 1, k = 4 }
formats  = { a = "e3m3", b = "mine", c = "mine" }
datapath = "my.dot"
)";

TEST(Formats, OfAFileStandAnywhereInIt) {
  for (const std::string& text : {kMine + kRow, kRow + kMine}) {
    const Unit unit = load(text).units()[0];
    EXPECT_EQ(unit.instruction.a->name, "e3m3");
    EXPECT_EQ(*unit.instruction.b, (Format{"", 4, 2, 9, Specials::nan_all_ones}));
    EXPECT_EQ(unit.instruction.b->name, "mine");
    EXPECT_EQ(unit.instruction.b, unit.datapath.result.format);
  }
  EXPECT_EQ(find_format("mine"), nullptr) << "the name is the file's";
}

TEST(Formats, ComeBackFromWrittenUnits) {
  const Unit unit = load(kRow + kMine).units()[0];
  const std::string text = to_toml(unit);
  EXPECT_EQ(text.find(kMine.substr(0, kMine.find('\n'))), 0u) << text;
  EXPECT_TRUE(same_design(load(text).units()[0], unit)) << text;
  EXPECT_EQ(to_toml(load(kMine + kRow)
                        .units()[0]
                        .with("instruction.formats.b", "f16")
                        .with("instruction.formats.c", "f32")
                        .with("result.format", "f32"))
                .find("[format"),
            std::string::npos)
      << "a format that no field names is not written";
}

TEST(Formats, OfTheFileMayBeSet) {
  const Unit unit = load(kMine + kRow).units()[0].with("instruction.formats.b", "e2m3");
  EXPECT_EQ(unit.with("instruction.formats.b", "mine").instruction.b, unit.datapath.result.format);
  EXPECT_EQ(input_error([&] {
              (void)fp8().with("instruction.formats.b", "mine");
            }).find("instruction.formats.b: unknown format \"mine\""),
            0u);
}

TEST(Formats, OfTwoFilesMayDifferUnderOneName) {
  std::string other = kMine;
  other.replace(other.find('9'), 1, "5");
  const Unit first = load(kMine + kRow).units()[0], second = load(other + kRow).units()[0];
  EXPECT_EQ(first.instruction.b->bias, 9);
  EXPECT_EQ(second.instruction.b->bias, 5);
  EXPECT_NE(first.datapath, second.datapath);
}

TEST(Formats, WithoutAZeroTakeOperandsOnly) {
  const std::string no_zero = kMine + "subnormals = false\n";
  EXPECT_EQ(
      load_error(no_zero + kRow),
      "f.toml:10: datapath.\"my.dot\".result.format: mine has no zero; use a format with one, "
      "as f32");
  const Unit unit = load(kMine + kRow).units()[0].with("result.format", "f32");
  EXPECT_EQ(unit.instruction.c->name, "mine");
  std::string c_without_zero = no_zero + kRow;
  c_without_zero.replace(c_without_zero.find("{ format = \"mine\" }"), 19, "{ format = \"f32\" }");
  EXPECT_EQ(load_error(c_without_zero),
            "f.toml:13: instruction.\"my/dot\".formats.c: mine has no zero; use a format with one, "
            "as f32");
}

TEST(Formats, OfScalesHaveNeitherSignNorInfinity) {
  const auto with_scale = [](const char* format) {
    return input_error([&] { (void)fp4().with("instruction.scale.format", format); });
  };
  EXPECT_EQ(with_scale("e5m3"),
            "instruction.scale.format: e5m3 has a sign; use a format without, as ue8m0 or ue4m3");
  const std::string text = to_toml(fp4().with("instruction.scale.format", "ue8m0"));
  std::string scaled = text;
  scaled.replace(scaled.find("ue8m0"), 5, "ue5m3");
  const std::string format =
      "[format.ue5m3]\nexponent_bits = 5\nfraction_bits = 3\nsign = \"none\"\n";
  EXPECT_NE(load_error(scaled + format).find("ue5m3 has infinities"), std::string::npos);
  EXPECT_EQ(load(scaled + format + "specials = \"nan_all_ones\"\n").units().size(), 1u);
}

}  // namespace
}  // namespace mmasc
