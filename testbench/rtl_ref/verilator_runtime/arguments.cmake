# SPDX-License-Identifier: Apache-2.0
# Verilator's makefiles take no path with a space, and refuse to work in a folder of such a path. All that
# they name has a relative path instead, and they are told that the folder has one, too.
set(MMASC_VERILATOR_ENVIRONMENT MAKEFLAGS=CURDIR=.)

# mmasc_relative_sources(RESULT FOLDER ARGUMENT...): the arguments with each absolute path as one that is
# relative to FOLDER: through a link there, where it names a file elsewhere.
function(mmasc_relative_sources result folder)
  set(relative "")
  foreach(argument IN LISTS ARGN)
    if(IS_ABSOLUTE "${argument}")
      cmake_path(IS_PREFIX folder "${argument}" NORMALIZE inside)
      if(NOT inside)
        cmake_path(GET argument FILENAME name)
        file(MAKE_DIRECTORY "${folder}")
        file(CREATE_LINK "${argument}" "${folder}/${name}" SYMBOLIC)
        set(argument "${folder}/${name}")
      endif()
      cmake_path(RELATIVE_PATH argument BASE_DIRECTORY "${folder}")
    endif()
    list(APPEND relative "${argument}")
  endforeach()
  set(${result} "${relative}" PARENT_SCOPE)
endfunction()

set(MMASC_VERILATOR_OBJECTS verilated verilated_cov verilated_dpi verilated_timing verilated_threads)

# mmasc_runtime_arguments(RESULT FOLDER): the arguments by which Verilator links a bench to the objects
# of its runtime in FOLDER, instead of compiling them.
function(mmasc_runtime_arguments result folder)
  string(REPLACE " " "\\ " folder "${folder}")  # the makefile's shell reads it
  set(arguments -MAKEFLAGS VM_GLOBAL_FAST=)
  foreach(object IN LISTS MMASC_VERILATOR_OBJECTS)
    list(APPEND arguments -LDFLAGS ${folder}/${object}.o)
  endforeach()
  set(${result} "${arguments}" PARENT_SCOPE)
endfunction()

# mmasc_use_runtime(FOLDER): the same for whatever Verilator builds from here on, as its arguments are. Make
# takes a backslash from MAKEFLAGS, the shell the quotes.
function(mmasc_use_runtime folder)
  list(TRANSFORM MMASC_VERILATOR_OBJECTS REPLACE "(.+)" "'${folder}/\\1.o'" OUTPUT_VARIABLE objects)
  list(JOIN objects " " objects)
  string(REPLACE " " "\\ " objects "${objects}")
  set(ENV{MAKEFLAGS} "CURDIR=. VM_GLOBAL_FAST= LOADLIBES=${objects}")
endfunction()
