// SPDX-License-Identifier: Apache-2.0
// What a refusal recommends is taken: every choice that it names for a field, wherever the field
// stands, and every other field that it names.
#include <functional>
#include <map>
#include <regex>
#include <set>

#include "mmasc/unit/fields.h"
#include "mmasc/unit/plan.h"
#include "mmasc/unit/taken.h"
#include "rows.h"

namespace mmasc {
namespace {

// A visitor of mmasc/unit/fields.h that lists the paths of fields with choices, as --set has them.
template <class Row>
class ChoiceLister {
 public:
  ChoiceLister(const Row& row, std::string prefix, std::vector<std::string>& out)
      : row_(row), prefix_(std::move(prefix)), out_(out) {}

  void required(std::string_view key, auto member, auto... kind) { optional(key, member, kind...); }
  void optional(std::string_view key, auto member, auto...) {
    list(prefix_ + std::string(key), std::invoke(member, row_));
  }
  template <class Describe>
  void required(std::string_view key, std::identity, Group<Describe> group) {
    ChoiceLister inner(row_, prefix_ + std::string(key) + ".", out_);
    group.describe(inner);
  }

 private:
  template <HasChoices Field>
  void list(const std::string& path, const Field&) {
    out_.push_back(path);
  }
  template <Described Part>
  requires(!HasChoices<Part>) void list(const std::string& path, const Part& part) {
    if constexpr (!std::is_same_v<Part, Row>) {
      ChoiceLister<Part> inner(part, path + ".", out_);
      describe(inner, FieldsOf<Part>{});
    }
  }
  template <Described Part>
  requires(!HasChoices<Part>) void list(const std::string& path, const std::optional<Part>& part) {
    if (part) list(path, *part);
  }
  void list(const std::string&, const std::vector<SumRow>& sums) {
    for (const SumRow& sum : sums) list(sum.name, sum);
  }
  void list(const std::string&, const auto&) {}

  const Row& row_;
  const std::string prefix_;
  std::vector<std::string>& out_;
};

std::vector<std::string> choices_of(const Unit& unit) {
  std::vector<std::string> paths;
  ChoiceLister<Datapath> datapath(unit.datapath, "", paths);
  describe(datapath, FieldsOf<Datapath>{});
  ChoiceLister<Instruction> instruction(unit.instruction, "instruction.", paths);
  describe(instruction, FieldsOf<Instruction>{});
  ChoiceLister<Structure> structure(unit.structure, "structure.", paths);
  describe(structure, FieldsOf<Structure>{});
  return paths;
}

// What a message names behind its semicolon: "a", "b".
std::vector<std::string> named_in(const std::string& message) {
  static const std::regex kQuoted("\"([^\"]*)\"");
  const std::string mend = message.substr(message.find(';') + 1);
  std::vector<std::string> names;
  for (std::sregex_iterator at(mend.begin(), mend.end(), kQuoted), end; at != end; ++at)
    names.push_back((*at)[1]);
  return names;
}

Unit unit_of(const std::string& sums, const std::string& result, const std::string& datapath,
             const std::string& formats, const std::string& instruction) {
  return parse_unit("[datapath.\"my.dot\"]\nlanes = 4\nsum = " + sums + "\nresult = { " + result +
                    " }\n" + datapath + "[instruction.\"my/dot\"]\nformats = { " + formats +
                    " }\ndatapath = \"my.dot\"\nshape = { m = 1, n = 1, k = 4 }\n" + instruction);
}

// Units in which fields stand that have choices.
std::vector<Unit> bases() {
  const std::string two = R"([
    { name = "part", terms = ["products"], fraction_bits = 20, accumulator = { bits = 20 }, cut = { fraction_bits = 18 } },
    { name = "dot", terms = ["part", "c"], fraction_bits = 30, round_to = "f32" },
  ])";
  const std::string e2m1 = R"(a = "e2m1", b = "e2m1", c = "e2m1")";
  return {
      unit_of(two,
              R"(format = "f32", prerounding = { significand_fraction = 60, rounding = "down" })",
              "flush = { results = \"keep_sign\" }\nproduct = { round_to = \"f32\" }\n", e2m1,
              "widen = \"f32\"\nwiden_c = \"f32\"\nlate_c = { rounding = \"down\" }\n"),
      unit_of(R"([{ name = "dot", terms = ["products", "c"], fraction_bits = 20 }])",
              R"(format = "f32")", "", e2m1,
              "scale = { format = \"ue8m0\", block = 4 }\ntensor_scale = \"f32\"\n"),
      unit_of(R"([
    { name = "group", terms = ["products"], exponent = "scales" },
    { name = "dot", terms = ["group", "c"], fraction_bits = 20 },
  ])",
              R"(format = "bf16")", "flush = { inputs = \"keep_sign\" }\n", e2m1, ""),
      unit_of(R"([{ name = "dot", terms = ["products", "c"] }])", R"(format = "f16", nan = "7e00")",
              "", R"(a = "f16", b = "f16", c = "f16")", ""),
      unit_of(R"([{ name = "dot", terms = ["products", "c"], accumulator = { bits = 12 } }])",
              R"(format = "s16", overflow = "wrap")", "", R"(a = "s8", b = "u8", c = "s16")", ""),
  };
}

