// SPDX-License-Identifier: Apache-2.0
// What tests of tools need: a folder of their own, and messages.
#pragma once

#include "temporary_folder.h"
#include "thrown.h"

namespace mmasc::testing {

using Folder = TemporaryFolder;

template <class Error, class Work>
std::string message_of(const Work& work) {
  return error_of<Error>(work);
}

}  // namespace mmasc::testing
