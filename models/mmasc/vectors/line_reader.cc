// SPDX-License-Identifier: Apache-2.0
#include "mmasc/vectors/line_reader.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace mmasc {

std::string read_text(const std::string& path) {
  const auto fail = [&](int error) {
    const auto message = fmt::format("{}: cannot read: {}", path, std::strerror(error));
    if (error == EISDIR) throw InputError(path + ": is a folder; give a file");
    if (error == ENOENT) throw InputError(message);
    throw EnvironmentError(message);
  };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) fail(errno);
  std::string text;
  char buffer[65536];
  while (const std::size_t size = std::fread(buffer, 1, sizeof buffer, file.get())) {
    text.append(buffer, size);
    if (text.size() > kMaxText)
      throw InputError(
          fmt::format("{}: larger than {} MiB; is this a text file?", path, kMaxText >> 20));
  }
  if (std::ferror(file.get())) fail(errno);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool LineReader::next() {
  if (rest_.empty()) return false;
  ++number_;
  const auto end = rest_.find('\n');
  line_ = rest_.substr(0, end);
  if (line_.size() > kMaxLine)
    throw error(fmt::format("line longer than {} characters; is this a vector file?", kMaxLine));
  if (const auto nul = line_.find('\0'); nul != std::string_view::npos)
    throw error(nul, "NUL byte; is this a text file?");
  if (end == std::string_view::npos)
    throw error("cut mid-line: no newline at the end of the file; copy the file again");
  if (line_.ends_with('\r')) throw error("line ends in CR LF; convert the file to LF alone");
  rest_.remove_prefix(end + 1);
  return true;
}

InputError LineReader::error(std::string_view what_and_mend) const {
  return InputError(fmt::format("{}:{}: {}", name_, number_, what_and_mend));
}

InputError LineReader::error(std::size_t offset, std::string_view what_and_mend) const {
  return InputError(fmt::format("{}:{}:{}: {}", name_, number_, offset + 1, what_and_mend));
}

}  // namespace mmasc
