// SPDX-License-Identifier: Apache-2.0
// Pieces of a page.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "mmasc/text/svg.h"

namespace mmasc {

// <TAG>words</TAG>, the words escaped; `attributes` as they stand.
inline std::string element(std::string_view tag, std::string_view words,
                           std::string_view attributes = {}) {
  return fmt::format("<{}{}{}>{}</{}>\n", tag, attributes.empty() ? "" : " ", attributes,
                     xml_escaped(words), tag);
}

// JSON for a script element: nothing in it ends the element.
inline std::string script_safe(std::string text) {
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos; at += 6)
    text.replace(at, 1, "\\u003c");
  return text;
}

}  // namespace mmasc
