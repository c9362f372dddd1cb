# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The interface for people. Every target is one line into CMake or a script in tools/; `make help`
# is made from the comments after `##`. Lessons come from lessons/lessons.txt: a new one needs no
# change here.

# Variables: BACKEND=auto|cuda|emulator, IMPL=starter|solution, JOBS=number of parallel compiles,
# CHECK=name of one check (or a pattern with *), or list.
BACKEND ?= auto
IMPL ?= starter
export BACKEND IMPL JOBS CHECK ROWS COLS THREADS
# For any program: FILE, ARGS, INCLUDE (folders of headers), FLAGS (for g++), PROFILE=1.
export FILE FILES ARGS INCLUDE FLAGS PROFILE
# Experiments: NAME.
export NAME
# For the debugger: IF, the condition of the breakpoint.
export IF
# Hints: TODO, STEP. Watch: ROUNDS, EVERY. Difference: ANYWAY, WIDTH.
export TODO STEP ROUNDS EVERY ANYWAY WIDTH
# Report: RESULTS (files or folders), REPORT (folder), COMPARE (two of them).
export RESULTS REPORT COMPARE
# What a person gives is passed on as it stands: make would read $(...) in it, and run $(shell ...).
$(foreach name,FILE FILES ARGS INCLUDE FLAGS IF CHECK NAME RESULTS REPORT COMPARE,$(if $(filter undefined,$(origin $(name))),,\
    $(eval override $(name) := $$(value $(name)))))

.DEFAULT_GOAL := help
# Without make's own rules: they would take check-lesson for the file check-lesson.o.
MAKEFLAGS += --no-print-directory --no-builtin-rules

help: ## list what make can do
	@tools/help.sh Makefile

# A target that is not here: what there is, and what was probably meant.
.DEFAULT:
	@tools/help.sh --unknown '$(subst ','\'',$@)'

demo: ## run the kernels of the lessons on data of a real transformer and compare with the reference
	@tools/demo.sh

test: ## test everything that this machine can test; no lesson needs it, and other builds wait meanwhile
	@tools/test.sh

env: ## show what was found: compiler, toolkit, driver, GPU; the backend and the lessons that run
	@tools/env.sh

setup: ## install what is missing (demo and test do it by themselves)
	@tools/setup.sh --again

check-lesson%: ## check your starter of lesson N; IMPL=solution the reference; CHECK=NAME one check
	@tools/check-lesson.sh $*

debug-lesson%: ## stop in the kernel of your starter of lesson N, in gdb; CHECK=NAME IF='threadIdx.x == 5'
	@tools/debug-lesson.sh $*

watch-lesson%: ## check your starter of lesson N again each time you save it; Ctrl-C ends it
	@tools/watch-lesson.sh $*

hint-lesson%: ## a hint for the first TODO left in lesson N, each time a step further; TODO= STEP=1..3
	@tools/hint.sh $*

diff-lesson%: ## your starter of lesson N beside the reference, once it passes; ANYWAY=1 before that
	@tools/diff-lesson.sh $*

progress: ## how far you are, lesson by lesson, and what comes next
	@tools/progress.sh

compare-lesson%: ## your starter, or FILES="a.cu b.cu", beside the reference of lesson N, by time or counts; ROWS= COLS=
	@tools/compare-lesson.sh $*

experiment: ## one of the experiments about speed, on a GPU: NAME=reads; without NAME it lists them
	@tools/experiment.sh

profile-lesson%: ## count how your starter of lesson N uses memory; ROWS= COLS= THREADS= IMPL=solution
	@tools/profile-lesson.sh $*

emulate: ## run any CUDA program on the CPU device, checked: FILE=x.cu ARGS= INCLUDE= FLAGS= PROFILE=1
	@tools/emulate.sh

debug: ## stop in the kernels of any CUDA program, in gdb: FILE=x.cu IF='threadIdx.x == 5' ARGS= FLAGS=
	@tools/emulate.sh --debugger

predict-lesson%: ## predict, then measure: your numbers beside those of your kernel; IMPL=solution
	@tools/predict-lesson.sh $*

bench-lesson%: ## measure your starter of lesson N; IMPL=solution measures the reference
	@tools/bench-lesson.sh $*

report: ## tables, plots and a page of measured results; RESULTS=FILES REPORT=FOLDER COMPARE='RUN1 RUN2'
	@tools/report.sh

bench: ## measure all lessons, one after the other; IMPL=solution the references
	@tools/bench-all.sh

reset-lesson%: ## put back the starter of lesson N; yours is kept as a dated backup
	@tools/starter.sh reset $*

starters: ##! make every starter from its solution again; changed files are kept as dated backups
	@tools/starter.sh regenerate

# Without a number: the scripts list the lessons.
check-lesson:
	@tools/check-lesson.sh
debug-lesson:
	@tools/debug-lesson.sh
predict-lesson:
	@tools/predict-lesson.sh
watch-lesson:
	@tools/watch-lesson.sh
hint-lesson:
	@tools/hint.sh
diff-lesson:
	@tools/diff-lesson.sh
compare-lesson:
	@tools/compare-lesson.sh
profile-lesson:
	@tools/profile-lesson.sh
bench-lesson:
	@tools/bench-lesson.sh
reset-lesson:
	@tools/starter.sh reset ''

kill-table: ##! make the table of mutants and the checks that fail them again
	@BACKEND=emulator tools/build.sh --show kill_table

pictures: ##! draw the moving pictures of the lessons again, from what the CPU device sees of the solutions
	@BACKEND=emulator tools/build.sh pictures

compile-cuda: ##! compile every kernel with nvcc for all architectures; needs no GPU
	@tools/compile-cuda.sh

.PHONY: docs snippets
docs: ## the course as pages to read in a browser, offline: build/docs/html; needs Doxygen
	@tools/docs.sh

snippets: ##! put the code that the texts show into them again, from its sources; and the lists of common mistakes
	@tools/snippets.sh --write
	@tools/mistakes.sh --write

format: ##! format every C++ and CUDA file with clang-format
	@tools/format.sh

clean: ## remove build/; nothing that you wrote is there
	@rm -rf build

.PHONY: bench bench-lesson check-lesson clean compare-lesson compile-cuda debug debug-lesson demo diff-lesson emulate env experiment format help hint-lesson kill-table pictures predict-lesson profile-lesson progress report reset-lesson setup starters test watch-lesson
