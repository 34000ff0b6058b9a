# SPDX-License-Identifier: Apache-2.0
# The examples in the text of a document, one after the other.

# Takes the block that begins with `fence` off the front of the variable `text`.
function(take fence out)
  string(FIND "${text}" "${fence}" begin)
  if(begin EQUAL -1)
    message(FATAL_ERROR "${DOCUMENT} has no block ${fence}")
  endif()
  string(LENGTH "${fence}" length)
  math(EXPR begin "${begin} + ${length}")
  string(SUBSTRING "${text}" ${begin} -1 rest)
  string(FIND "${rest}" "\n```" end)
  string(SUBSTRING "${rest}" 0 ${end} block)
  math(EXPR end "${end} + 4")
  string(SUBSTRING "${rest}" ${end} -1 rest)
  set(${out} "${block}\n" PARENT_SCOPE)
  set(text "${rest}" PARENT_SCOPE)
endfunction()

function(expect_printed printed expected)
  if(NOT printed STREQUAL expected)
    message(FATAL_ERROR "printed:\n${printed}\nnot:\n${expected}")
  endif()
endfunction()
