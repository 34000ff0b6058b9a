// SPDX-License-Identifier: Apache-2.0
#include "failure.h"

#include <algorithm>
#include <exception>
#include <new>
#include <system_error>

#include "mmasc/unit/error.h"

namespace mmasc::capi {
namespace {

constexpr std::size_t kLongest = 1023;
thread_local char last_error[kLongest + 1];

}  // namespace

mmasc_status fail(mmasc_status status, std::string_view message) noexcept {
  auto length = std::min(message.size(), kLongest);
  // Not amid a UTF-8 character.
  if (length < message.size())
    while (length > 0 && (static_cast<unsigned char>(message[length]) & 0xc0) == 0x80) --length;
  std::copy_n(message.data(), length, last_error);
  last_error[length] = '\0';
  return status;
}

mmasc_status fail_with_exception() noexcept {
  try {
    throw;
  } catch (const Stopped&) {
    return fail(MMASC_STOPPED,
                "the progress function asked to stop; what was to be written is incomplete");
  } catch (const RowError& error) {
    return fail(MMASC_INVALID_ROW, error.what());
  } catch (const InputError& error) {
    return fail(MMASC_INVALID_ARGUMENT, error.what());
  } catch (const EnvironmentError& error) {
    return fail(MMASC_ENVIRONMENT, error.what());
  } catch (const std::bad_alloc&) {
    return fail(MMASC_OUT_OF_MEMORY, "out of memory");
  } catch (const std::system_error& error) {
    return fail(MMASC_ENVIRONMENT, error.what());
  } catch (const std::exception& error) {
    return fail(MMASC_INTERNAL, error.what());
  } catch (...) {
    return fail(MMASC_INTERNAL, "an exception of no known kind");
  }
}

}  // namespace mmasc::capi

extern "C" {

const char* mmasc_last_error(void) { return mmasc::capi::last_error; }

const char* mmasc_status_name(mmasc_status status) {
  switch (status) {
    case MMASC_OK:
      return "MMASC_OK";
    case MMASC_INVALID_ARGUMENT:
      return "MMASC_INVALID_ARGUMENT";
    case MMASC_INVALID_ROW:
      return "MMASC_INVALID_ROW";
    case MMASC_OUT_OF_MEMORY:
      return "MMASC_OUT_OF_MEMORY";
    case MMASC_ENVIRONMENT:
      return "MMASC_ENVIRONMENT";
    case MMASC_STOPPED:
      return "MMASC_STOPPED";
    case MMASC_INTERNAL:
      return "MMASC_INTERNAL";
  }
  return nullptr;
}

}  // extern "C"
