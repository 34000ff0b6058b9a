// SPDX-License-Identifier: Apache-2.0
#include "mmasc/onlookers/emit_assertions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "mmasc/onlookers/cover_events.h"
#include "mmasc/onlookers/field_bounds.h"
#include "mmasc/onlookers/sources.h"
#include "mmasc/rtl/checker_file.h"
#include "mmasc/rtl/descriptor.h"
#include "mmasc/rtl/term_wires.h"
#include "mmasc/rtl/unit_ports.h"
#include "mmasc/unit/addend_bits.h"
#include "mmasc/unit/stage_name.h"
#include "mmasc/unit/status_flags.h"

namespace mmasc {

namespace {

constexpr int kCountBits = 16;  // of operations, as the port checker tells them apart

class AssertionText {
 public:
  AssertionText(const Onlooker& unit, const CheckedPorts& checked, const CoverPoints* points,
                bool late)
      : unit_(unit), plan_(unit.plan()), checked_(checked), points_(points), late_(late) {}

  std::string text() {
    ports();
    const auto bounds = field_bounds(plan_);
    for (int s = 0; s < unit_.stages(); ++s) {
      const StagePlan& stage = unit_.stage(s);
      text_ += fmt::format("\n  // {}\n", stage_name(stage));
      handshake(s);
      in_step(s);
      std::string claims;
      for (const FieldBounds& each : bounds[static_cast<std::size_t>(s)]) claims += bound(s, each);
      claims += specials(s) + leading_zeros(s);
      if (stage.last) claims += flags();
      block(unit_.valid(s), claims);
      if (stage.kind == StageKind::adder_tree) nodes(s);
    }
    if (points_ != nullptr) impossible();
    return text_;
  }

 private:
  // Assertions on edges out of reset on which `valid` is high.
  void block(const std::string& valid, const std::string& claims) {
    if (!claims.empty())
      text_ += fmt::format("  always @(posedge clk_i)\n    if (rst_ni && {}) begin\n{}    end\n",
                           valid, claims);
  }
  static std::string claim(const std::string& label, const std::string& holds) {
    return fmt::format("      {}: assert ({});\n", label, holds);
  }

  // Operations and results are counted, so that a unit whose ids are all alike is checked, too.
  void ports() {
    text_ += fmt::format(
        "`ifndef YOSYS\n  logic [{0}:0] taken_q, given_q;\n"
        "  always_ff @(posedge clk_i or negedge rst_ni)\n    if (!rst_ni) begin\n"
        "      taken_q <= 0;\n      given_q <= 0;\n    end else begin\n"
        "      taken_q <= taken_q + {1}'(valid_i && ready_o);\n"
        "      given_q <= given_q + {1}'(valid_o && ready_i);\n    end\n"
        "  wire unused_violation;\n  wire [mmasc_port_rule_pkg::RULES-1:0] unused_rule;\n"
        "  mmasc_port_checker #(\n      .ID_BITS(ID_BITS + {1}),\n      .IN_BITS({2}),\n"
        "      .OUT_BITS({3}),\n      .LATENCY({4}),\n      .DEPTH({5})\n  ) u_ports (\n"
        "      .clk_i(clk_i),\n      .rst_ni(rst_ni),\n      .in_valid_i(valid_i),\n"
        "      .in_ready_i(ready_o),\n      .in_id_i({{taken_q, id_i}}),\n"
        "      .in_payload_i({{{6}}}),\n      .out_valid_i(valid_o),\n"
        "      .out_ready_i(ready_i),\n      .out_id_i({{given_q, id_o}}),\n"
        "      .out_payload_i({{{7}}}),\n      .violation_o(unused_violation),\n"
        "      .rule_o(unused_rule)\n  );\n"
        "  wire unused_ports = &{{1'b0, unused_violation, unused_rule}};\n`endif\n",
        kCountBits - 1, kCountBits, checked_.operand_bits, checked_.result_bits, checked_.latency,
        checked_.depth, checked_.operands, checked_.results);
  }

