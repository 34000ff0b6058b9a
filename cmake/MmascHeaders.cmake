# SPDX-License-Identifier: Apache-2.0
# mmasc_public_headers(COMPONENT LIBRARIES HEADER...): the HEADERs, as mmasc/LIBRARY/file.h, and all
# that they include of LIBRARIES, less those of components before, as users see them:
# in include/mmasc of the build folder, where one includes the other as <mmasc/unit/unit.h>, so that
# a user's include path gains nothing but mmasc/. Sets MMASC_HEADERS_<COMPONENT>, the paths below
# include/. A change configures again.
set(MMASC_PUBLIC_INCLUDE ${PROJECT_BINARY_DIR}/include)

function(mmasc_public_headers component libraries)
  set(wanted ${ARGN})
  set(headers "")
  while(wanted)
    list(POP_FRONT wanted header)
    if(header IN_LIST MMASC_ALL_PUBLIC_HEADERS)
      continue()
    endif()
    list(APPEND MMASC_ALL_PUBLIC_HEADERS ${header})
    foreach(bench models programs tlm)
      if(EXISTS ${PROJECT_SOURCE_DIR}/${bench}/${header})
        set(source ${PROJECT_SOURCE_DIR}/${bench}/${header})
      endif()
    endforeach()
    file(READ ${source} text)
    string(REGEX MATCHALL "#include \"mmasc/(${libraries})/[^\"]+\"" includes "${text}")
    list(TRANSFORM includes REPLACE "#include \"(.*)\"" "\\1")
    list(APPEND wanted ${includes})
    string(REGEX REPLACE "#include \"([^\"]+)\"" "#include <\\1>" text "${text}")
    file(CONFIGURE OUTPUT ${MMASC_PUBLIC_INCLUDE}/${header} CONTENT "${text}" @ONLY)
    list(APPEND headers ${header})
    set_property(GLOBAL APPEND PROPERTY MMASC_WRITTEN_HEADERS ${header})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  endwhile()
  set(MMASC_ALL_PUBLIC_HEADERS ${MMASC_ALL_PUBLIC_HEADERS} PARENT_SCOPE)
  set(MMASC_HEADERS_${component} ${headers} PARENT_SCOPE)
endfunction()

# Removes from the build folder the headers that an earlier configuration wrote and this one has not.
function(mmasc_remove_old_headers)
  get_property(written GLOBAL PROPERTY MMASC_WRITTEN_HEADERS)
  file(GLOB_RECURSE old RELATIVE ${MMASC_PUBLIC_INCLUDE} ${MMASC_PUBLIC_INCLUDE}/mmasc/*)
  list(REMOVE_ITEM old ${written} mmasc/version.h)
  foreach(header IN LISTS old)
    file(REMOVE ${MMASC_PUBLIC_INCLUDE}/${header})
  endforeach()
endfunction()
