// SPDX-License-Identifier: Apache-2.0
// mmasc, the command. Every failure ends here as one line and an exit code.
#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <system_error>

#include "cli.h"
#include "commands.h"
#include "interrupt.h"
#include "spec/error.h"

namespace {

using namespace mmasc;

// A full disk shows only when the last of the output is written.
void finish_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw EnvironmentError(fmt::format("standard output: {}", std::strerror(errno)));
}

int complain(int code, const char* what) {
  if (interrupted()) return kInterrupted;
  fmt::print(stderr, "mmasc: {}\n", what);
  return code;
}

int run(int argc, const char* const* argv) {
  try {
    const int code = parse_command_line(argc, argv)();
    finish_output();
    return code;
  } catch (const Interrupted&) {
    return kInterrupted;
  } catch (const InputError& error) {
    return complain(kBadInput, error.what());
  } catch (const EnvironmentError& error) {
    return complain(kBadEnvironment, error.what());
  } catch (const std::system_error& error) {  // fmt::print's, when standard output fails
    return complain(kBadEnvironment, error.code().message().c_str());
  } catch (const std::bad_alloc&) {
    return complain(kBadEnvironment, "out of memory");
  } catch (const std::exception& error) {
    return complain(kMismatch, fmt::format("internal error: {}", error.what()).c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_DFL);  // a reader that has seen enough ends us quietly
  watch_interrupts();
  return run(argc, argv);
}
