// SPDX-License-Identifier: Apache-2.0
// Exceptions end here: as a status, and as this thread's last message.
#pragma once

#include <string_view>

#include "mmasc.h"

namespace mmasc::capi {

// The caller's own progress function asked to stop.
struct Stopped {};

// Keeps the message, cut to what fits: nothing is allocated.
mmasc_status fail(mmasc_status status, std::string_view message) noexcept;

// The status of the exception that is being handled.
mmasc_status fail_with_exception() noexcept;

template <class Body>
mmasc_status guarded(Body&& body) noexcept {
  try {
    body();
    return MMASC_OK;
  } catch (...) {
    return fail_with_exception();
  }
}

}  // namespace mmasc::capi
