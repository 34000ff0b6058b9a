// SPDX-License-Identifier: Apache-2.0
// The list of commands, from which the command line and its help are made.
#pragma once

#include <vector>

#include "command.h"

namespace mmasc {

std::vector<CommandRow> commands();  // in the order of help

}  // namespace mmasc
