// SPDX-License-Identifier: Apache-2.0
// The functions that JavaScript calls. A text that they return is valid until the next call.
#include <emscripten/emscripten.h>

#include "explore.h"

namespace {
std::string& kept(std::string text) {
  static std::string last;
  return last = std::move(text);
}
}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* mmasc_units() { return kept(mmasc::units_document()).c_str(); }

EMSCRIPTEN_KEEPALIVE const char* mmasc_explore(const char* request) {
  return kept(mmasc::explore(request)).c_str();
}

}  // extern "C"