  void handshake(int s) {
    std::vector<std::string> vectors;
    int bits = 0;
    for (const auto& [field, slice] : unit_.rtl().fields[static_cast<std::size_t>(s)])
      if (std::ranges::find(vectors, slice.vector) == vectors.end()) {
        vectors.push_back(slice.vector);
        bits += unit_.rtl().widths.at(slice.vector);
      }
    const std::string id = unit_.stage(s).last ? "id_o" : stage_name(unit_.stage(s)) + "_id";
    // A stage without registers hands on what it is offered.
    text_ += fmt::format(
        "  mmasc_assert_handshake #(\n      .WIDTH(ID_BITS + {})\n  ) u_{}_handshake (\n      "
        ".clk_i(clk_i),\n      .rst_ni(rst_ni),\n      .valid_i({}),\n      .ready_i({}),\n      "
        ".data_i({{{}, {}}})\n  );\n",
        bits, stage_name(unit_.stage(s)), unit_.valid(s), unit_.ready(s), id,
        fmt::join(vectors, ", "));
  }

  // Registers beside a stage's, whose handshake leads nowhere, take and give with the stage's own.
  void in_step(int s) {
    std::string claims;
    for (const auto& [name, bits, valid] :
         unit_.rtl().stages[static_cast<std::size_t>(s)].instances)
      if (valid != unit_.valid(s))
        claims += claim("in_step_" + name, fmt::format("{} == {}", valid, unit_.valid(s)));
    block("1'b1", claims);
  }

  std::string bound(int s, const FieldBounds& each) const {
    if (!each.says_more_than_width() || each.width > kWidestRange) return {};
    const std::string value = unit_.field(s, each.field);
    const auto number = [&](int128 x) {
      return fmt::format(
          "{}'{}h{:x}", each.width, each.is_signed ? "s" : "",
          static_cast<unsigned __int128>(x) &
              (each.width >= 128 ? ~static_cast<unsigned __int128>(0)
                                 : (static_cast<unsigned __int128>(1) << each.width) - 1));
    };
    const WordRange all = all_of(each.width, each.is_signed);
    const std::string word = each.is_signed ? "$signed(" + value + ")" : value;
    std::string holds;
    if (each.range.low > all.low) holds = fmt::format("{} >= {}", word, number(each.range.low));
    if (each.range.high < all.high)
      holds +=
          (holds.empty() ? "" : " && ") + fmt::format("{} <= {}", word, number(each.range.high));
    return claim("bounds_" + unit_.label(s, each.field), holds);
  }

  // Leading zeros that are anticipated are those of the significand, or a few fewer.
  std::string leading_zeros(int s) const {
    std::string claims;
    for (const auto& [label, zeros, significand, bits] : unit_.anticipated_zeros(s))
      claims += claim(
          "leading_zeros_" + label,
          fmt::format(
              "{0} == {2}'d0 || (({0} << {1}) >> {1} == {0} && ({0} << {1}) >> {3} != {2}'d0)",
              significand, zeros, bits, std::max(bits - 1 - kMostZerosFewer, 0)));
    return claims;
  }

  // How the flags of payloads go together.
  std::string specials(int s) const {
    std::string claims;
    const std::string stage = stage_name(unit_.stage(s));
    for (const auto& [field, slice] : unit_.rtl().fields[static_cast<std::size_t>(s)]) {
      if (!field.ends_with(".zero")) continue;
      const std::string of = field.substr(0, field.find('.'));
      const auto part = [&](const char* what) { return unit_.field(s, of + "." + what); };
      claims += claim(fmt::format("encoding_{}_{}_zero", stage, of),
                      fmt::format("!{} || !{} || {}", part("zero"), part("infinite"), part("nan")));
      if (unit_.has(s, of + ".significand"))
        claims += claim(fmt::format("encoding_{}_{}_nothing", stage, of),
                        fmt::format("!{} || {} == 0", part("zero"), part("significand")));
      if (unit_.has(s, of + ".negative_infinity"))
        claims += claim(fmt::format("encoding_{}_{}_infinity", stage, of),
                        fmt::format("!{} || {}", part("negative_infinity"), part("infinite")));
    }
    if (unit_.has(s, "addend_0")) claims += nothing_added(s);
    return claims;
  }

