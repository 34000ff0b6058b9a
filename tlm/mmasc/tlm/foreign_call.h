// SPDX-License-Identifier: Apache-2.0
// Calls of code that others wrote: targets, engines, timings. An exception that it throws ends no
// simulation: it is reported as a warning, and the caller answers with an error.
#pragma once

#include <cstddef>
#include <exception>
#include <string>
#include <utility>

#include "mmasc/tlm/tlm_names.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

namespace mmasc::tlm {

// AddressSanitizer does not know the stacks of SystemC's threads. What an exception unwinds would
// stay marked, and the destructors that use it next would be reported.
inline void unpoison_stack([[maybe_unused]] const void* here, [[maybe_unused]] std::size_t bytes) {
#ifdef __SANITIZE_ADDRESS__
  __asan_unpoison_memory_region(here, bytes);
#endif
}

// Thrown to leave a thread: what derives from it is no error.
struct EndOfThread {};

// Whether the call returned. `id` is that of the report, `who` is called.
template <class Call>
bool returns(const char* id, const char* who, Call&& call) {
  constexpr std::size_t kUnwound = 64 << 10;  // of the stack, more than calls of others take
  std::string text;
  try {
    std::forward<Call>(call)();
    return true;
  } catch (const EndOfThread&) {
    throw;
  } catch (const sc_core::sc_unwind_exception&) {
    throw;
  } catch (const std::exception& error) {
    text = error.what();
  } catch (...) {
    text = "something that is no std::exception";
  }
  unpoison_stack(static_cast<const char*>(__builtin_frame_address(0)) - kUnwound, kUnwound);
  SC_REPORT_WARNING(id, (std::string(who) + " threw: " + text).c_str());
  return false;
}

}  // namespace mmasc::tlm
