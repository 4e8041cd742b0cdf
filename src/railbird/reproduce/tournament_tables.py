"""The examples of Melcher (2015), chapter 2: stacks 2, 5, 8, 13, 17 and prizes 50, 30, 20."""

from __future__ import annotations

from railbird.reproduce.experiment import Figure, Options, Outcome, compare
from railbird.tournament import finish_matrix, payoffs

STACKS = (2, 5, 8, 13, 17)
PAYOUTS = (50, 30, 20)
HARVILLE = """
.044 .060 .093 .180 .622
.111 .142 .201 .331 .214
.178 .211 .264 .246 .102
.289 .287 .239 .145 .040
.378 .300 .202 .098 .022
5.89 13.84 20.48 27.86 31.94
"""
WEITZMAN = """
.044 .071 .124 .240 .520
.111 .159 .228 .294 .208
.178 .223 .257 .212 .130
.289 .277 .212 .142 .080
.378 .269 .179 .112 .061
6.84 14.89 20.73 26.99 30.56
"""
ROBERTS = """
.044 .049 .073 .144 .690
.111 .124 .191 .392 .182
.178 .197 .290 .256 .078
.289 .301 .252 .127 .031
.378 .329 .194 .081 .019
5.16 13.09 20.61 28.51 32.63
"""


def _example(model: str, printed: str, *notes: str) -> Outcome:
    """A printed finishing matrix, a row for each player, and the payoffs below it."""
    *rows, paid = ([float(x) for x in line.split()] for line in printed.strip().splitlines())
    figures: list[Figure] = []
    for stack, ours, theirs in zip(STACKS, finish_matrix(STACKS, model), rows, strict=True):
        figures += [
            compare(f"stack {stack}, place {place}", float(x), y, digits=3)
            for place, (x, y) in enumerate(zip(ours, theirs, strict=True), start=1)
        ]
    figures += [
        compare(f"stack {stack}, payoff", float(x), y, digits=2)
        for stack, x, y in zip(STACKS, payoffs(STACKS, PAYOUTS, model), paid, strict=True)
    ]
    return Outcome(tuple(figures), notes=notes)


def melcher_harville(_: Options) -> Outcome:
    """Section 2.1.1."""
    return _example("harville", HARVILLE)


def melcher_weitzman(_: Options) -> Outcome:
    """Section 2.2.1."""
    return _example(
        "weitzman",
        WEITZMAN,
        "Algorithm 2.2, line 8, must read 1/(b(x_i + d)), as Listing A.2 has it",
        "Listing A.2 returns the matrix transposed: places in rows",
    )


def melcher_roberts(_: Options) -> Outcome:
    """Section 2.3.1."""
    return _example("roberts", ROBERTS)