  // A sum that is flagged zero has no addend that is not.
  std::string nothing_added(int s) const {
    const StagePlan& stage = unit_.stage(s);
    const int first_sum = plan_.levels[stage.level].first_sum;
    std::string claims;
    for (const auto& [sum, first, count] : addends_behind(plan_, stage)) {
      const int i = sum - first_sum;
      claims += claim(fmt::format("encoding_{}_sum_{}_nothing", stage_name(stage), i),
                      fmt::format("!{} || {} == 0", unit_.field(s, fmt::format("sum_{}.zero", i)),
                                  unit_.filled(addends(s, first, count))));
    }
    return claims;
  }
  std::vector<Slice> addends(int s, int first, int count) const {
    std::vector<Slice> slices;
    for (int a = first; a < first + count; ++a)
      slices.push_back(unit_.slice(s, fmt::format("addend_{}", a)));
    return slices;
  }

  // Of d, and of the flags beside it: NV, DZ, OF, UF, NX.
  std::string flags() {
    std::string claims;
    const Format& d = plan_.d;
    if (!d.is_integer()) {
      text_ += describe_format(d).declaration("FORMAT_OF_RESULT");
      text_ += fmt::format(
          "  wire d_nan, d_infinite, d_subnormal, d_zero, d_minus_zero, d_plain_zero;\n"
          "  mmasc_observe_operand #(\n      .FORMAT(FORMAT_OF_RESULT),\n      "
          ".STORED_BITS({})\n  ) u_d (\n      .stored_i(d_o),\n      .nan_o(d_nan),\n      "
          ".infinite_o(d_infinite),\n      .subnormal_o(d_subnormal),\n      .zero_o(d_zero),\n"
          "      .minus_zero_o(d_minus_zero),\n      .plain_zero_o(d_plain_zero)\n  );\n"
          "  wire unused_d = &{{1'b0, d_nan, d_infinite, d_subnormal, d_zero, d_minus_zero, "
          "d_plain_zero}};\n",
          d.storage_bits());
      if (!plan_.tells_nans_apart() && d.has_nan())
        claims += claim("encoding_nan",
                        fmt::format("!d_nan || d_o == {}'h{:x}", d.storage_bits(), plan_.nan));
      if (plan_.result.flushes()) claims += claim("encoding_flushed", "!d_subnormal");
    }
    if (!plan_.raises_flags) return claims;
    using enum StatusFlag;
    const auto is_set = [](StatusFlag flag) {
      return fmt::format("{}[{}]", kFlagsPort, place_of(flag));
    };
    const auto implies = [&](StatusFlag flag, const std::string& other) {
      return fmt::format("!{} || {}", is_set(flag), other);
    };
    claims += claim("flags_no_divide_by_zero", "!" + is_set(divide_by_zero));
    claims += claim("flags_invalid_alone",
                    implies(invalid, fmt::format("{} == {}'h{:x}", kFlagsPort, kStatusFlagBits,
                                                 flag_bit(invalid))));
    claims += claim("flags_invalid_is_nan", implies(invalid, "d_nan"));
    claims += claim("flags_overflow_is_inexact", implies(overflow, is_set(inexact)));
    claims += claim("flags_underflow_is_inexact", implies(underflow, is_set(inexact)));
    claims += claim("flags_overflow_or_underflow", implies(overflow, "!" + is_set(underflow)));
    return claims;
  }

