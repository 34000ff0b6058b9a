// SPDX-License-Identifier: Apache-2.0
// Operands and products; what the events of all stages are made of.
#include "mmasc/onlookers/cover_events.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mmasc/rtl/descriptor.h"
#include "mmasc/rtl/unit_ports.h"
#include "mmasc/unit/stage_name.h"

namespace mmasc {
namespace {

std::vector<int> first_terms(int count) {
  std::vector<int> terms;
  for (int i = 0; i < count; ++i) terms.push_back(i);
  return terms;
}

std::string any(const std::string& bits) { return "|(" + bits + ")"; }

}  // namespace

void CoverEvents::meet(int point, const std::string& event) {
  if (point == kNoPoint) return;
  std::vector<std::string>& all = events_[point];
  if (std::ranges::find(all, event) == all.end()) all.push_back(event);
}

std::string CoverEvents::wire(const std::string& name, int width, const std::string& value) {
  const std::string range = width == 1 ? "" : fmt::format("[{}:0] ", width - 1);
  text_ += value.empty() ? fmt::format("  wire {}{};\n", range, name)
                         : fmt::format("  wire {}{} = {};\n", range, name, value);
  wires_.push_back(name);
  return name;
}

void CoverEvents::instance(const std::string& module, const std::string& name,
                           const std::vector<std::pair<std::string, std::string>>& parameters,
                           const std::vector<std::pair<std::string, std::string>>& inputs,
                           const std::vector<Output>& outputs) {
  std::vector<std::string> values, ports;
  for (const auto& [parameter, value] : parameters)
    values.push_back(fmt::format("      .{}({})", parameter, value));
  for (const auto& [port, value] : inputs)
    ports.push_back(fmt::format("      .{}_i({})", port, value));
  for (const Output& output : outputs) {
    const std::string to = wire(name + "_" + output.port, output.width);
    ports.push_back(fmt::format("      .{}_o({})", output.port, to));
  }
  text_ += fmt::format("  {} #(\n{}\n  ) u_{} (\n{}\n  );\n", module, fmt::join(values, ",\n"),
                       name, fmt::join(ports, ",\n"));
}

void CoverEvents::run() {
  operands();
  if (!late_) products();
  for (int s = 0; s < unit_.stages(); ++s) {
    const StagePlan& stage = unit_.stage(s);
    if (stage.kind == StageKind::aligner) sums(s);
    if (stage.kind != StageKind::normalizer || stage.last) continue;
    if (stage.level < 0) {
      const RoundPlan& round_plan = plan_.multiplier.round;
      for (int k = 0; k < plan_.lanes(); ++k)
        round(fmt::format("o_product_{}", k), round_plan, here().products.round, s - 1, k,
              round_plan.first_random + k * round_plan.random_count());
      continue;
    }
    const LevelPlan& level = plan_.levels[stage.level];
    for (int i = 0; i < level.sum_count; ++i) {
      const int index = level.first_sum + i;
      const SumPlan& sum = plan_.sums[index];
      if (!sum.rounds) continue;
      round(fmt::format("o_sum_{}", index), sum.round,
            here().sums[static_cast<std::size_t>(index)].round, s - 1, i, sum.round.first_random);
    }
  }
  const int last = unit_.stages() - 1;
  finish(last);
}

void CoverEvents::finish(int last) {
  if (plan_.result.is_integer())
    fit(plan_.result, here().result, last - 1);
  else
    round("o_result", plan_.result, here().result, last - 1, 0, plan_.result.first_random);
  text_ += fmt::format("  wire unused_events = &{{\n      1'b0,\n      {}\n  }};\n",
                       fmt::join(wires_, ",\n      "));
}

CoverEvents::Elements CoverEvents::observe(const std::string& name, const std::string& stored,
                                           int count, const Format& format, Flush flush) {
  const std::string own = "o_" + name;
  text_ += describe_format(format).declaration("FORMAT_OF_" + name);
  instance("mmasc_observe_operand", own,
           {{"COUNT", std::to_string(count)},
            {"FORMAT", "FORMAT_OF_" + name},
            {"STORED_BITS", std::to_string(format.storage_bits())},
            {"FLUSH", code_of(flush)}},
           {{"stored", stored}},
           {{"nan", count},
            {"infinite", count},
            {"subnormal", count},
            {"zero", count},
            {"minus_zero", count},
            {"plain_zero", count}});
  return {own + "_nan",  own + "_infinite",   own + "_subnormal",
          own + "_zero", own + "_minus_zero", own + "_plain_zero"};
}

void CoverEvents::operands() {
  const MultiplierPlan& m = plan_.multiplier;
  const int lanes_count = m.lanes;
  wire("enters", 1, unit_.moves(Onlooker::kInput));
  const Elements c = observe("c", "c_i", 1, m.c, Flush::none);
  if (late_ || !points_.has_late_c())
    operand(points_.c, c, late_ ? "enters" : "enters && c_is_input_i");
  if (late_) return;
  chain(c);
  const Elements a = observe("a", "a_i", lanes_count, m.a, m.flush_inputs);
  std::string stored_b = "b_i";
  if (m.is_sparse()) {
    stored_b = wire("b_selected", lanes_count * m.b.storage_bits());
    text_ += fmt::format(
        "  mmasc_select #(\n      .LANES({}),\n      .KEEP({}),\n      .OF({}),\n      "
        ".TOGETHER({}),\n      .BITS({})\n  ) u_select (\n      .b_i(b_i),\n      "
        ".metadata_i(metadata_i),\n      .b_o({})\n  );\n",
        lanes_count, m.sparsity.keep, m.sparsity.of, m.sparsity.together, m.b.storage_bits(),
        stored_b);
  }
  const Elements b = observe("b", stored_b, lanes_count, m.b, m.flush_inputs);
  operand(points_.a, a, "enters");
  operand(points_.b, b, "enters");
  lanes(a, b);
  invalid_products(a, b);
  if (!m.has_overflow()) return;
  // Whether a product is infinite by its factors goes with the operation to the multiplier's
  // output.
  infinite_factors_ = wire("o_of_infinity", lanes_count);
  wire("o_of_infinity_valid", 1);
  wire("o_of_infinity_ready", 1);
  text_ += fmt::format(
      "  mmasc_elastic #(\n      .REGISTERS({}),\n      .WIDTH({})\n  ) u_of_infinity (\n      "
      ".clk_i(clk_i),\n      .rst_ni(rst_ni),\n      .valid_i(valid_i),\n      "
      ".ready_o(o_of_infinity_ready),\n      .data_i(o_infinite_factor),\n      "
      ".valid_o(o_of_infinity_valid),\n      .ready_i({}),\n      .data_o({})\n  );\n",
      unit_.stage(0).registers, lanes_count, unit_.ready(0), infinite_factors_);
}

void CoverEvents::operand(const OperandPoints& points, const Elements& of,
                          const std::string& when) {
  meet(points.nan, both_of(when, any(of.nan)));
  meet(points.infinity, both_of(when, any(of.infinite)));
  meet(points.subnormal, both_of(when, any(of.subnormal)));
}

// A lane takes a special element; the model counts it where d shows that it did. A unit that widens
// its elements cannot tell which of them are subnormal as stored.
void CoverEvents::lanes(const Elements& a, const Elements& b) {
  if (points_.lanes.empty()) return;
  for (int lane = 0; lane < plan_.lanes(); ++lane)
    for (const bool of_b : {false, true}) {
      const Elements& of = of_b ? b : a;
      const OperandPoints& any_lane = of_b ? points_.b : points_.a;
      for (const auto& [special, bits] : {std::pair{Special::nan, of.nan},
                                          {Special::infinity, of.infinite},
                                          {Special::subnormal, of.subnormal},
                                          {Special::minus_zero, of.minus_zero}}) {
        const int point = points_.lanes.at({lane, of_b, special});
        if (point == kNoPoint) continue;
        if (special == Special::subnormal && !points_.is_reachable(any_lane.subnormal)) continue;
        taken_alone_.insert(point);
        meet(point, plan_.lanes() == 1 ? both_of("enters", bits)
                                       : fmt::format("enters && {}[{}]", bits, lane));
      }
    }
}

void CoverEvents::chain(const Elements& c) {
  const ChainPoints& points = points_.chain;
  const std::string when = "enters && !c_is_input_i";
  meet(points.nan, both_of(when, c.nan));
  meet(points.infinity, both_of(when, c.infinite));
  meet(points.zero, both_of(when, c.plain_zero));
  meet(points.subnormal, both_of(when, c.subnormal));
  meet(points.normal, fmt::format("{} && !({} || {} || {} || {})", when, c.nan, c.infinite,
                                  c.plain_zero, c.subnormal));
}

void CoverEvents::invalid_products(const Elements& a, const Elements& b) {
  const ProductPoints& points = here().products;
  const auto of = [](const std::string& x, const std::string& y) {
    return fmt::format("{} & {}", x, y);
  };
  meet(points.infinity_times_zero, both_of("enters", any(of(a.infinite, b.zero))));
  meet(points.zero_times_infinity, both_of("enters", any(of(a.zero, b.infinite))));
  const int count = plan_.lanes();
  const std::string nan = wire("o_nan_product", count,
                               fmt::format("{} | {} | ({} & {}) | ({} & {})", a.nan, b.nan,
                                           a.infinite, b.zero, a.zero, b.infinite));
  std::string infinite = fmt::format("{} | {}", a.infinite, b.infinite);
  if (plan_.multiplier.is_scaled()) {
    const std::string infinite_product =
        wire("o_infinite_product", count, fmt::format("({}) & ~{}", infinite, nan));
    const std::string zero_product =
        wire("o_zero_product", count, fmt::format("({} | {}) & ~{}", a.zero, b.zero, nan));
    scales({infinite_product, zero_product});
    infinite += " | o_infinite_scale";
  }
  if (plan_.multiplier.has_overflow()) wire("o_infinite_factor", count, infinite);
}

// All scales of a lane multiplied: whether that is NaN, an infinity, or a zero.
void CoverEvents::scales(const std::vector<std::string>& products) {
  const MultiplierPlan& m = plan_.multiplier;
  const int count = plan_.lanes();
  std::string nan, infinite, zero;
  for (int s = 0; s < m.scales.size(); ++s) {
    const ScalePlan& scale = m.scales[s];
    const OperandRow& row = row_of(scale.operand);
    const Elements of = observe(std::string(row.name), port_name(row), count / scale.lanes,
                                scale.format, Flush::none);
    meet(points_.scale_nans[static_cast<std::size_t>(s)], both_of("enters", any(of.nan)));
    const auto by_lane = [&](const std::string& bits, const char* what) {
      std::vector<std::string> lanes_bits;
      for (int k = count - 1; k >= 0; --k)
        lanes_bits.push_back(count == scale.lanes ? bits
                                                  : fmt::format("{}[{}]", bits, k / scale.lanes));
      return wire(fmt::format("o_lane_{}_{}", row.name, what), count,
                  fmt::format("{{{}}}", fmt::join(lanes_bits, ", ")));
    };
    const std::string own_nan = by_lane(of.nan, "nan"), own_inf = by_lane(of.infinite, "infinite"),
                      own_zero = by_lane(of.plain_zero, "zero");
    nan += (nan.empty() ? "" : " | ") + own_nan;
    infinite += (infinite.empty() ? "" : " | ") + own_inf;
    zero += (zero.empty() ? "" : " | ") + own_zero;
  }
  wire("o_infinite_scale", count, infinite);
  wire("o_zero_scale", count, zero);
  wire("o_nan_scale", count, fmt::format("{} | (o_infinite_scale & o_zero_scale)", nan));
  const ProductPoints& points = here().products;
  meet(points.infinity_times_zero_scale,
       both_of("enters", any(products[0] + " & o_zero_scale & ~o_nan_scale")));
  meet(points.zero_times_infinite_scale,
       both_of("enters", any(products[1] + " & o_infinite_scale & ~o_nan_scale")));
}

void CoverEvents::products() {
  const std::vector<int> all = first_terms(plan_.lanes());
  const std::string when = wire("multiplies", 1, unit_.moves(0));
  const std::string nan = unit_.part(0, all, "nan"), zero = unit_.part(0, all, "zero"),
                    negative = unit_.part(0, all, "negative");
  const ProductPoints& points = here().products;
  meet(points.plus_zero, both_of(when, any(fmt::format("{} & ~{} & ~{}", zero, nan, negative))));
  meet(points.minus_zero, both_of(when, any(fmt::format("{} & ~{} & {}", zero, nan, negative))));
  if (plan_.multiplier.has_overflow()) leading_products(when);
}

void CoverEvents::leading_products(const std::string& when) {
  const MultiplierPlan& m = plan_.multiplier;
  const int count = plan_.lanes();
  const std::vector<int> all = first_terms(count);
  instance(
      "mmasc_observe_leading", "o_products",
      {{"COUNT", std::to_string(count)},
       {"EXPONENT_BITS", std::to_string(plan_.exponent_bits)},
       {"BITS", std::to_string(m.product.magnitude_bits)},
       {"FRACTION", fmt::format("32'd{}", static_cast<std::uint32_t>(m.product.fraction_bits))}},
      {{"significand", unit_.part(0, all, "significand")},
       {"exponent", unit_.part(0, all, "exponent")}},
      {{"leading", count * 32}, {"nothing", count}});
  const std::string number = wire(
      "o_products_count", count,
      fmt::format("~({} | {} | o_products_nothing)", unit_.part(0, all, "nan"), infinite_factors_));
  const auto leads = [&](const char* name, int at, const std::string& counts) {
    instance("mmasc_observe_equal", name,
             {{"COUNT", std::to_string(count)},
              {"VALUE", fmt::format("32'h{:08x}", static_cast<std::uint32_t>(at))}},
             {{"x", "o_products_leading"}, {"counts", counts}}, {{"any", 1}});
    return both_of(when, std::string(name) + "_any");
  };
  const ProductPoints& points = here().products;
  meet(points.below_limit, leads("o_below_limit", m.infinity_at - 1, number));
  meet(points.at_limit, leads("o_at_limit", m.infinity_at,
                              fmt::format("{} & {}", number, unit_.part(0, all, "infinite"))));
}

}  // namespace mmasc
