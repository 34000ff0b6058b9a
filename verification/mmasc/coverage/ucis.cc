// SPDX-License-Identifier: Apache-2.0
#include "mmasc/coverage/ucis.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <pugixml.hpp>
#include <sstream>

#include "mmasc/unit/error.h"
#include "mmasc/unit/library_version.h"

namespace mmasc {
namespace {

constexpr const char* kCounted = "bins";       // types of bins
constexpr const char* kNotCounted = "ignore";  // cannot be reached

// "lane[3].a.nan" is in "lane[3]", another point in its stage's group.
std::string group_of(const Coverage::Entry& entry) {
  return entry.point.starts_with("lane[") ? entry.point.substr(0, entry.point.find(']') + 1)
                                          : entry.stage;
}

void append_attribute_of_user(pugi::xml_node node, const char* key, const std::string& value) {
  pugi::xml_node attribute = node.append_child("userAttr");
  attribute.append_attribute("key") = key;
  attribute.append_attribute("type") = "str";
  attribute.text() = value.c_str();
}

// The standard wants a place in a source; the only source is the row.
void append_place(pugi::xml_node node, const char* name) {
  pugi::xml_node id = node.append_child(name);
  for (const char* part : {"file", "line", "inlineCount"}) id.append_attribute(part) = 1;
}

pugi::xml_node append_group(pugi::xml_node covergroups, const std::string& group,
                            const Coverage& coverage) {
  pugi::xml_node instance = covergroups.append_child("cgInstance");
  instance.append_attribute("name") = group.c_str();
  instance.append_attribute("key") = group.c_str();
  instance.append_child("options").append_attribute("per_instance") = true;
  pugi::xml_node id = instance.append_child("cgId");
  id.append_attribute("cgName") = group.c_str();
  id.append_attribute("moduleName") = coverage.unit().c_str();
  append_place(id, "cginstSourceId");
  append_place(id, "cgSourceId");
  return instance;
}

// The key is the point's number in the list.
void append_point(pugi::xml_node group, std::size_t number, const Coverage::Entry& entry) {
  pugi::xml_node point = group.append_child("coverpoint");
  point.append_attribute("name") = entry.point.c_str();
  point.append_attribute("key") = std::to_string(number).c_str();
  pugi::xml_node options = point.append_child("options");
  options.append_attribute("comment") = entry.unreachable.c_str();
  pugi::xml_node bin = point.append_child("coverpointBin");
  bin.append_attribute("alias") = "met";
  bin.append_attribute("type") = entry.unreachable.empty() ? kCounted : kNotCounted;
  pugi::xml_node range = bin.append_child("range");
  range.append_attribute("from") = 1;
  range.append_attribute("to") = 1;
  range.append_child("contents").append_attribute("coverageCount") =
      static_cast<unsigned long long>(entry.vectors);
  append_attribute_of_user(point, "mmasc.stage", entry.stage);
}

void append_history(pugi::xml_node root, const Coverage& coverage, const std::string& time) {
  pugi::xml_node node = root.append_child("historyNodes");
  node.append_attribute("historyNodeId") = 0;
  node.append_attribute("logicalName") = coverage.unit().c_str();
  node.append_attribute("kind") = "test";
  node.append_attribute("testStatus") = true;
  node.append_attribute("date") = time.c_str();
  node.append_attribute("toolCategory") = "simulator";
  node.append_attribute("ucisVersion") = "1.0";
  node.append_attribute("vendorId") = "mmasc";
  node.append_attribute("vendorTool") = "mmasc";
  node.append_attribute("vendorToolVersion") = library_version();
  node.append_attribute("comment") = fmt::format("{} vectors", coverage.vectors()).c_str();
}

// Elements by their names without the prefix of a namespace, which other tools may put before them.
class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}: {}", name_, what));
  }
  static std::string_view bare(const pugi::xml_node& node) {
    const std::string_view name = node.name();
    const auto colon = name.find(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
  }
  static pugi::xml_node child(const pugi::xml_node& node, std::string_view name) {
    return node.find_child([&](const pugi::xml_node& each) { return bare(each) == name; });
  }
  template <class Visit>
  static void each(const pugi::xml_node& node, std::string_view name, Visit visit) {
    for (const pugi::xml_node& one : node.children())
      if (bare(one) == name) visit(one);
  }
  std::string user(const pugi::xml_node& node, std::string_view key) const {
    const pugi::xml_node found = node.find_child([&](const pugi::xml_node& each) {
      return bare(each) == "userAttr" && each.attribute("key").value() == key;
    });
    if (!found) fail(fmt::format("has no userAttr \"{}\"; give what mmasc coverage -o wrote", key));
    return found.child_value();
  }
  std::uint64_t count(const std::string& text, std::string_view what) const {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [read_to, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || read_to != end)
      fail(fmt::format("\"{}\" is no count of \"{}\"", text, what));
    return value;
  }

 private:
  const std::string& name_;
};

}  // namespace

