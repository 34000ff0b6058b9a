// SPDX-License-Identifier: Apache-2.0
#include "mmasc/text/svg.h"

#include <fmt/format.h>

namespace mmasc {
namespace {

constexpr double kMargin = 12;
constexpr double kLetterWidth = 0.62;  // of the font's size; DejaVu Sans Mono's are 0.602

// Colours are told apart by brightness too. All rules are for this picture alone, so that it can
// stand in a page.
constexpr std::string_view kStyle = R"css(
.mmasc { --back: #ffffff; --ink: #1f2328; --faint: #59636e; --line: #8b949e; --box: #eef2f6;
  --kept: #0b5fad; --kept-ink: #ffffff; --kept-zero: #d6e7f7; --lost: #c4380d; --lost-zero: #fbdfd2;
  --window: #e9f5ea; --mark: #8a5a00; }
@media screen and (prefers-color-scheme: dark) { .mmasc { --back: #14181d; --ink: #e6edf3;
  --faint: #9da7b3; --line: #6e7681; --box: #222932; --kept: #6cb6ff; --kept-ink: #0d1117;
  --kept-zero: #1d3a57; --lost: #ff8f5e; --lost-zero: #55301f; --window: #1a2b1e; --mark: #e3b341; } }
.mmasc text { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  fill: var(--ink); white-space: pre; }
.mmasc .faint { fill: var(--faint); } .mmasc .bold { font-weight: bold; }
.mmasc .mark { fill: var(--mark); } .mmasc .back { fill: var(--back); }
.mmasc .box { fill: var(--box); stroke: var(--line); }
.mmasc .line { stroke: var(--line); fill: none; }
.mmasc .grid { stroke: var(--line); stroke-opacity: 0.35; }
.mmasc .dashed { stroke: var(--line); stroke-dasharray: 5 4; fill: none; }
)css";

std::string_view anchor_name(Svg::Anchor anchor) {
  switch (anchor) {
    case Svg::Anchor::start:
      return "start";
    case Svg::Anchor::middle:
      return "middle";
    case Svg::Anchor::end:
      return "end";
  }
  return {};
}

std::string title_element(std::string_view title) {
  return title.empty() ? std::string() : fmt::format("<title>{}</title>", xml_escaped(title));
}

std::string closed(std::string_view element, std::string_view title) {
  return title.empty() ? "/>\n" : fmt::format(">{}</{}>\n", title_element(title), element);
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    if (letter == '&')
      safe += "&amp;";
    else if (letter == '<')
      safe += "&lt;";
    else if (letter == '>')
      safe += "&gt;";
    else if (letter == '"')
      safe += "&quot;";
    else if (static_cast<unsigned char>(letter) < ' ' && letter != '\n' && letter != '\t')
      safe += "\xEF\xBF\xBD";
    else
      safe += letter;
  }
  return safe;
}

double Svg::text_width(std::string_view text, double font_size) {
  const auto letters = std::count_if(text.begin(), text.end(), [](char letter) {
    return (static_cast<unsigned char>(letter) & 0xC0) != 0x80;
  });
  return static_cast<double>(letters) * kLetterWidth * font_size;
}

void Svg::reach(double x0, double y0, double x1, double y1) {
  left_ = empty_ ? x0 : std::min(left_, x0);
  top_ = empty_ ? y0 : std::min(top_, y0);
  right_ = empty_ ? x1 : std::max(right_, x1);
  bottom_ = empty_ ? y1 : std::max(bottom_, y1);
  empty_ = false;
}

void Svg::rect(double x, double y, double width, double height, std::string_view style,
               std::string_view title, double radius) {
  reach(x, y, x + width, y + height);
  body_ += fmt::format(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" class="{}")",
                       x, y, width, height, style);
  if (radius > 0) body_ += fmt::format(R"( rx="{:g}")", radius);
  body_ += closed("rect", title);
}

void Svg::line(double x0, double y0, double x1, double y1, std::string_view style) {
  reach(std::min(x0, x1), std::min(y0, y1), std::max(x0, x1), std::max(y0, y1));
  body_ += fmt::format(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" class="{}"/>)", x0,
                       y0, x1, y1, style) +
           "\n";
}

void Svg::path(std::string_view data, std::string_view style, double left, double top, double right,
               double bottom) {
  reach(left, top, right, bottom);
  body_ += fmt::format("<path d=\"{}\" class=\"{}\"/>\n", data, style);
}

void Svg::circle(double x, double y, double radius, std::string_view style,
                 std::string_view title) {
  reach(x - radius, y - radius, x + radius, y + radius);
  body_ +=
      fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="{:g}" class="{}")", x, y, radius, style) +
      closed("circle", title);
}

void Svg::text(double x, double y, std::string_view words, Anchor anchor, std::string_view style,
               double font_size) {
  const double width = text_width(words, font_size);
  const double left = anchor == Anchor::start    ? x
                      : anchor == Anchor::middle ? x - width / 2
                                                 : x - width;
  reach(left, y - font_size, left + width, y + font_size / 3);
  body_ += fmt::format(R"(<text x="{:.1f}" y="{:.1f}" font-size="{:g}" text-anchor="{}")", x, y,
                       font_size, anchor_name(anchor));
  if (!style.empty()) body_ += fmt::format(R"( class="{}")", style);
  body_ += fmt::format(">{}</text>\n", xml_escaped(words));
}

void Svg::vertical_text(double x, double y, std::string_view words) {
  const double half = text_width(words) / 2;
  reach(x - kFontSize, y - half, x + kFontSize / 3, y + half);
  body_ += fmt::format(
      "<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" font-size=\"{:g}\" "
      "text-anchor=\"middle\">{}</text>\n",
      x, y, kFontSize, xml_escaped(words));
}

std::string Svg::finish(std::string_view title) const {
  const double x = left_ - kMargin, y = top_ - kMargin;
  const double width = right_ - left_ + 2 * kMargin, height = bottom_ - top_ + 2 * kMargin;
  return fmt::format(
             R"(<svg xmlns="http://www.w3.org/2000/svg" class="mmasc" viewBox="{0:.1f} {1:.1f} {2:.1f} {3:.1f}" )"
             R"(width="{2:.0f}" height="{3:.0f}" role="img">)",
             x, y, width, height) +
         fmt::format("\n<title>{}</title>\n<style>{}{}</style>\n", xml_escaped(title), kStyle,
                     css_) +
         fmt::format(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" class="back"/>)",
                     x, y, width, height) +
         "\n" + body_ + "</svg>\n";
}

}  // namespace mmasc
