// SPDX-License-Identifier: Apache-2.0
#include "mmasc/presentation/datapath.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/arith/term_names.h"
#include "mmasc/presentation/datapath_tree.h"
#include "mmasc/presentation/stage_bands.h"
#include "mmasc/text/svg.h"
#include "mmasc/unit/addend_bits.h"

namespace mmasc {
namespace {

using Lines = std::vector<std::string>;
using Kind = DatapathNode::Kind;

constexpr double kLine = 15, kPad = 8, kGap = 10, kBandGap = 30, kSmall = 11, kNameWidth = 120;

double widest(const Lines& lines) {
  double width = 0;
  for (const std::string& line : lines) width = std::max(width, Svg::text_width(line, kSmall));
  return width + 2 * kPad;
}
double height_of(std::size_t lines) { return static_cast<double>(lines) * kLine + kPad; }

class DatapathDrawer {
 public:
  DatapathDrawer(const Unit& unit, const Plan& plan)
      : unit_(unit), plan_(plan), bands_(stage_bands(plan)) {}

  std::string draw() && {
    const DatapathNode root = datapath_tree(plan_);
    place_bands();
    const double width = std::max(width_of(root), widest(result_lines()));
    const std::string title = fmt::format("{}: its datapath", unit_.instruction.id);
    svg_.text(0, -34, unit_.instruction.id, Svg::Anchor::start, "bold", 14);
    svg_.text(0, -16, step_text(), Svg::Anchor::start, "faint");
    draw_bands(width);
    const Exit exit = draw_sum(root, kNameWidth, width);
    draw_result(exit, kNameWidth, width);
    return svg_.finish(title);
  }

 private:
  struct Exit {
    double x, y;
  };
  struct Place {
    double top = 0, bottom = 0;  // of its boxes
  };

  std::string step_text() const {
    return fmt::format("{} of {}; latency {} cycles a step (structural)",
                       unit_.steps() == 1 ? "1 step" : fmt::format("{} steps", unit_.steps()),
                       plan_.lanes() == 1 ? "1 lane" : fmt::format("{} lanes", plan_.lanes()),
                       plan_.latency());
  }

  // The text in a leaf's box.
  Lines leaf_lines(const DatapathNode& leaf) const {
    const MultiplierPlan& m = plan_.multiplier;
    if (leaf.kind == Kind::c) return {"c", fmt::format("{} bits", m.c_term.magnitude_bits)};
    if (leaf.kind == Kind::fold) return {fmt::format("{} more", leaf.count), "alike"};
    return {fmt::format("p{}", leaf.index), fmt::format("{} bits", m.product.magnitude_bits)};
  }
  Lines aligner_lines(const DatapathNode& term) const {
    if (term.kind == Kind::fold) return {fmt::format("{} more", term.count), "alike"};
    return {"align", fmt::format("{} bits", term.alignment->magnitude_bits)};
  }
  Lines sum_lines(const SumPlan& sum) const {
    return {sum_name(plan_, sum),
            fmt::format("{} x {} bits", sum.addend_count, addend_bits(plan_, sum, 0).most())};
  }
  static Lines round_lines(const RoundPlan& round) {
    return {"round", fmt::format("to {} bits", round.fraction_bits + 1)};
  }
  Lines result_lines() const {
    if (plan_.result.is_integer())
      return {plan_.result.saturates.any() ? "clamp" : "wrap",
              fmt::format("{} bits to {}", plan_.result.work_bits, plan_.result.stored_bits)};
    return {"round and pack",
            fmt::format("{} bits to {}", plan_.result.work_bits, plan_.result.fraction_bits + 1)};
  }

  double width_of(const DatapathNode& node) const {
    double width = widest(aligner_lines_of(node));
    if (node.kind == Kind::product && plan_.multiplier.rounds)
      width = std::max(width, widest(round_lines(plan_.multiplier.round)));
    if (node.kind != Kind::sum)
      return std::max({width, widest(leaf_lines(node)), widest({operand_text(node)})}) + kGap;
    const SumPlan& sum = plan_.sums[node.index];
    double terms = 0;
    for (const DatapathNode& term : node.terms) terms += width_of(term);
    width =
        std::max({width, widest(sum_lines(sum)), sum.rounds ? widest(round_lines(sum.round)) : 0});
    return std::max(width + kGap, terms);
  }
  Lines aligner_lines_of(const DatapathNode& node) const {
    return node.alignment == nullptr ? Lines{} : aligner_lines(node);
  }
  static std::string operand_text(const DatapathNode& leaf) {
    if (leaf.kind != Kind::product) return leaf.kind == Kind::c ? "c" : "...";
    return fmt::format("a{0} b{0}", leaf.index);
  }

  void place_bands() {
    double y = 20;
    for (const StageBand& band : bands_) {
      const std::size_t lines = std::max<std::size_t>({2, band.captions.size()});
      places_.push_back({y, y + height_of(2)});
      y += std::max(height_of(lines), height_of(3)) + kBandGap;
      ends_.push_back(y - kBandGap / 2);
    }
  }

