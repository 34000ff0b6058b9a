// SPDX-License-Identifier: Apache-2.0
// mmasc, the command, and the programs of its benches. Every failure ends here as one line and an
// exit code.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <initializer_list>
#include <new>
#include <system_error>

#include "mmasc/command/benches.h"
#include "mmasc/command/cli.h"
#include "mmasc/command/command.h"
#include "mmasc/command/engines.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/tell.h"
#include "mmasc/unit/error.h"

namespace {

using namespace mmasc;

// A full disk shows only when the last of the output is written.
void finish_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw EnvironmentError(fmt::format("standard output: {}", std::strerror(errno)));
}

int report_interrupt() {
  tell("interrupted");
  return kInterrupted;
}

// After an interrupt other errors are its consequences.
int complain(int code, const char* what) {
  if (interrupted()) return report_interrupt();
  tell(what);
  return code;
}

int run(int argc, const char* const* argv) {
  try {
    const int code = parse_command_line(argc, argv)();
    finish_output();
    return code;
  } catch (const Interrupted&) {
    return report_interrupt();
  } catch (const InputError& error) {
    return complain(kBadInput, error.what());
  } catch (const EnvironmentError& error) {
    return complain(kBadEnvironment, error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    return complain(kBadEnvironment, error.what());
  } catch (const std::system_error& error) {  // fmt::print's
    return complain(kBadEnvironment,
                    fmt::format("standard output: {}", error.code().message()).c_str());
  } catch (const std::bad_alloc&) {
    return complain(kBadEnvironment, "out of memory");
  } catch (const std::exception& error) {
    return complain(kBadEnvironment, fmt::format("internal error: {}", error.what()).c_str());
  }
}

// A standard stream that the caller closed would become the next file that we open. Its place is
// held by a folder, so that writing stays an error under the stream's name, as /dev/stdout, too.
void hold_standard_streams() {
  if (::fcntl(STDIN_FILENO, F_GETFD) < 0) ::open("/dev/null", O_RDONLY);
  for (int stream : {STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0) ::open("/", O_RDONLY | O_DIRECTORY);
}

}  // namespace

int main(int argc, char** argv) {
  hold_standard_streams();
  std::signal(SIGPIPE, SIG_DFL);  // a reader that has seen enough ends us quietly
  watch_interrupts();
  set_own_bench(MMASC_BENCH);
  own_simulations();
  return run(argc, argv);
}
