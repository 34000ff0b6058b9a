// SPDX-License-Identifier: Apache-2.0
// .safetensors files: the length of the header in 8 bytes, the header, the tensors without a gap.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/matrix_files/array.h"
#include "mmasc/matrix_files/input_file.h"

namespace mmasc {

inline constexpr std::array kSafetensorsTypes{
    ElementType{"F8_E4M3", 1, "e4m3"},
    ElementType{"F8_E5M2", 1, "e5m2"},
    ElementType{"F8_E4M3FNUZ", 1, "e4m3fnuz"},
    ElementType{"F8_E5M2FNUZ", 1, "e5m2fnuz"},
    ElementType{"F8_E8M0", 1, "ue8m0"},
    ElementType{"F6_E3M2", 1, "e3m2", true},
    ElementType{"F6_E2M3", 1, "e2m3", true},
    ElementType{"F4", 1, "e2m1", true},
    ElementType{"BF16", 2, "bf16"},
    ElementType{"F16", 2, "f16"},
    ElementType{"F32", 4, "f32"},
    ElementType{"F64", 8, "f64"},
    ElementType{"I8", 1, "s8"},
    ElementType{"I16", 2, "s16"},
    ElementType{"I32", 4, "s32"},
    ElementType{"I64", 8, "s64"},
    ElementType{"U8", 1, ""},
    ElementType{"U16", 2, ""},
    ElementType{"U32", 4, ""},
    ElementType{"U64", 8, ""},
};

// The tensor of that name; of a file with one tensor, an empty name is that one. Throws InputError
// where the header is wrong, there is no such tensor, or the file is not as long as it says.
ArrayHeader read_safetensors_header(const InputFile& file, std::string_view tensor);

// The names of all tensors, as they stand in the header. Throws InputError where that is wrong.
std::vector<std::string> safetensors_names(const InputFile& file);

}  // namespace mmasc
