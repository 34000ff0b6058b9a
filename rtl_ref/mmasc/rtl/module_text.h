// SPDX-License-Identifier: Apache-2.0
// The body of a module: wires, parameters and instances, in the order they are declared.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/rtl/descriptor.h"
#include "mmasc/rtl/instance.h"
#include "mmasc/rtl/lone_module.h"
#include "mmasc/rtl/register_places.h"
#include "mmasc/rtl/slice.h"

namespace mmasc {

class ModuleText {
 public:
  // Returns the name.
  std::string wire(const std::string& name, int width);
  void wire_of_id(const std::string& name);
  void know_port(const std::string& name, int width) { widths_[name] = width; }
  void know_port_of_id(const std::string& name) { widths_[name] = kIdWidth; }
  // Returns the name, or that of the same descriptor where there is one already.
  std::string declare(const std::string& name, const Descriptor& descriptor);
  void blank_line() { text_ += "\n"; }
  void add(const Instance& instance);
  void add_logic(const Instance& instance);  // which has no registers

  std::string join(const std::vector<Slice>& slices) const { return mmasc::join(slices, widths_); }
  const std::string& text() const { return text_; }
  const std::map<std::string, int>& widths() const { return widths_; }

  // The instances since the last call as the registers of a stage, whose payload's fields are
  // these; leading zeros by the fields of which they are.
  StageRegisters take_registers(const std::vector<Slice>& fields,
                                const std::vector<std::pair<int, Slice>>& leading_zeros);

  // A segment's modules by themselves; the registers of its stages were taken before.
  RtlSegment lone(const Segment& stages) const;

 private:
  StageRegisters::Place place_of(const Slice& slice) const;  // in registers_
  std::string alone(const Instance& instance) const;
  std::string together(const Segment& stages) const;
  std::string range_of(const std::string& wire) const;

  struct Source {
    std::string instance;
    int low;  // in its payload
  };

  std::string text_;
  std::map<std::string, int> widths_;
  std::map<std::string, Source> sources_;
  std::vector<std::pair<std::string, Descriptor>> descriptors_;
  StageRegisters registers_;
  std::vector<std::vector<Instance>> stages_{1};  // the last is not finished
};

}  // namespace mmasc