// A path without the names of sums, which is the same field in every unit.
std::string field_of(const Unit& unit, const std::string& path) {
  for (const SumRow& sum : unit.datapath.sums)
    if (path.starts_with(sum.name + ".")) return "sum" + path.substr(sum.name.size());
  return path;
}

// The names that a unit refuses of those that its own refusal names.
std::string refused_of(const Unit& unit, const std::string& path) {
  const std::string message = input_error([&] { (void)unit.with(path, "no_such_value"); });
  const std::vector<std::string> names = named_in(message);
  std::string refused = names.empty() ? "names nothing: " + message : "";
  for (const std::string& name : names) {
    const std::string error = input_error([&] { (void)make_plan(unit.with(path, name)); });
    if (error != "no error") refused += name + ": " + error + "; ";
  }
  return refused;
}

// Fields that need others of the unit: only in some of these units every choice is taken.
const std::set<std::string>& needing_others() {
  static const std::set<std::string> kFields{
      "flush.inputs",      // of floating-point operands
      "flush.results",     // of a floating-point result
      "product.round_to",  // not beside exponents of scales
      "sum.shape",         // of sums that round
      "sum.exponent",      // of sums that stand before c
      "sum.round_to",      // not of integers
      "sum.overflow",      // of sums that round
      "sum.zero_sign",     // not of integers
      "sum.cancelled",     // of sums before the last
      "zero_sign",         // not of integers
      "result.flags",      // of exact sums alone
      "result.c_nan",      // c of d's format, and a known NaN
      "result.format",     // a fraction of the result's format
      "instruction.formats.a",
      "instruction.formats.b",
      "instruction.formats.c",               // widened
      "instruction.widen_c",                 // a late c of d's format
      "structure.normalizer.leading_zeros",  // of sums that are normalized as they are
      "instruction.tensor_scale",
      "instruction.widen",
  };
  return kFields;
}

TEST(Mends, NameChoicesThatAreTaken) {
  std::map<std::string, std::string> refused;  // by the field; empty: some unit takes all
  for (const Unit& unit : bases())
    for (const std::string& path : choices_of(unit)) {
      const std::string field = field_of(unit, path);
      const std::string here = refused_of(unit, path);
      if (!needing_others().contains(field)) {
        EXPECT_EQ(here, "") << path;
      }
      const auto [at, is_new] = refused.try_emplace(field, here);
      if (!is_new && here.empty()) at->second.clear();
    }
  for (const auto& [field, names] : refused) EXPECT_EQ(names, "") << field;
  EXPECT_GE(refused.size(), 30u);
}

// Where it stands, whatever else the unit has.
TEST(Mends, NameNoChoiceThatIsRefusedThere) {
  const auto names = [](const Unit& unit, const std::string& path) {
    return named_in(input_error([&] { (void)unit.with(path, "no_such_value"); }));
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names(fp8(), "flush.results"), (Names{"none", "to_plus_zero", "keep_sign"}));
  EXPECT_EQ(names(fp8(), "flush.tininess"), Names{"bounded"});
  EXPECT_EQ(names(pairwise(), "flush.tininess"), (Names{"bounded", "unbounded"}));
  EXPECT_EQ(names(fp8(), "dot.overflow"), (Names{"infinity", "saturate", "by_rounding"}));
  EXPECT_EQ(names(fp8(), "result.overflow"), (Names{"infinity", "saturate", "by_rounding"}));
  EXPECT_EQ(names(bases().back(), "result.overflow"), (Names{"saturate", "wrap"}));
  EXPECT_EQ(names(bases().back(), "dot.accumulator.overflow"), (Names{"saturate", "wrap"}));
  EXPECT_EQ(names(bases().back(), "result.rounding"), Names{"nearest_even"});
  const Names cuts = names(bases().front(), "part.cut.rounding");
  EXPECT_EQ(std::ranges::count(cuts, "stochastic:8"), 0);
  const Names roundings = names(fp8(), "result.rounding");
  EXPECT_EQ(std::ranges::count(roundings, "stochastic:8"), 1);
  EXPECT_EQ(std::ranges::count(names(fp8(), "result.format"), "ue8m0"), 0);
}

// The spelling of studies is a rounding everywhere.
TEST(Mends, StochasticRoundingsHaveAShortForm) {
  const Unit drawn = fp8().with("dot.alignment_rounding", "stochastic:8");
  EXPECT_EQ(drawn.datapath.sums[0].alignment_rounding, Rounding::stochastic(8));
  EXPECT_TRUE(same_design(
      drawn, fp8().with("dot.alignment_rounding", "{ mode = \"stochastic\", random_bits = 8 }")));
  for (const char* wrong : {"stochastic", "stochastic:0", "stochastic:33", "stochastic:8x"})
    EXPECT_EQ(input_error([&] { (void)fp8().with("dot.alignment_rounding", wrong); }),
              std::string("sum.dot.alignment_rounding: unknown value \"") + wrong +
                  "\"; did you mean \"stochastic:8\"?");
  EXPECT_EQ(input_error([] {
              (void)bases().front().with("part.cut.rounding", "{ mode = \"stochastic\" }");
            }),
            "sum.part.cut.rounding: a cut draws no random bits; use another rounding");
}

}  // namespace
}  // namespace mmasc
