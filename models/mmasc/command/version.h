// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace mmasc {

std::string version_name();  // "mmasc 0.1.0"
std::string version_text();  // and what it was built with

}  // namespace mmasc