std::string to_ucis(const Coverage& coverage, std::time_t when) {
  const std::string time = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(when));
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node root = document.append_child("UCIS");
  root.append_attribute("xmlns") = "UCIS";
  root.append_attribute("ucisVersion") = "1.0";
  root.append_attribute("writtenBy") = "mmasc";
  root.append_attribute("writtenTime") = time.c_str();
  pugi::xml_node source = root.append_child("sourceFiles");
  source.append_attribute("fileName") = coverage.unit().c_str();
  source.append_attribute("id") = 1;
  append_history(root, coverage, time);
  pugi::xml_node instance = root.append_child("instanceCoverages");
  instance.append_attribute("name") = coverage.unit().c_str();
  instance.append_attribute("key") = "0";
  instance.append_attribute("moduleName") = coverage.unit().c_str();
  append_place(instance, "id");
  pugi::xml_node covergroups = instance.append_child("covergroupCoverage");
  const auto& entries = coverage.entries();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::string group = group_of(entries[i]);
    pugi::xml_node at = covergroups.find_child_by_attribute("cgInstance", "name", group.c_str());
    append_point(at ? at : append_group(covergroups, group, coverage), i, entries[i]);
  }
  append_attribute_of_user(instance, "mmasc.row", coverage.row());
  append_attribute_of_user(instance, "mmasc.vectors", std::to_string(coverage.vectors()));
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

Coverage from_ucis(std::string_view text, const std::string& name) {
  const Reader reader(name);
  pugi::xml_document document;
  if (const auto result = document.load_buffer(text.data(), text.size()); !result)
    reader.fail(fmt::format("is no XML: {} at byte {}", result.description(), result.offset));
  const pugi::xml_node root = Reader::child(document, "UCIS");
  const pugi::xml_node instance = Reader::child(root, "instanceCoverages");
  if (!instance) reader.fail("is no coverage of UCIS; give what mmasc coverage -o wrote");
  std::vector<std::pair<std::uint64_t, Coverage::Entry>> points;
  Reader::each(instance, "covergroupCoverage", [&](const pugi::xml_node& covergroups) {
    Reader::each(covergroups, "cgInstance", [&](const pugi::xml_node& group) {
      Reader::each(group, "coverpoint", [&](const pugi::xml_node& point) {
        const pugi::xml_node bin = Reader::child(point, "coverpointBin");
        const pugi::xml_node contents = Reader::child(Reader::child(bin, "range"), "contents");
        const std::string what = point.attribute("name").value();
        Coverage::Entry entry{what, reader.user(point, "mmasc.stage"), "",
                              reader.count(contents.attribute("coverageCount").value(), what)};
        if (bin.attribute("type").value() == std::string_view(kNotCounted))
          entry.unreachable = Reader::child(point, "options").attribute("comment").value();
        points.emplace_back(reader.count(point.attribute("key").value(), "key"), std::move(entry));
      });
    });
  });
  std::ranges::sort(points, {}, &std::pair<std::uint64_t, Coverage::Entry>::first);
  std::vector<Coverage::Entry> entries;
  for (auto& [key, entry] : points) entries.push_back(std::move(entry));
  return {instance.attribute("name").value(), reader.user(instance, "mmasc.row"),
          reader.count(reader.user(instance, "mmasc.vectors"), "vectors"), std::move(entries),
          name};
}

bool is_ucis(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '<';
}

bool is_ucis_name(std::string_view file) { return file.ends_with(".xml"); }

std::time_t now() {
  if (const char* const epoch = std::getenv("SOURCE_DATE_EPOCH"))
    return static_cast<std::time_t>(std::strtoll(epoch, nullptr, 10));
  return std::time(nullptr);
}

}  // namespace mmasc