  // The sums of a level, over what enters it.
  void nodes(int s) {
    const StagePlan& stage = unit_.stage(s);
    const int first_sum = plan_.levels[stage.level].first_sum;
    for (const auto& [index, first, count] : addends_behind(plan_, unit_.stage(s - 1))) {
      const SumPlan& sum = plan_.sums[index];
      const std::string entering = unit_.filled(addends(s - 1, first, count), sum.sum_bits);
      const AddendBits leaving = addend_bits_behind(plan_, sum, stage);
      const bool tells_magnitude = stage.last_tree_level && sum.total.stays();
      text_ += fmt::format(
          "  mmasc_assert_nodes #(\n      .COUNT({}),\n      .BITS({}),\n      .RADIX({}),\n      "
          ".NODE_BITS({}),\n      .LAST_NODE_BITS({}),\n      .HAS_SIGN({}),\n      "
          ".MAGNITUDE_BITS({})\n  ) u_{}_sum_{} "
          "(\n      .clk_i(clk_i),\n      "
          ".rst_ni(rst_ni),\n      .valid_i({}),\n      .addend_i({})\n  );\n",
          count, sum.sum_bits, stage.last_tree_level ? std::max(count, 2) : plan_.adder_radix,
          leaving.each, leaving.last, is_subtracted(sum) ? 1 : 0,
          tells_magnitude ? sum.output.magnitude_bits : 0, stage_name(stage), index - first_sum,
          unit_.valid(s - 1), entering);
    }
  }

  // The cover points that cannot be reached, and distances that fit.
  void impossible() {
    CoverEvents events(unit_, *points_, late_);
    events.run();
    text_ += "\n  // What no operands can do.\n" + events.text();
    std::string claims;
    for (const auto& [point, any] : events.events()) {
      const CoverPoint& at = points_->list[static_cast<std::size_t>(point)];
      if (at.unreachable.empty() || events.taken_alone().contains(point)) continue;
      claims += fmt::format("      // {}: {}\n", at.name, at.unreachable);
      claims +=
          claim(fmt::format("never_{}", point), fmt::format("!(({}))", fmt::join(any, ") || (")));
    }
    block("1'b1", claims);
    for (int index = 0; index < plan_.sums.size(); ++index) {
      const auto groups = groups_of(plan_, plan_.sums[index]);
      for (std::size_t g = 0; g < groups.size(); ++g)
        text_ += fmt::format(
            "  mmasc_assert_distances #(\n      .COUNT({}),\n      .EXPONENT_BITS({}),\n      "
            ".BY_EXPONENTS({})\n  ) u_distances_{}_{} (\n      .clk_i(clk_i),\n      "
            ".rst_ni(rst_ni),\n      .valid_i(o_align_{}_moves),\n      "
            ".exponent_i(o_align_{}_{}_exponent),\n      .distance_i(o_align_{}_{}_distance)\n  "
            ");\n",
            groups[g].count, plan_.exponent_bits, groups[g].shifts ? 1 : 0, index, g, index, index,
            g, index, g);
    }
  }

  const Onlooker& unit_;
  const Plan& plan_;
  const CheckedPorts& checked_;
  const CoverPoints* points_;
  const bool late_;
  std::string text_;
};

}  // namespace

std::vector<RtlFile> emit_assertions(const Rtl& rtl, const RtlUnit& of, const CoverPoints* points,
                                     bool late) {
  const Onlooker unit(rtl, of.plan);
  const CheckedPorts checked = checked_ports(of);
  std::vector<RtlFile> files = asserters();
  for (RtlFile& file : observers()) files.push_back(std::move(file));
  const std::string name = assertions_top(rtl.top);
  files.push_back(
      {name + ".sv",
       "// SPDX-License-Identifier: Apache-2.0\n// What the unit's plan calls impossible, "
       "written by mmasc emit-rtl; nothing where " +
           std::string(kAssertionsWord) + " is not defined.\n" +
           only_if(kAssertionsWord,
                   unit.module(name, AssertionText(unit, checked, points, late).text()))});
  return files;
}

}  // namespace mmasc
