# SPDX-License-Identifier: Apache-2.0
# The commands of a user. Each installs the Debian packages that it needs and does not find, then
# calls CMake, which can as well be called directly: see CMakePresets.json.
.PHONY: help run all python test long prove asan neon bench counts pages fuzz web format clean
.NOTPARALLEL:

# Asked for by each recipe, after the packages are there. A configured folder keeps its generator.
export CMAKE_GENERATOR = $(if $(shell command -v ninja),Ninja,Unix Makefiles)
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(shell nproc)
export CTEST_PARALLEL_LEVEL ?= $(CMAKE_BUILD_PARALLEL_LEVEL)
# Further options of CMake, as in make test CMAKE_OPTIONS=-DMMASC_WERROR=ON.
CMAKE_OPTIONS ?=
# Where the compiler is called by ccache: without it nothing is kept that has precompiled headers.
export CCACHE_SLOPPINESS ?= pch_defines,time_macros

help:  ## these lines
	@sed -n 's/^\([a-z]*\):.*  ## /  make \1\t/p' Makefile | expand -t 16

run: packages-core  ## build the kernel and check every bundled vector
	@cmake $(CMAKE_OPTIONS) --preset release $(if $(wildcard build/release/CMakeCache.txt),,-DMMASC_TESTS=OFF -DMMASC_BATCH_TARGETS=native)
	@cmake --build --preset release --target $(if $(wildcard build/release/apps/mmasc-*),mmasc_programs,mmasc_app)
	@build/release/apps/mmasc run

all: packages-core  ## build every command
	@cmake $(CMAKE_OPTIONS) --preset release $(if $(wildcard build/release/CMakeCache.txt),,-DMMASC_TESTS=OFF -DMMASC_BATCH_TARGETS=native)
	@cmake --build --preset release --target mmasc_programs

python: packages-python  ## build the Python module: build/python/bin/python then imports mmasc
	@cmake $(CMAKE_OPTIONS) --preset release $(if $(wildcard build/release/CMakeCache.txt),,-DMMASC_TESTS=OFF -DMMASC_BATCH_TARGETS=native)
	@cmake --build --preset release --target mmasc_c
	@$(firstword $(wildcard /usr/bin/python3) python3) -m venv --system-site-packages build/python
	@build/python/bin/pip install --quiet --no-index --force-reinstall --no-deps ./python

test: packages-tests  ## build everything and run the tests, but for the long ones
	@cmake $(CMAKE_OPTIONS) --preset release -DMMASC_TESTS=ON
	@cmake --build --preset release
	@ctest --preset release

long: packages-tests packages-emulators  ## build and run the long tests
	@cmake $(CMAKE_OPTIONS) --preset release -DMMASC_TESTS=ON
	@cmake --build --preset long
	@ctest --preset long

prove: packages-tests  ## prove the RTL of every row of the catalogue: build/proved.csv
	@cmake $(CMAKE_OPTIONS) --preset release -DMMASC_TESTS=ON
	@cmake --build --preset release --target mmasc_programs
	@build/release/apps/mmasc prove --all --csv build/proved.csv

asan: packages-tests  ## run quick tests with the address and undefined-behaviour sanitizers
	@cmake $(CMAKE_OPTIONS) --preset asan-ubsan
	@cmake --build --preset asan-ubsan
	@ctest --preset asan-ubsan

neon: packages-neon  ## cross-build the fast kernels for AArch64 and run their tests by emulation
	@scripts/neon-sysroot build/neon/sysroot
	@cmake $(CMAKE_OPTIONS) --preset neon
	@cmake --build --preset neon
	@ctest --preset neon

bench: packages-bench  ## build and run the benchmarks
	@cmake $(CMAKE_OPTIONS) --preset bench
	@cmake --build --preset bench
	@rm -f build/bench/reports.json
	@for program in build/bench/testbench/benchmark/bench_*; do \
	  echo "Running $${program##*/}"; \
	  $$program --benchmark_format=json >>build/bench/reports.json || exit; \
	done
	@build/bench/testbench/benchmark/print_table testbench/benchmark/figures.csv build/bench \
	  <build/bench/reports.json

counts: packages-tests  ## count the instructions of fixed jobs and keep them in the file of the test
	@cmake $(CMAKE_OPTIONS) --preset release -DMMASC_TESTS=ON
	@cmake --build --preset release --target write_counts

pages: all  ## write what pages tell of the catalogue; with LONG=1 also what takes minutes
	@scripts/write-pages build/release/apps/mmasc $(if $(LONG),--long)

fuzz: packages-fuzz  ## fuzz what reads users' texts, RUNS=1000000 times each
	@scripts/fuzz $(RUNS)

web: packages-web  ## build the explorer, a page for browsers: build/web/index.html
	@cmake $(CMAKE_OPTIONS) --preset web
	@cmake --build --preset web

format: packages-format  ## format the C++ sources
	@git ls-files '*.cc' '*.h' '*.c' '*.cu' '*.cuh' '*.hip' | xargs clang-format -i

clean:  ## remove what was built
	rm -rf build

packages = packages-core packages-python packages-tests packages-emulators packages-neon packages-bench packages-fuzz packages-web packages-format
.PHONY: $(packages)
$(packages): packages-%:
	@scripts/install-packages $*