  void draw_bands(double width) {
    for (std::size_t i = 0; i < bands_.size(); ++i) {
      const StageBand& band = bands_[i];
      double y = places_[i].top + kLine;
      svg_.text(0, y, name_of(band.kind), Svg::Anchor::start, "bold");
      svg_.text(0, y + kLine, fmt::format("cycle {}", band.cycle), Svg::Anchor::start, "faint",
                kSmall);
      if (band.registers != 1)
        svg_.text(0, y + 2 * kLine,
                  band.registers == 0 ? "no register" : fmt::format("{} registers", band.registers),
                  Svg::Anchor::start, "faint", kSmall);
      for (const std::string& caption : band.captions) {
        svg_.text(kNameWidth + width + 20, y, caption, Svg::Anchor::start, {}, kSmall);
        y += kLine;
      }
      if (band.registers > 0) svg_.line(0, ends_[i], kNameWidth + width, ends_[i], "dashed");
    }
  }

  const Place& place(StageKind kind, int level) const {
    for (std::size_t i = 0; i < bands_.size(); ++i)
      if (bands_[i].kind == kind && bands_[i].level == level && !bands_[i].last) return places_[i];
    return places_.back();  // of the result
  }

  void draw_box(double x, double width, const Place& at, const Lines& lines, bool is_fold = false) {
    svg_.rect(x - width / 2, at.top, width, at.bottom - at.top, is_fold ? "box fold" : "box", {},
              4);
    double y = at.top + kLine;
    for (const std::string& line : lines) {
      svg_.text(x, y, line, Svg::Anchor::middle, is_fold ? "faint" : "", kSmall);
      y += kLine;
    }
  }
  void draw_wire(double x0, double y0, double x1, double y1) {
    if (x0 == x1) return svg_.line(x0, y0, x1, y1);
    const double middle = y1 - kBandGap / 4;
    svg_.path(fmt::format("M {:.1f} {:.1f} V {:.1f} H {:.1f} V {:.1f}", x0, y0, middle, x1, y1),
              "line", std::min(x0, x1), y0, std::max(x0, x1), y1);
  }

  Exit draw_leaf(const DatapathNode& leaf, double left, double width) {
    const double x = left + width / 2;
    const Place& at = place(StageKind::multiplier, -1);
    svg_.text(x, at.top - 12, operand_text(leaf), Svg::Anchor::middle, {}, kSmall);
    svg_.line(x, at.top - 8, x, at.top);
    draw_box(x, width - kGap, at, leaf_lines(leaf), leaf.kind == Kind::fold);
    if (!plan_.multiplier.rounds || leaf.kind != Kind::product) return {x, at.bottom};
    const Place& rounds = place(StageKind::normalizer, -1);
    draw_wire(x, at.bottom, x, rounds.top);
    draw_box(x, width - kGap, rounds, round_lines(plan_.multiplier.round));
    return {x, rounds.bottom};
  }

  // A fold of sums has no terms: it passes from the top to its aligner.
  Exit draw_node(const DatapathNode& node, double left, double width) {
    return node.kind == Kind::sum ? draw_sum(node, left, width) : draw_leaf(node, left, width);
  }

  Exit draw_sum(const DatapathNode& node, double left, double width) {
    const SumPlan& sum = plan_.sums[node.index];
    double terms_width = 0;
    for (const DatapathNode& term : node.terms) terms_width += width_of(term);
    double at = left + (width - terms_width) / 2;
    const Place& aligner = place(StageKind::aligner, node.level);
    const Place& tree = place(StageKind::adder_tree, node.level);
    for (const DatapathNode& term : node.terms) {
      const double own = width_of(term);
      const Exit exit = draw_node(term, at, own);
      const bool is_fold = term.kind == Kind::fold;
      draw_wire(exit.x, exit.y, exit.x, aligner.top);
      draw_box(exit.x, widest(aligner_lines(term)), aligner, aligner_lines(term), is_fold);
      draw_wire(exit.x, aligner.bottom, exit.x, tree.top);
      at += own;
    }
    const double x = left + width / 2;
    const double box = std::max(terms_width - kGap, widest(sum_lines(sum)));
    draw_box(x, box, tree, sum_lines(sum));
    if (!sum.rounds) return {x, tree.bottom};
    const Place& rounds = place(StageKind::normalizer, node.level);
    draw_wire(x, tree.bottom, x, rounds.top);
    draw_box(x, widest(round_lines(sum.round)), rounds, round_lines(sum.round));
    return {x, rounds.bottom};
  }

  void draw_result(const Exit& exit, double left, double width) {
    const Place& at = places_.back();
    const double x = left + width / 2;
    draw_wire(exit.x, exit.y, x, at.top);
    draw_box(x, widest(result_lines()), at, result_lines());
    svg_.line(x, at.bottom, x, ends_.back() + 8);
    svg_.text(x, ends_.back() + 22, fmt::format("d: {}", plan_.d.name), Svg::Anchor::middle,
              "bold");
  }

  const Unit& unit_;
  const Plan& plan_;
  std::vector<StageBand> bands_;
  std::vector<Place> places_;
  std::vector<double> ends_;  // of each band: where its registers are
  Svg svg_ = [] {
    Svg svg;
    svg.add_style(".mmasc .fold { stroke-dasharray: 3 3; fill: none; }\n");
    return svg;
  }();
};

}  // namespace

std::string datapath_svg(const Unit& unit, const Plan& plan) {
  return DatapathDrawer(unit, plan).draw();
}

}  // namespace mmasc
