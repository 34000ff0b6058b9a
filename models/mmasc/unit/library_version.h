// SPDX-License-Identifier: Apache-2.0
// The version that this library was built as, which a program's headers may not be of.
#pragma once

namespace mmasc {

const char* library_version();  // "0.1.0"

}  // namespace mmasc
