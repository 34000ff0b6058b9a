// SPDX-License-Identifier: Apache-2.0
#include "mmasc/accelerator_core/descriptor.h"

namespace mmasc::tlm {

static_assert(kFirstOperand + kSlots.size() * kOperandBytes == kDescriptorBytes);

Descriptor decode(std::span<const std::byte, kDescriptorBytes> bytes) {
  Descriptor descriptor;
  read_fields<Descriptor>(kHeaderFields, bytes, descriptor);
  for (std::size_t i = 0; i < kSlots.size(); ++i)
    read_fields<OperandFields>(kOperandFields,
                               bytes.subspan(kFirstOperand + i * kOperandBytes, kOperandBytes),
                               descriptor.slots[i]);
  return descriptor;
}

std::array<std::byte, kDescriptorBytes> encode(const Descriptor& descriptor) {
  std::array<std::byte, kDescriptorBytes> bytes{};
  const std::span all(bytes);
  write_fields<Descriptor>(kHeaderFields, descriptor, all);
  for (std::size_t i = 0; i < kSlots.size(); ++i)
    write_fields<OperandFields>(kOperandFields, descriptor.slots[i],
                                all.subspan(kFirstOperand + i * kOperandBytes, kOperandBytes));
  return bytes;
}

}  // namespace mmasc::tlm
