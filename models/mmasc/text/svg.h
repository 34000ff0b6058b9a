// SPDX-License-Identifier: Apache-2.0
// Pictures as SVG: shapes and words, black on white, or light on dark where the reader asks for
// that. Lengths are pixels, x to the right and y down.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace mmasc {

// Text for XML: what is markup is escaped, control characters are replaced.
std::string xml_escaped(std::string_view text);

class Svg {
 public:
  static constexpr double kFontSize = 12;
  // Words are set in a font whose letters are all of one width: how wide they are at most.
  static double text_width(std::string_view text, double font_size = kFontSize);

  enum class Anchor { start, middle, end };

  // `style` names CSS classes of style(), or of those that were added. A title shows on hovering.
  void rect(double x, double y, double width, double height, std::string_view style,
            std::string_view title = {}, double radius = 0);
  void line(double x0, double y0, double x1, double y1, std::string_view style = "line");
  // Points as path data, "M 0 0 C ..." , which reach no further than the corners.
  void path(std::string_view data, std::string_view style, double left, double top, double right,
            double bottom);
  void circle(double x, double y, double radius, std::string_view style,
              std::string_view title = {});
  void text(double x, double y, std::string_view words, Anchor anchor = Anchor::start,
            std::string_view style = {}, double font_size = kFontSize);
  void vertical_text(double x, double y, std::string_view words);  // upwards, centred
  void add_style(std::string_view css) { css_ += css; }            // rules of .mmasc .CLASS

  // Everything drawn, with a margin around it: nothing is cut.
  std::string finish(std::string_view title) const;
  double right() const { return right_; }
  double bottom() const { return bottom_; }

 private:
  void reach(double x0, double y0, double x1, double y1);

  std::string body_, css_;
  double left_ = 0, top_ = 0, right_ = 0, bottom_ = 0;
  bool empty_ = true;
};

}  // namespace mmasc
