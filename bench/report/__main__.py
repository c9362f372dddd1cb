# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Reports on files of results, and compares two runs. `python3 bench/report --help` has the options."""
from __future__ import annotations

import argparse
import sys
from pathlib import Path

if sys.version_info < (3, 9):
    sys.exit(f"bench/report needs Python 3.9 or later, and this is {sys.version.split()[0]}\n"
             "  next: apt-get install python3, or name a newer one: python3.11 bench/report")

from compare import comparison
from html_page import html_page
from ladder import ladder
from ladder_table import differs, updated
from markdown_page import markdown_page
from page_tables import put_tables
from plot_ladder import plot_differs
from plots import all_plots
from problem import Problem
from read_results import read_results
from sections import headline, sections
from writing import CannotWrite, make_folder, write_files

TITLE = "CUDA kernel workshop: benchmark report"
OK, FAULTY, USAGE, UNSETTLED = 0, 1, 2, 3


PLOT_NAMES = ("ladder", "roofline", "width", "width-peers")


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(
        prog="python3 bench/report", description="Tables, plots and a page from the JSON of the benchmarks.",
        epilog="Exit code 0: all is well. 1: an input was left out, or the page differs; 2: a wrong option; "
               "3: --compare found ratios that are unsettled.")
    parser.add_argument("inputs", nargs="*", metavar="FILE-OR-FOLDER",
                        help="results; of a folder, its .json files")
    parser.add_argument("--out", metavar="FOLDER", help="where report.html, report.md and the plots go")
    parser.add_argument("--ladder", metavar="PAGE", action="append", default=[],
                        help="write the ladder between the markers of this page; may be given several times")
    parser.add_argument("--ladder-plot", metavar="SVG", help="write the plot of the ladder, where there is matplotlib")
    parser.add_argument("--check-ladder", metavar="PAGE-OR-SVG", action="append", default=[],
                        help="fail unless the page, or the plot, shows the ladder of the data")
    parser.add_argument("--tables", metavar="FOLDER",
                        help="write the tables of page_tables.txt into its pages under this folder")
    parser.add_argument("--check-tables", metavar="FOLDER", help="fail unless these pages show the tables of the data")
    parser.add_argument("--compare", nargs=2, metavar=("RUN1", "RUN2"),
                        help="which ratios of two files or folders agree within 5 %%")
    given = parser.parse_args()
    if bool(given.inputs) == bool(given.compare):
        parser.error("name the results to report on, or --compare RUN1 RUN2")
    if given.inputs and not (given.out or given.ladder or given.ladder_plot or given.check_ladder or given.tables
                             or given.check_tables):
        parser.error("say what to make: --out FOLDER, --ladder PAGE, --ladder-plot SVG, --check-ladder PAGE, "
                     "--tables FOLDER or --check-tables FOLDER")
    return given


def complain(problems: list[Problem]) -> None:
    """Tells what is wrong on standard error."""
    for problem in problems:
        print(problem.text(), file=sys.stderr)


def write_report(folder: Path, runs: list, problems: list[Problem], rungs: list) -> None:
    """All files of the report."""
    elsewhere = "another folder: make report REPORT=another/folder"
    make_folder(folder, elsewhere)
    plots = all_plots(runs, rungs)
    parts = sections(runs, problems, rungs, plots)
    drawn = {plot.name: plot.svg for plot in plots.values() if plot.svg}
    write_files({folder / "report.html": html_page(TITLE, headline(runs), parts),
                 folder / "report.md": markdown_page(TITLE, headline(runs), parts),
                 **{folder / f"{name}.svg": svg for name, svg in drawn.items()}}, elsewhere)
    for name in set(PLOT_NAMES) - set(drawn):  # of an earlier report; the folder may hold other files
        (folder / f"{name}.svg").unlink(missing_ok=True)
    print(f"{len(runs)} {'run' if len(runs) == 1 else 'runs'} on {runs[0].gpu}: {folder}/report.html and report.md")
    for reason in dict.fromkeys(plot.why_not for plot in plots.values() if plot.why_not):
        print(reason)


def write_ladders(pages: list[str], plot: str | None, runs: list, rungs: list, why_is_told: bool) -> bool:
    """The ladder in pages and as a plot of its own. A page without markers is left alone, and told."""
    well = True
    for page in map(Path, pages):
        text = updated(page.read_text(encoding="utf-8"), rungs, str(page))
        if isinstance(text, Problem):
            complain([text])
            well = False
            continue
        write_files({page: text})
    if plot:
        drawn = all_plots(runs, rungs)["ladder"]
        if drawn.svg:
            write_files({Path(plot): drawn.svg})
        else:
            print(f"{plot} stays as it is." + ("" if why_is_told else f" {drawn.why_not}"))
    return well


def wrong_ladders(pages: list[str], rungs: list) -> list[Problem]:
    """What the pages and plots show that the data do not."""
    found = [(plot_differs if page.endswith(".svg") else differs)(Path(page), rungs) for page in pages]
    return [problem for problem in found if problem is not None]


def compare_runs(first: str, second: str) -> int:
    """--compare."""
    (one, problems), (two, more) = read_results([first]), read_results([second])
    complain(problems + more)
    if not one or not two:
        return FAULTY
    text, settled = comparison(one, two)
    print(text, end="")
    return FAULTY if problems or more else OK if settled else UNSETTLED


def main() -> int:
    """The whole program."""
    given = arguments()
    if given.compare:
        return compare_runs(*given.compare)
    runs, problems = read_results(given.inputs)
    complain(problems)
    if not runs:
        print("There is nothing to report on.", file=sys.stderr)
        return FAULTY
    try:
        return make(given, runs, problems)
    except CannotWrite as error:
        complain([error.problem])
        return FAULTY


def make(given: argparse.Namespace, runs: list, problems: list[Problem]) -> int:
    """What the command line asks to be made of the results, or to be compared with them."""
    rungs = ladder(runs)
    if given.out:
        write_report(Path(given.out), runs, problems, rungs)
    if not write_ladders(given.ladder, given.ladder_plot, runs, rungs, why_is_told=bool(given.out)):
        return FAULTY
    wrong = wrong_ladders(given.check_ladder, rungs)
    if given.tables:
        wrong += put_tables(Path(given.tables), runs, write=True)
    if given.check_tables:
        wrong += put_tables(Path(given.check_tables), runs, write=False)
    complain(wrong)
    if wrong:
        return FAULTY
    return FAULTY if problems else OK


sys.exit(main())
