# SPDX-License-Identifier: Apache-2.0
# mmasc_embed(OUT FILE...): sets OUT to a source file that defines mmasc::OUT(), the files' texts
# (mmasc/unit/embedded.h). A change of a file configures again.
function(mmasc_embed out)
  set(rows "")
  foreach(path IN LISTS ARGN)
    cmake_path(GET path FILENAME name)
    file(READ ${path} text)
    string(APPEND rows "    {\"${name}\", R\"embedded(${text})embedded\"},\n")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${out}.cc)
  file(WRITE ${source}.new
    "#include \"mmasc/unit/embedded.h\"\n\n"
    "namespace mmasc {\n"
    "std::span<const EmbeddedFile> ${out}() {\n"
    "  static constexpr EmbeddedFile kFiles[] = {\n${rows}};\n"
    "  return kFiles;\n"
    "}\n"
    "}  // namespace mmasc\n")
  file(COPY_FILE ${source}.new ${source} ONLY_IF_DIFFERENT)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
  set(${out} ${source} PARENT_SCOPE)
endfunction()
